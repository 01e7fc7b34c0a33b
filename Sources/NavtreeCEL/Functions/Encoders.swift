/// `base64.encode` and `base64.decode` (RFC 4648, section 4).
enum Encoders {
  static let functions: [Function] = [
    .global(
      "base64.encode", [.takes(.bytes, gives: .string)],
      .one { value, frame throws(CELError) in
        guard case .bytes(let bytes) = value else { throw .noOverload("base64.encode", value) }
        try frame.spend(bytes: bytes.count)
        return .string(encode(bytes))
      }),
    .global(
      "base64.decode", [.takes(.string, gives: .bytes)],
      .one { value, frame throws(CELError) in
        guard case .string(let text) = value else { throw .noOverload("base64.decode", value) }
        try frame.spend(bytes: text.utf8.count)
        guard let bytes = decode(text) else {
          throw CELError(.invalidArgument, "the text isn't base64")
        }
        return .bytes(bytes)
      }),
  ]

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    output.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let group = bytes[index..<min(index + 3, bytes.count)]
      var bits = 0
      for byte in group { bits = bits << 8 | Int(byte) }
      bits <<= 8 * (3 - group.count)
      for place in 0..<4 {
        output.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// Padding may be missing but not wrong.
  static func decode(_ text: String) -> [UInt8]? {
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
