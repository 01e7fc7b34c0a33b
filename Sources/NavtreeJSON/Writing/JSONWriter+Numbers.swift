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
    let digits = Self.digitCount(integer)
    let target = (start + length).assumingMemoryBound(to: UInt8.self)
    var rest = integer
    var place = digits
    // Two at a time: the second of a pair comes from a number so small that it needs no division.
    while place > 1 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      let tens = (pair &* 103) &>> 10
      place &-= 2
      target[place] = Self.digit(tens)
      target[place &+ 1] = Self.digit(pair &- 10 &* tens)
      rest = quotient
    }
    if place > 0 { target[0] = Self.digit(rest) }
    length &+= digits
  }

  @inline(__always)
  private static func digitCount(_ integer: UInt64) -> Int {
    // Most are ids and numbers of changes.
    if integer < 10_000 { return integer < 100 ? (integer < 10 ? 1 : 2) : (integer < 1_000 ? 3 : 4) }
    var digits = 5
    var power: UInt64 = 100_000
    while integer >= power {
      digits &+= 1
      let (product, overflow) = power.multipliedReportingOverflow(by: 10)
      if overflow { break }
      power = product
    }
    return digits
  }

  @inline(__always)
  private static func digit(_ value: UInt64) -> UInt8 {
    UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)
  }

  /// Appends the shortest decimal that reads back as the same double, with a fraction or an exponent, so
  /// that it isn't read back as an integer. JSON has no infinities and no NaN: they become `null`.
  public mutating func appendNumber(_ number: Double) {
    // The standard library's description is the shortest, and is JSON: `1.0`, `-0.0`, `1e+300`, `5e-324`.
    if number.isFinite { append(raw: number.description) } else { append("null") }
  }
}
