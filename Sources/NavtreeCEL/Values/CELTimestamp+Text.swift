extension CELTimestamp: CustomStringConvertible {
  /// RFC 3339 in UTC, with as many decimals as there are.
  public var description: String {
    let civil = CivilTime(seconds: seconds)
    func padded(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    return
      "\(padded(civil.year, 4))-\(padded(civil.month, 2))-\(padded(civil.day, 2))"
      + "T\(padded(civil.hour, 2)):\(padded(civil.minute, 2)):\(padded(civil.second, 2))"
      + (nanoseconds > 0 ? CELTimestamp.fraction(Int(nanoseconds)) : "") + "Z"
  }

  /// Nanoseconds as the decimals of a second: `.5`.
  static func fraction(_ nanoseconds: Int) -> String {
    var text = String(nanoseconds)
    text = String(repeating: "0", count: 9 - text.utf8.count) + text
    while text.utf8.last == UInt8(ascii: "0") { text.removeLast() }
    return "." + text
  }

  /// RFC 3339: `2026-01-01T12:00:00.5+01:00`.
  ///
  /// - Returns: nil when the text is no timestamp, or outside of the years 1 to 9999.
  public init?(_ text: String) {
    var reader = Reader(rest: Array(text.utf8)[...])
    guard
      let year = reader.number(4), reader.take("-"), let month = reader.number(2), reader.take("-"),
      let day = reader.number(2), reader.take("T"), let hour = reader.number(2), reader.take(":"),
      let minute = reader.number(2), reader.take(":"), let second = reader.number(2),
      let nanoseconds = reader.fraction(), let offset = reader.offset(), reader.rest.isEmpty,
      (1...12).contains(month), day >= 1, day <= CivilTime.days(inMonth: month, year: year),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let days = CivilTime.days(year: year, month: month, day: day)
    self.init(
      seconds: days * 86_400 + hour * 3_600 + minute * 60 + second - offset, nanoseconds: nanoseconds)
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard let byte = rest.first, UInt32(byte) == character.value else { return false }
      rest.removeFirst()
      return true
    }

    mutating func digit() -> Int? {
      guard let byte = rest.first, byte >= 48, byte <= 57 else { return nil }
      rest.removeFirst()
      return Int(byte - 48)
    }

    mutating func number(_ count: Int) -> Int? {
      var value = 0
      for _ in 0..<count {
        guard let digit = digit() else { return nil }
        value = value * 10 + digit
      }
      return value
    }

    /// Nanoseconds; further digits are cut off.
    mutating func fraction() -> Int? {
      guard take(".") else { return 0 }
      var value = 0
      var count = 0
      while let digit = digit() {
        if count < 9 { value = value * 10 + digit }
        count += 1
      }
      if count == 0 { return nil }
      while count < 9 {
        value *= 10
        count += 1
      }
      return value
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int? {
      if take("Z") { return 0 }
      let isWest = rest.first == UInt8(ascii: "-")
      guard take("+") || take("-"), let hours = number(2), take(":"), let minutes = number(2), hours < 24,
        minutes < 60
      else { return nil }
      return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }
  }
}
