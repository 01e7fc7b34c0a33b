package import NavtreeJSON

/// 64 bits that tell one text from another: FNV-1a, which is quick, and the same everywhere.
///
/// It shows what has changed by mistake. It doesn't withstand who means to deceive.
package struct Fingerprint: Equatable, Sendable, CustomStringConvertible {
  private var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  package init(of bytes: UnsafeRawBufferPointer) {
    for byte in bytes { bits = (bits ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  }

  /// Of a value as it is written.
  ///
  /// - Complexity: O(size of the value)
  package init(of value: JSONValue) {
    var text = JSONWriter()
    text.appendValue(value)
    self = text.withUnsafeBytes { Fingerprint(of: $0) }
  }

  /// 16 hexadecimal digits.
  package var description: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension FlowDefinition {
  /// What tells a flow from others: of its normal form, so that comments and the order of keys don't count.
  ///
  /// - Complexity: O(size of the flow): it is made when it is asked for.
  package var fingerprint: Fingerprint { Fingerprint(of: normalised) }
}
