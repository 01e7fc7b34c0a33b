extension JSONWriter {
  @inlinable
  public mutating func appendBoolean(_ boolean: Bool) {
    if boolean { append("true") } else { append("false") }
  }

  @inlinable
  public mutating func appendInteger(_ integer: Int) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    appendInteger(UInt64(integer.magnitude))
  }

  public mutating func appendInteger(_ integer: UInt64) {
    // The longest has 20 digits.
    reserve(20)
    // Most are ids and numbers of changes.
    if integer < 10_000 {
      appendShort(integer)
    } else {
      let (rest, last) = integer.quotientAndRemainder(dividingBy: 10_000)
      if rest < 10_000 { appendShort(rest) } else { appendInteger(rest) }
      appendDigits(of: last, 4)
    }
  }

  /// Appends a number below 10,000; there is room for four bytes.
  @inline(__always)
  private mutating func appendShort(_ integer: UInt64) {
    appendDigits(of: integer, integer < 100 ? (integer < 10 ? 1 : 2) : (integer < 1_000 ? 3 : 4))
  }

  /// Appends the last digits of a number below 10,000; there is room for four bytes.
  ///
  /// Without a loop over the digits a dispatch takes 50 instructions less.
  @inline(__always)
  private mutating func appendDigits(of integer: UInt64, _ count: Int) {
    let number = UInt32(truncatingIfNeeded: integer)
    // Division by multiplication: exact below 43,699, and by 10 below 179.
    let high = (number &* 5_243) &>> 19
    // Two digits in each half of the word, then one in each byte, the first one in the lowest.
    let pairs = high | (number &- high &* 100) &<< 16
    let tens = ((pairs &* 103) &>> 10) & 0x000F_000F
    let digits = 0x3030_3030 &+ (tens | (pairs &- tens &* 10) &<< 8)
    let text = digits &>> UInt32(truncatingIfNeeded: 32 &- 8 &* count)
    (start + length).storeBytes(of: text.littleEndian, as: UInt32.self)
    length &+= count
  }

  /// Appends the shortest decimal that reads back as the same double, with a fraction or an exponent, so
  /// that it isn't read back as an integer. JSON has no infinities and no NaN: they become `null`.
  public mutating func appendNumber(_ number: Double) {
    // The standard library's description is the shortest, and is JSON: `1.0`, `-0.0`, `1e+300`, `5e-324`.
    if number.isFinite { append(raw: number.description) } else { append("null") }
  }
}
