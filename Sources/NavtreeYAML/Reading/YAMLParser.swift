#if canImport(NavtreeCYAML)
  import NavtreeCYAML

  /// The owner of a libyaml parser; it borrows the bytes that it reads.
  struct YAMLParser: ~Copyable {
    /// A pointer, because libyaml keeps addresses into the parser.
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    /// The bytes must outlive the reader.
    init(reading bytes: UnsafeBufferPointer<UInt8>) {
      parser = .allocate(capacity: 1)
      parser.initialize(to: yaml_parser_t())
      yaml_parser_initialize(parser)
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
      yaml_parser_delete(parser)
      parser.deallocate()
    }

    /// Reads the next event into one that is used again: most of its fields stay as they are.
    mutating func next(into result: inout YAMLEvent) throws(YAMLSyntaxError) {
      var event = yaml_event_t()
      guard yaml_parser_parse(parser, &event) == 1 else { throw syntaxError() }
      defer { yaml_event_delete(&event) }
      result.start = YAMLMark(event.start_mark)
      result.end = YAMLMark(event.end_mark)
      if result.anchor != nil { result.anchor = nil }
      if result.tag != nil { result.tag = nil }
      switch event.type {
      case YAML_STREAM_START_EVENT: result.kind = .streamStart
      case YAML_DOCUMENT_START_EVENT: result.kind = .documentStart
      case YAML_DOCUMENT_END_EVENT: result.kind = .documentEnd
      case YAML_ALIAS_EVENT:
        result.kind = .alias
        result.text = text(event.data.alias.anchor) ?? ""
      case YAML_SCALAR_EVENT:
        let scalar = event.data.scalar
        result.kind = .scalar
        result.text = String(
          decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        result.style = YAMLStyle(scalar.style)
        setProperties(scalar.anchor, scalar.tag, of: &result)
      case YAML_SEQUENCE_START_EVENT:
        result.kind = .sequenceStart
        result.text = ""
        result.style = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block
        setProperties(event.data.sequence_start.anchor, event.data.sequence_start.tag, of: &result)
      case YAML_MAPPING_START_EVENT:
        result.kind = .mappingStart
        result.text = ""
        result.style = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block
        setProperties(event.data.mapping_start.anchor, event.data.mapping_start.tag, of: &result)
      case YAML_SEQUENCE_END_EVENT: result.kind = .sequenceEnd
      case YAML_MAPPING_END_EVENT: result.kind = .mappingEnd
      default: result.kind = .streamEnd
      }
    }

    private func setProperties(
      _ anchor: UnsafeMutablePointer<yaml_char_t>?, _ tag: UnsafeMutablePointer<yaml_char_t>?,
      of event: inout YAMLEvent
    ) {
      if anchor != nil { event.anchor = text(anchor) }
      if tag != nil { event.tag = text(tag) }
    }

    private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
      pointer.map { String(cString: $0) }
    }

    private func syntaxError() -> YAMLSyntaxError {
      let state = parser.pointee
      let problem = state.problem.map { String(cString: $0) } ?? "out of memory"
      if state.error == YAML_READER_ERROR {
        return YAMLSyntaxError(
          problem: problem, mark: YAMLMark(line: 0, column: 0), context: "", contextMark: nil,
          byte: state.problem_offset)
      }
      let context = state.context.map { String(cString: $0) } ?? ""
      return YAMLSyntaxError(
        problem: problem, mark: YAMLMark(state.problem_mark), context: context,
        contextMark: context.isEmpty ? nil : YAMLMark(state.context_mark), byte: nil)
    }
  }

  extension YAMLMark {
    fileprivate init(_ mark: yaml_mark_t) {
      self.init(line: Int32(clamping: mark.line), column: Int32(clamping: mark.column))
    }
  }

  extension YAMLStyle {
    fileprivate init(_ style: yaml_scalar_style_t) {
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
      case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
      case YAML_LITERAL_SCALAR_STYLE: self = .literal
      case YAML_FOLDED_SCALAR_STYLE: self = .folded
      default: self = .plain
      }
    }
  }
#endif
