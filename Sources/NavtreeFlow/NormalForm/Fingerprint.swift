package import NavtreeJSON
import NavtreeText

/// A hash of a text in 64 bits: FNV-1a, which is fast, and the same everywhere.
///
/// It detects accidental changes, not tampering.
package struct Fingerprint: Equatable, Sendable, CustomStringConvertible {
  private var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  package init(of bytes: UnsafeRawBufferPointer) {
    for byte in bytes { bits = (bits ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }

  package init(of text: String) {
    var text = text
    self = text.withUTF8 { Fingerprint(of: UnsafeRawBufferPointer($0)) }
  }

  /// The fingerprint of a value's JSON text.
  ///
  /// - Complexity: O(size of the value)
  package init(of value: JSONValue) {
    var text = JSONWriter()
    text.appendValue(value)
    self = text.withUnsafeBytes { Fingerprint(of: $0) }
  }

  /// 16 hexadecimal digits.
  package var description: String { bits.hexadecimal }
}
