extension CELValue: CustomStringConvertible {
  /// The value as an expression of the language writes it; cut off after a million characters.
  public var description: String {
    var text = ""
    write(to: &text)
    return text
  }

  private static let longest = 1_000_000

  private func write(to text: inout String) {
    // A value may share its parts, and be far larger written out than it is.
    if text.utf8.count > CELValue.longest {
      if !text.hasSuffix("…") { text += "…" }
      return
    }
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .int(let number): text += String(number)
    case .uint(let number): text += "\(number)u"
    case .double(let number):
      if !number.isFinite {
        text += "double(\"\(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")\")"
      } else {
        let plain = DecimalText(number).general
        text +=
          plain.utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "e") } ? plain : plain + ".0"
      }
    case .string(let string): text += string.quoted
    case .bytes(let bytes): CELValue.write(bytes, to: &text)
    case .list(let list):
      text += "["
      for index in 0..<list.count {
        if index > 0 { text += ", " }
        list[index].write(to: &text)
        if text.utf8.count > CELValue.longest { break }
      }
      text += "]"
    case .map(let map):
      text += "{"
      for index in 0..<map.count {
        if index > 0 { text += ", " }
        map.key(at: index).write(to: &text)
        text += ": "
        map.value(at: index).write(to: &text)
        if text.utf8.count > CELValue.longest { break }
      }
      text += "}"
    case .type(let kind): text += kind.rawValue
    case .timestamp(let time): text += "timestamp(\"\(time)\")"
    case .duration(let span): text += "duration(\"\(span)\")"
    case .optional(let optional):
      guard let value = optional.value else {
        text += "optional.none()"
        return
      }
      text += "optional.of("
      value.write(to: &text)
      text += ")"
    }
  }

  private static func write(_ bytes: [UInt8], to text: inout String) {
    text += "b\""
    for byte in bytes.prefix(longest) {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: text.unicodeScalars.append(UnicodeScalar(byte))
      default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    text += "\""
  }
}
