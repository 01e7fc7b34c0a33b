/// The value of a scalar in the core schema of YAML 1.2 (section 10.3.2).
package enum YAMLScalar: Sendable, Equatable {
  case null
  case boolean(Bool)
  case integer(Int)
  /// An integer beyond 64 bits.
  case hugeInteger
  case number(Double)
  case string(String)

  package init(_ text: String, style: YAMLStyle, tag: YAMLTag) {
    switch tag {
    case .none:
      self = style == .plain ? Self.plain(text) : .string(text)
    case .integer, .number, .boolean, .null:
      self = Self.plain(text)
      if tag == .number, case .integer(let integer) = self { self = .number(Double(integer)) }
    case .nonSpecific, .broken, .string, .map, .sequence:
      self = .string(text)
    }
  }

  private static func plain(_ text: String) -> YAMLScalar {
    let utf8 = text.utf8
    guard let first = utf8.first else { return .null }
    switch first {
    case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"):
      return text == "~" || text == "null" || text == "Null" || text == "NULL" ? .null : .string(text)
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      return text == "true" || text == "True" || text == "TRUE" ? .boolean(true) : .string(text)
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      return text == "false" || text == "False" || text == "FALSE" ? .boolean(false) : .string(text)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return number(text)
    default:
      return .string(text)
    }
  }

  private static func number(_ text: String) -> YAMLScalar {
    if text.hasPrefix("0o") || text.hasPrefix("0x") {
      let digits = text.dropFirst(2)
      let radix = text.hasPrefix("0o") ? 8 : 16
      // `Int(_:radix:)` alone would take a sign here.
      guard !digits.isEmpty, digits.utf8.allSatisfy({ isDigit($0, radix: radix) }) else {
        return .string(text)
      }
      return Int(digits, radix: radix).map { .integer($0) } ?? .hugeInteger
    }
    switch text {
    case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": return .number(.infinity)
    case "-.inf", "-.Inf", "-.INF": return .number(-.infinity)
    case ".nan", ".NaN", ".NAN": return .number(.nan)
    default: break
    }
    // [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
    var rest = Substring(text).utf8
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
    let whole = removeDigits(&rest)
    var isInteger = true
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      isInteger = false
      rest.removeFirst()
      fraction = removeDigits(&rest)
    }
    guard whole + fraction > 0 else { return .string(text) }
    if let mark = rest.first, mark == UInt8(ascii: "e") || mark == UInt8(ascii: "E") {
      isInteger = false
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
      guard removeDigits(&rest) > 0 else { return .string(text) }
    }
    guard rest.isEmpty else { return .string(text) }
    if isInteger { return Int(text).map { .integer($0) } ?? .hugeInteger }
    return Double(text).map { .number($0) } ?? .string(text)
  }

  private static func removeDigits(_ rest: inout Substring.UTF8View) -> Int {
    let digits = rest.prefix { isDigit($0, radix: 10) }.count
    rest.removeFirst(digits)
    return digits
  }

  private static func isDigit(_ byte: UInt8, radix: Int) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0")) < radix
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): radix == 16
    default: false
    }
  }
}
