/// A double as the fewest decimal digits that read back as the same double.
struct DecimalText {
  let isNegative: Bool
  /// Without leading and trailing zeros; empty for zero.
  let digits: [UInt8]
  /// The number of digits before the decimal point; may be negative or beyond their count.
  let point: Int
  /// The word for a number that isn't finite.
  let special: String?

  init(_ value: Double) {
    isNegative = value.sign == .minus
    if !value.isFinite {
      special = value.isNaN ? "NaN" : isNegative ? "-Inf" : "+Inf"
      digits = []
      point = 0
      return
    }
    special = nil
    var digits: [UInt8] = []
    var point: Int?
    var exponent = 0
    var text = value.magnitude.description.utf8[...]
    if let mark = text.firstIndex(of: UInt8(ascii: "e")) {
      exponent = Int(String(text[text.index(after: mark)...]) ?? "") ?? 0
      text = text[..<mark]
    }
    for byte in text {
      if byte == UInt8(ascii: ".") { point = digits.count } else { digits.append(byte) }
    }
    var whole = (point ?? digits.count) + exponent
    while digits.first == UInt8(ascii: "0") {
      digits.removeFirst()
      whole -= 1
    }
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    self.digits = digits
    self.point = digits.isEmpty ? 1 : whole
  }

  private var sign: String { isNegative ? "-" : "" }

  private func text(_ digits: some Sequence<UInt8>) -> String {
    String(decoding: Array(digits), as: UTF8.self)
  }

  /// Without an exponent: `0.0001`, `123`.
  var plain: String {
    if let special { return special }
    if digits.isEmpty { return sign + "0" }
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + text(digits) }
    if point >= digits.count {
      return sign + text(digits) + String(repeating: "0", count: point - digits.count)
    }
    return sign + text(digits[..<point]) + "." + text(digits[point...])
  }

  /// The form of `string(double)`: with an exponent below 0.0001 and from 10²¹ on.
  var general: String {
    let exponent = point - 1
    return special != nil || digits.isEmpty || (exponent >= -4 && exponent < 21) ? plain : scientific
  }

  /// `1.5e+10`
  var scientific: String {
    let exponent = point - 1
    let fraction = digits.count > 1 ? "." + text(digits[1...]) : ""
    let size = String(exponent.magnitude)
    return sign + text(digits.prefix(1)) + fraction + (exponent < 0 ? "e-" : "e+")
      + (size.utf8.count < 2 ? "0" : "") + size
  }
}
