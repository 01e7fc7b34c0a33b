/// Bytes as text (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text, as ASCII. Texts of parts whose lengths are multiples of 3 join to that of the whole.
  package static func encode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let group = bytes[index..<min(index + 3, bytes.endIndex)]
      var bits = 0
      for byte in group { bits = bits << 8 | Int(byte) }
      bits <<= 8 * (3 - group.count)
      for place in 0..<4 {
        output.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
      index += 3
    }
    return output
  }

  /// The bytes of a text; nil if it isn't base64. Padding may be missing but not wrong.
  package static func decode(_ text: String) -> [UInt8]? {
    var digits = Array(text.utf8)
    let length = digits.count
    while digits.last == UInt8(ascii: "="), length - digits.count < 2 { digits.removeLast() }
    let padding = length - digits.count
    guard digits.count % 4 != 1, padding == 0 || length % 4 == 0 else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(digits.count * 3 / 4)
    var bits: UInt32 = 0
    var count = 0
    for digit in digits {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = digit - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = digit - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      default: return nil
      }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        output.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return output
  }
}
