import NavtreeCRE2

/// A compiled `pattern` of a schema, in RE2's syntax: it takes time linear in the text, whatever it is.
package final class SchemaPattern: Sendable {
  package let source: String
  // RE2's objects can be used from any thread; the pointer itself doesn't say so.
  private nonisolated(unsafe) let regex: OpaquePointer

  /// Bytes that the program of a pattern may take.
  private static let memory: Int64 = 1 << 20

  /// Why a pattern can't be used.
  package struct Fault: Error {
    package let message: String
  }

  package init(_ source: String) throws(Fault) {
    self.source = source
    var message = [CChar](repeating: 0, count: 256)
    var source = source
    let compiled = source.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        cre2_compile($0.baseAddress, $0.count, Self.memory, &message, message.count)
      }
    }
    guard let compiled else {
      let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw Fault(message: String(decoding: text, as: UTF8.self))
    }
    regex = compiled
  }

  deinit {
    cre2_free(regex)
  }

  /// Whether it matches anywhere in the text.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cre2_matches(regex, $0.baseAddress, $0.count) == 1 }
    }
  }
}
