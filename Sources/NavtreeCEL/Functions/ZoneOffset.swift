/// The supported time zones: `UTC` and fixed offsets.
///
/// Named zones are left out on purpose: their meaning depends on the machine's files and changes from year to
/// year, and the same expression must give the same value everywhere.
enum ZoneOffset {
  /// Seconds east of UTC of `UTC`, `+01:00`, `-02:30` or `02:00`.
  static func seconds(_ name: String) -> Int? {
    if name == "UTC" { return 0 }
    var digits = Array(name.utf8)[...]
    let isWest = digits.first == UInt8(ascii: "-")
    if isWest || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let parts = digits.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(number)
    guard parts.count == 2, let hours = parts[0], let minutes = parts[1], hours < 24, minutes < 60 else {
      return nil
    }
    return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  /// One or two digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard (1...2).contains(digits.count), digits.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }
}
