import NavtreeCEL

/// The bytes of a string whose format is checked, taken from the left.
struct FormatText {
  private let bytes: [UInt8]
  private var index = 0

  init(_ string: String) {
    bytes = Array(string.utf8)
  }

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  var isAtEnd: Bool { index == bytes.count }
  var next: UInt8? { isAtEnd ? nil : bytes[index] }
  /// The bytes that are left.
  var rest: ArraySlice<UInt8> { bytes[index...] }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    take { $0 == UInt8(ascii: scalar) }
  }

  /// Takes one byte that satisfies a condition.
  mutating func take(_ isTaken: (UInt8) -> Bool) -> Bool {
    guard let next, isTaken(next) else { return false }
    index += 1
    return true
  }

  /// Takes all bytes up to the first that doesn't satisfy a condition.
  mutating func takeAll(_ isTaken: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = index
    while take(isTaken) {}
    return bytes[start..<index]
  }

  /// Takes a number of exactly so many digits.
  mutating func takeNumber(_ digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let next, Self.isDigit(next) else { return nil }
      number = number * 10 + Int(next - UInt8(ascii: "0"))
      index += 1
    }
    return number
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  static func isHex(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  static func isAlphanumeric(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }

  /// Whether a byte is one of some ASCII characters.
  static func isOne(_ byte: UInt8, of characters: StaticString) -> Bool {
    characters.withUTF8Buffer { $0.contains(byte) }
  }
}

extension FormatText {
  /// Groups of 8, 4, 4, 4 and 12 hexadecimal digits.
  mutating func takeUUID() -> Bool {
    for (number, digits) in [8, 4, 4, 4, 12].enumerated() {
      if number > 0, !take("-") { return false }
      for _ in 0..<digits where !take(Self.isHex) { return false }
    }
    return true
  }

  mutating func takeDate() -> Bool {
    guard let year = takeNumber(4), take("-"), let month = takeNumber(2), take("-"), let day = takeNumber(2)
    else { return false }
    return (1...12).contains(month) && (1...CivilTime.days(inMonth: month, year: year)).contains(day)
  }

  mutating func takeDateTime() -> Bool {
    guard takeDate(), take("T") || take("t"), let hour = takeNumber(2), take(":"), let minute = takeNumber(2),
      take(":"), let second = takeNumber(2), hour < 24, minute < 60, second <= 60
    else { return false }
    if take("."), takeAll(Self.isDigit).isEmpty { return false }
    var offset = 0
    if !take("Z"), !take("z") {
      let isWest = take("-")
      guard isWest || take("+"), let hours = takeNumber(2), take(":"), let minutes = takeNumber(2),
        hours < 24,
        minutes < 60
      else { return false }
      offset = (hours * 60 + minutes) * (isWest ? -1 : 1)
    }
    // A leap second is the last of a day of UTC.
    let ofUTC = (hour * 60 + minute - offset + 2 * 1440) % 1440
    return second < 60 || ofUTC == 1439
  }
}
