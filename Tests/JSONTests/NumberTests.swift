import NavtreeJSON
import NavtreeJSONReading
import Testing
import NavtreeTestSupport

struct NumberTests {
  struct Case: CustomTestStringConvertible {
    var read: String
    var value: JSONValue
    /// Its expected text.
    var written: String
    var testDescription: String { read }

    init(_ read: String, _ value: JSONValue, writes written: String? = nil) {
      self.read = read
      self.value = value
      self.written = written ?? read
    }
  }

  @Test(arguments: [
    Case("0", 0),
    Case("-0", 0, writes: "0"),
    Case("1", 1),
    Case("-1", -1),
    Case("9", 9),
    Case("10", 10),
    Case("99", 99),
    Case("100", 100),
    Case("9007199254740993", 9_007_199_254_740_993),
    Case("9223372036854775806", .integer(.max - 1)),
    Case("9223372036854775807", .integer(.max)),
    Case("-9223372036854775807", .integer(.min + 1)),
    Case("-9223372036854775808", .integer(.min)),
    Case("0.0", .number(0)),
    Case("-0.0", .number(-0.0)),
    Case("1.0", .number(1)),
    Case("1.10", .number(1.1), writes: "1.1"),
    Case("1e2", .number(100), writes: "100.0"),
    Case("1E+2", .number(100), writes: "100.0"),
    Case("0.1", .number(0.1)),
    Case("1e-7", .number(1e-7), writes: "1e-07"),
    Case("123456789012345680.0", .number(123_456_789_012_345_680), writes: "1.2345678901234568e+17"),
    Case("9223372036854775808.0", .number(0x1p63), writes: "9.223372036854776e+18"),
    Case("1e300", .number(1e300), writes: "1e+300"),
    Case("1.7976931348623157e308", .number(.greatestFiniteMagnitude), writes: "1.7976931348623157e+308"),
    Case("5e-324", .number(.leastNonzeroMagnitude)),
    Case("2.2250738585072014e-308", .number(.leastNormalMagnitude)),
    Case("1e-400", .number(0), writes: "0.0"),
    Case("-1e-400", .number(-0.0), writes: "-0.0"),
  ])
  func aNumberIsWrittenAsWhatItWasRead(_ test: Case) throws {
    let value = try JSONValue(parsing: test.read)
    #expect(value.isIdentical(to: test.value))
    #expect(value.description == test.written)
    #expect(try JSONValue(parsing: value.description).isIdentical(to: value))
  }

  @Test(arguments: [
    ("9223372036854775808", UInt64(1) << 63), ("18446744073709551615", .max), ("7", 7),
  ])
  func anUnsignedIntegerIsReadDigitForDigit(_ text: String, _ expected: UInt64) throws {
    try withParser { parser in
      try withPadding(text) { bytes in
        let unsigned = try #require(try parser.parse(bytes).unsigned)
        #expect(unsigned == expected)
        var writer = JSONWriter()
        writer.appendInteger(unsigned)
        #expect(writer.text == text)
      }
    }
  }

  @Test
  func everyNumberOfDigitsIsWritten() {
    var writer = JSONWriter()
    var power: UInt64 = 1
    for _ in 0..<20 {
      for integer in [power - 1, power, power + 1] {
        writer.removeAll()
        writer.appendInteger(integer)
        #expect(writer.text == String(integer))
      }
      power = power &* 10
    }
  }

  @Test
  func randomNumbersAreReadBackBitForBit() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<2_000 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let value = JSONValue.number(number)
      #expect(try JSONValue(parsing: value.description).isIdentical(to: value))
      let integer = JSONValue.integer(
        Int(truncatingIfNeeded: random.next() >> UInt64.random(in: 0..<64, using: &random)))
      #expect(try JSONValue(parsing: integer.description).isIdentical(to: integer))
    }
  }

  @Test
  func whatJSONCannotExpressIsWrittenAsNull() {
    let value: JSONValue = [.number(.nan), .number(.infinity), .number(-.infinity)]
    #expect(value.description == "[null,null,null]")
  }
}
