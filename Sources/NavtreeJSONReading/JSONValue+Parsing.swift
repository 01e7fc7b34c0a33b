public import NavtreeJSON

extension JSONValue {
  /// Reads a JSON text. Callers that read many keep a `JSONParser`.
  ///
  /// - Complexity: O(*n*)
  public init(parsing bytes: some Collection<UInt8>, maximumDepth: Int = 512) throws(JSONError) {
    let count = bytes.count
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: count + JSONParser.padding, alignment: 16)
    defer { copy.deallocate() }
    copy.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "))
    copy.copyBytes(from: bytes)
    let parser = JSONParser(maximumDepth: maximumDepth)
    self = try parser.parse(UnsafeRawBufferPointer(rebasing: copy[..<count])).value()
  }

  /// Reads a JSON text.
  ///
  /// - Complexity: O(*n*)
  public init(parsing text: some StringProtocol, maximumDepth: Int = 512) throws(JSONError) {
    try self.init(parsing: text.utf8, maximumDepth: maximumDepth)
  }
}
