#if canImport(NavtreeCYAML)
  import NavtreeCYAML
#endif

/// The events of a text: libyaml's, those of a text that is JSON, or those that a bundle keeps.
struct YAMLEventReader: ~Copyable {
  /// Whether the platform has libyaml.
  static var isAvailable: Bool {
    #if canImport(NavtreeCYAML)
      true
    #else
      false
    #endif
  }

  #if canImport(NavtreeCYAML)
    private var yaml: YAMLParser
  #endif
  private let json: JSONEventReader?
  private let log: EventLogReader?

  /// The bytes must outlive the reader.
  ///
  /// - Parameters:
  ///   - log: The events of the text, where they are known.
  ///   - isJSON: Whether nothing but JSON is read, as without libyaml.
  init(reading bytes: UnsafeBufferPointer<UInt8>, log: EventLog? = nil, isJSON: Bool = false) {
    self.log = log.map { EventLogReader($0, of: bytes) }
    json = log == nil && (isJSON || !Self.isAvailable) ? JSONEventReader(reading: bytes) : nil
    #if canImport(NavtreeCYAML)
      yaml = YAMLParser(reading: bytes)
    #endif
  }

  /// Reads the next event into one that is used again: most of its fields stay as they are.
  mutating func next(into result: inout YAMLEvent) throws(YAMLSyntaxError) {
    if let log { return log.next(into: &result) }
    if let json { return try json.next(into: &result) }
    #if canImport(NavtreeCYAML)
      try yaml.next(into: &result)
    #endif
  }
}
