#if canImport(NavtreeCSimdJSON)
  internal import NavtreeCSimdJSON

  /// The owner of a simdjson parser.
  struct SimdTape: ~Copyable {
    /// Null when its allocation failed.
    private let parser: OpaquePointer?

    init(maximumDepth: Int) {
      parser = csimdjson_create(maximumDepth)
    }

    deinit {
      if let parser { csimdjson_destroy(parser) }
    }

    /// Reads one value, valid until the next one is read.
    ///
    /// - Complexity: O(*n*)
    @inline(__always)
    func read(_ bytes: UnsafeRawBufferPointer) throws(TapeFault) -> JSONElement {
      var document = csimdjson_document()
      guard let parser else { throw .outOfMemory }
      guard let start = bytes.baseAddress else { throw .syntax }
      let status = csimdjson_parse(
        parser, start.assumingMemoryBound(to: UInt8.self), bytes.count, &document)
      // The tape's first word only says how long it is.
      guard status == csimdjson_success, let tape = document.tape, let strings = document.strings else {
        throw Self.fault(status)
      }
      return JSONElement(tape: tape, strings: strings, index: 1)
    }

    private static func fault(_ status: csimdjson_status) -> TapeFault {
      switch status {
      case csimdjson_capacity: .capacity
      case csimdjson_out_of_memory: .outOfMemory
      case csimdjson_depth: .depth
      case csimdjson_utf8: .utf8
      case csimdjson_number: .number
      default: .syntax
      }
    }
  }
#endif
