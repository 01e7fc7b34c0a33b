/// A time zone: the seconds east of UTC at a point in time.
struct TimeZoneRules: Sendable {
  /// When the offset changes, in ascending order, and to what.
  let changes: [(seconds: Int, offset: Int)]
  /// The offset before the first change.
  let initial: Int

  /// - Complexity: O(log *n*)
  func offset(at seconds: Int) -> Int {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].seconds <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? initial : changes[low - 1].offset
  }

  /// `UTC`, or a fixed offset `+01:00`, `-02:30`, `02:00`.
  static func named(_ name: String) -> TimeZoneRules? {
    if name == "UTC" || name.isEmpty { return TimeZoneRules(changes: [], initial: 0) }
    var digits = Array(name.utf8)[...]
    let isWest = digits.first == UInt8(ascii: "-")
    if isWest || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    let parts = digits.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ (1...2).contains($0.count) && $0.allSatisfy { $0 >= 48 && $0 <= 57 } }),
      let hours = Int(String(decoding: parts[0], as: UTF8.self)), hours < 24,
      let minutes = Int(String(decoding: parts[1], as: UTF8.self)), minutes < 60
    else { return nil }
    return TimeZoneRules(changes: [], initial: (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60))
  }
}
