/// Reads the nodes of a text with libyaml's events, and the comments from the text between those.
///
/// Recursion is bounded by the depth of YAML: the text was composed before.
struct FormatReader {
  private let source: SourceText
  private let events: [YAMLEvent]
  private var position = 0
  /// The end of what was read.
  private var cursor = 0
  private(set) var comments: [FormatComment] = []
  /// The lines up to `---`, with it.
  private(set) var head: Int?
  /// The place of `...`.
  private(set) var foot: Int?

  /// - Parameter source: Without a byte order mark.
  init(_ source: SourceText, limits: YAMLLimits) throws(YAMLSyntaxError) {
    self.source = source
    var events: [YAMLEvent] = []
    var fault: YAMLSyntaxError?
    source.bytes.withUnsafeBufferPointer { bytes in
      var reader = YAMLEventReader(reading: bytes, isJSON: limits.isJSONAlone)
      var event = YAMLEvent()
      do throws(YAMLSyntaxError) {
        repeat {
          try reader.next(into: &event)
          events.append(event)
        } while event.kind != .streamEnd
      } catch {
        fault = error
      }
    }
    if let fault { throw fault }
    self.events = events
  }

  private var bytes: [UInt8] { source.bytes }

  /// The root; nil of a text without a document.
  mutating func read() -> FormatNode? {
    var root: FormatNode?
    while position < events.count {
      let event = events[position]
      switch event.kind {
      case .streamStart, .documentEnd, .streamEnd: position += 1
      case .documentStart:
        position += 1
        let end = source.offset(of: event.end)
        if end >= 3, end > source.offset(of: event.start), bytes[end - 3..<end].elementsEqual("---".utf8) {
          head = end
          cursor = end
        }
      default: root = node()
      }
    }
    let mark = significant(cursor)
    if bytes[mark...].starts(with: "...".utf8) {
      advance(to: mark)
      foot = mark
      cursor = mark + 3
    }
    advance(to: bytes.count)
    return root
  }

  private mutating func node() -> FormatNode {
    var node = FormatNode(event: events[position])
    position += 1
    let start = max(source.offset(of: node.event.start), cursor)
    let end = max(source.offset(of: node.event.end), start)
    advance(to: start)
    node.lead = start
    node.content = start
    if node.event.anchor != nil || node.event.tag != nil { readProperties(of: &node) }
    node.end = end
    switch node.event.kind {
    case .sequenceStart, .mappingStart:
      let count = comments.count
      if node.event.style == .flow { readFlow(&node) } else { readBlock(&node) }
      node.next = significant(cursor)
      node.hasComments = comments.count > count
    default:
      node.content = min(node.content, end)
      if node.event.style == .literal || node.event.style == .folded { readHeader(of: node) }
      cursor = max(end, cursor)
    }
    return node
  }

  private mutating func readProperties(of node: inout FormatNode) {
    var index = node.content
    // The next anchor or tag is that of the first key.
    var marks: [UInt8] = []
    if node.event.anchor != nil { marks.append(UInt8(ascii: "&")) }
    if node.event.tag != nil { marks.append(UInt8(ascii: "!")) }
    while index < bytes.count, let mark = marks.firstIndex(of: bytes[index]) {
      marks.remove(at: mark)
      let isVerbatim = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "<")
      let from = index
      while index < bytes.count, !Self.isBlank(bytes[index]), isVerbatim || !Self.isMark(bytes[index]) {
        index += 1
      }
      node.properties.append(String(decoding: bytes[from..<index], as: UTF8.self))
      cursor = index
      index = significant(index)
    }
    node.content = max(index, node.content)
  }

  private mutating func readBlock(_ node: inout FormatNode) {
    while !isAtEnd {
      let lead = significant(cursor)
      advance(to: lead)
      if node.children.isEmpty { node.column = column(of: lead) }
      readItem(of: &node, from: lead)
    }
    position += 1
  }

  private mutating func readFlow(_ node: inout FormatNode) {
    advance(to: node.content)
    let opening = node.content < bytes.count ? bytes[node.content] : 0
    node.isBare = opening != UInt8(ascii: "{") && opening != UInt8(ascii: "[")
    if !node.isBare { cursor = node.content + 1 }
    while !isAtEnd {
      var lead = significant(cursor)
      while lead < bytes.count, bytes[lead] == UInt8(ascii: ",") { lead = significant(lead + 1) }
      advance(to: lead)
      readItem(of: &node, from: lead)
    }
    if node.isBare {
      node.end = cursor
    } else {
      node.end = source.offset(of: events[position].end)
      advance(to: node.end - 1)
      cursor = node.end
    }
    position += 1
  }

  private mutating func readItem(of collection: inout FormatNode, from lead: Int) {
    let isBlock = collection.event.style != .flow
    let mark: Character = collection.isMap ? "?" : "-"
    let isMarked =
      lead < bytes.count && bytes[lead] == mark.asciiValue
      && (lead + 1 == bytes.count || Self.isBlank(bytes[lead + 1]))
    if isMarked, collection.isMap || isBlock { cursor = lead + 1 }
    var item = node()
    item.lead = lead
    collection.children.append(item)
    guard collection.isMap else { return }
    let colon = significant(cursor)
    if colon < bytes.count, bytes[colon] == UInt8(ascii: ":") {
      advance(to: colon)
      cursor = colon + 1
    }
    collection.children.append(node())
  }

  private var isAtEnd: Bool {
    position >= events.count || events[position].kind == .sequenceEnd || events[position].kind == .mappingEnd
  }

  /// A comment may follow `|` on its line.
  private mutating func readHeader(of node: FormatNode) {
    cursor = node.content
    advance(to: source.endOfLine(from: node.content))
  }

  // MARK: Between the nodes

  /// The next place that isn't blank or in a comment.
  private func significant(_ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "#") {
        index = source.endOfLine(from: index)
      } else if Self.isBlank(bytes[index]) {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// Goes on, and keeps the comments on the way.
  private mutating func advance(to end: Int) {
    while cursor < end {
      if bytes[cursor] == UInt8(ascii: "#") {
        let last = source.endOfLine(from: cursor)
        let column = column(of: cursor)
        let isAlone = bytes[(cursor - column)..<cursor].allSatisfy { $0 == 0x20 || $0 == 0x09 }
        let text = LineText.trimmedEnd(String(decoding: bytes[cursor..<last], as: UTF8.self))
        comments.append(FormatComment(offset: cursor, text: text, column: isAlone ? column : nil))
        cursor = last
      } else {
        cursor += 1
      }
    }
  }

  /// The bytes of a line before a place.
  private func column(of offset: Int) -> Int {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return offset - start
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func isMark(_ byte: UInt8) -> Bool { ",[]{}".utf8.contains(byte) }
}
