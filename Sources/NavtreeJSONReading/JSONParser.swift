internal import NavtreeCSimdJSON

/// A reader of JSON texts, strict about RFC 8259's grammar and UTF-8.
///
/// It reuses its memory: each parse overwrites the result of the one before.
public struct JSONParser: ~Copyable {
  /// The number of readable bytes that must follow each text, of any content.
  public static let padding = Int(CSIMDJSON_PADDING)

  /// The levels to which arrays and objects may be nested.
  public let maximumDepth: Int
  /// Null when its allocation failed.
  private let parser: OpaquePointer?

  /// - Parameter maximumDepth: from 1 to 4,096, since the values made from a text are walked by recursion.
  public init(maximumDepth: Int = 512) {
    self.maximumDepth = min(max(maximumDepth, 1), 4096)
    parser = csimdjson_create(self.maximumDepth)
  }

  deinit {
    if let parser { csimdjson_destroy(parser) }
  }

  /// Reads one value, with nothing but white space around it.
  ///
  /// - Parameter bytes: the text, which `padding` more readable bytes must follow in memory.
  /// - Returns: the value, valid until the next parse; the bytes are no longer needed.
  /// - Throws: `numberOutOfRange` only where nothing else is wrong; `parse(nullingNumbersOutOfRange:)` then
  ///   reads the rest of the text.
  /// - Complexity: O(*n*)
  public func parse(_ bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONElement {
    var document = csimdjson_document()
    let status = run(bytes, &document)
    guard status == csimdjson_success, let element = JSONElement(document) else {
      throw try failure(status, bytes)
    }
    return element
  }

  /// Reads one value, with `null` for every number that neither a 64-bit integer nor a finite double holds.
  ///
  /// - Parameter bytes: as in `parse`.
  /// - Complexity: O(*n*), several times that of `parse`.
  public func parse(nullingNumbersOutOfRange bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSONElement {
    let scan = try JSONSyntaxScan(bytes, maximumDepth: maximumDepth)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + Self.padding, alignment: 16)
    defer { copy.deallocate() }
    copy.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "))
    copy.copyMemory(from: bytes)
    for range in scan.numbersOutOfRange {
      // The shortest number out of range is longer than `null`.
      copy[range].initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "))
      copy[range].copyBytes(from: "null".utf8)
    }
    var document = csimdjson_document()
    let status = run(UnsafeRawBufferPointer(rebasing: copy[..<bytes.count]), &document)
    guard status == csimdjson_success, let element = JSONElement(document) else {
      throw error(status)
    }
    return element
  }

  private func run(_ bytes: UnsafeRawBufferPointer, _ document: inout csimdjson_document) -> csimdjson_status
  {
    guard let parser else { return csimdjson_out_of_memory }
    guard let start = bytes.baseAddress else { return csimdjson_syntax }
    return csimdjson_parse(parser, start.assumingMemoryBound(to: UInt8.self), bytes.count, &document)
  }

  /// The fault of a refused text. The parser doesn't say whether a number is malformed or out of range, nor where the
  /// grammar is violated.
  private func failure(
    _ status: csimdjson_status, _ bytes: UnsafeRawBufferPointer
  ) throws(JSONError) -> JSONError {
    switch status {
    case csimdjson_number:
      _ = try parse(nullingNumbersOutOfRange: bytes)
      return .numberOutOfRange
    case csimdjson_syntax:
      _ = try JSONSyntaxScan(bytes, maximumDepth: maximumDepth)
      return error(status)
    default: return error(status)
    }
  }

  private func error(_ status: csimdjson_status) -> JSONError {
    switch status {
    case csimdjson_capacity: .capacity
    case csimdjson_out_of_memory: .outOfMemory
    case csimdjson_depth: .depth(limit: maximumDepth)
    case csimdjson_utf8: .invalidUTF8
    case csimdjson_number: .numberOutOfRange
    default: .syntax(JSONSyntaxFault(.unexpectedCharacter, at: 0))
    }
  }
}

extension JSONElement {
  /// The root of a document: the tape's first word only says how long it is.
  fileprivate init?(_ document: csimdjson_document) {
    guard let tape = document.tape, let strings = document.strings else { return nil }
    self.init(tape: tape, strings: strings, index: 1)
  }
}
