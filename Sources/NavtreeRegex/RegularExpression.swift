#if canImport(NavtreeCRE2)
  import NavtreeCRE2

  /// A compiled regular expression in RE2's syntax: matching takes time linear in the text.
  package final class RegularExpression: Sendable {
    package let pattern: String
    /// Instructions in the compiled program.
    package let programSize: Int
    // RE2's objects can be used from any thread; the pointer itself doesn't say so.
    private nonisolated(unsafe) let handle: OpaquePointer

    /// - Parameter memory: Bytes that the compiled program may take.
    package init(_ pattern: String, memory: Int) throws(PatternFault) {
      var message = [CChar](repeating: 0, count: 256)
      let compiled = Self.withCharacters(of: pattern) {
        cre2_compile($0.baseAddress, $0.count, Int64(memory), &message, message.count)
      }
      guard let compiled else {
        let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        throw PatternFault(message: String(decoding: text, as: UTF8.self))
      }
      self.pattern = pattern
      programSize = Int(cre2_program_size(compiled))
      handle = compiled
    }

    deinit {
      cre2_free(handle)
    }

    /// Whether the pattern matches anywhere in a text; nil when memory ran out.
    package func matches(_ text: String) -> Bool? {
      let result = Self.withCharacters(of: text) { cre2_matches(handle, $0.baseAddress, $0.count) }
      return result < 0 ? nil : result == 1
    }

    private static func withCharacters<Result>(
      of text: String, _ body: (UnsafeBufferPointer<CChar>) -> Result
    ) -> Result {
      var text = text
      return text.withUTF8 { $0.withMemoryRebound(to: CChar.self, body) }
    }
  }
#else
  /// A regular expression on a platform without RE2.
  package typealias RegularExpression = LinearExpression
#endif
