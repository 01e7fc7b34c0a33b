extension CELDuration: CustomStringConvertible {
  /// Seconds, with as many decimals as there are: `1.5s`.
  public var description: String {
    let (seconds, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    var text = (nanoseconds < 0 ? "-" : "") + String(seconds)
    if rest > 0 { text += CELTimestamp.fraction(Int(rest)) }
    return text + "s"
  }

  /// A sequence of decimal numbers with units, `1h30m`, `-1.5s`, `100ms`; of `h`, `m`, `s`, `ms`, `us`, `ns`.
  ///
  /// - Returns: nil when the text is no duration, or out of range.
  /// - Complexity: O(*n*)
  public init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
    if rest.elementsEqual("0".utf8) {
      self.init(nanoseconds: 0)
      return
    }
    if rest.isEmpty { return nil }
    var total: UInt = 0
    while !rest.isEmpty {
      guard let part = CELDuration.part(&rest) else { return nil }
      let (sum, overflow) = total.addingReportingOverflow(part)
      if overflow { return nil }
      total = sum
    }
    // The range is larger by one below zero.
    if isNegative, total == Int.min.magnitude {
      self.init(nanoseconds: .min)
    } else if let nanoseconds = Int(exactly: total) {
      self.init(nanoseconds: isNegative ? -nanoseconds : nanoseconds)
    } else {
      return nil
    }
  }

  /// A number with its unit, in nanoseconds.
  private static func part(_ rest: inout ArraySlice<UInt8>) -> UInt? {
    func digit() -> UInt? {
      guard let byte = rest.first, byte >= 48, byte <= 57 else { return nil }
      rest.removeFirst()
      return UInt(byte - 48)
    }
    var whole: UInt = 0
    var count = 0
    while let digit = digit() {
      let (product, first) = whole.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.addingReportingOverflow(digit)
      if first || second { return nil }
      whole = sum
      count += 1
    }
    var fraction: UInt = 0
    var scale: UInt = 1
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      while let digit = digit() {
        count += 1
        // Digits beyond a billionth of a billionth can't matter.
        if scale < 1_000_000_000_000_000_000 {
          fraction = fraction * 10 + digit
          scale *= 10
        }
      }
    }
    if count == 0 { return nil }
    let letters = rest.prefix { ($0 < 48 || $0 > 57) && $0 != UInt8(ascii: ".") }
    rest = rest.dropFirst(letters.count)
    let unit: UInt
    switch String(decoding: letters, as: UTF8.self) {
    case "h": unit = 3_600_000_000_000
    case "m": unit = 60_000_000_000
    case "s": unit = 1_000_000_000
    case "ms": unit = 1_000_000
    case "us", "\u{B5}s", "\u{3BC}s": unit = 1_000
    case "ns": unit = 1
    default: return nil
    }
    let (nanoseconds, overflow) = whole.multipliedReportingOverflow(by: unit)
    // Below one unit, so the division can't overflow.
    let part = scale.dividingFullWidth(fraction.multipliedFullWidth(by: unit)).quotient
    let (sum, carry) = nanoseconds.addingReportingOverflow(part)
    return overflow || carry ? nil : sum
  }
}
