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
    var digits = 1
    var power: UInt64 = 10
    while integer >= power {
      digits &+= 1
      let (product, overflow) = power.multipliedReportingOverflow(by: 10)
      if overflow { break }
      power = product
    }
    let target = (start + length).assumingMemoryBound(to: UInt8.self)
    var rest = integer
    var place = digits
    while place > 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      place &-= 1
      target[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
      rest = quotient
    }
    length &+= digits
  }

  /// Appends the shortest decimal that reads back as the same double, with a fraction or an exponent, so
  /// that it isn't read back as an integer. JSON has no infinities and no NaN: they become `null`.
  public mutating func appendNumber(_ number: Double) {
    // The standard library's description is the shortest, and is JSON: `1.0`, `-0.0`, `1e+300`, `5e-324`.
    if number.isFinite { append(raw: number.description) } else { append("null") }
  }
}
