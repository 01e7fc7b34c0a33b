/// A distribution of durations, in buckets that are at most 1/16 wide.
package struct Latencies: Sendable {
  /// The number of durations.
  package private(set) var count = 0
  /// Their sum, in microseconds.
  package private(set) var sum = 0
  /// The longest, in microseconds.
  package private(set) var longest = 0
  private var buckets: [Int] = []

  /// Durations below this have a bucket each, and each power of two from there on has as many.
  private static let width = 16
  private static let widthBits = 4
  /// The longest duration with a bucket of its own: 12 days.
  private static let most = 1 << 40 - 1

  package init() {}

  /// Adds a duration, in microseconds, as often as `times` says.
  package mutating func add(_ duration: Int, times: Int = 1) {
    let duration = min(max(duration, 0), Self.most)
    if buckets.isEmpty { buckets = Array(repeating: 0, count: Self.bucket(of: Self.most) + 1) }
    buckets[Self.bucket(of: duration)] += times
    count += times
    sum &+= duration &* times
    longest = max(longest, duration)
  }

  /// Adds all durations of another distribution.
  package mutating func add(_ other: Latencies) {
    if other.count == 0 { return }
    if buckets.isEmpty { buckets = Array(repeating: 0, count: other.buckets.count) }
    for index in buckets.indices { buckets[index] += other.buckets[index] }
    count += other.count
    sum &+= other.sum
    longest = max(longest, other.longest)
  }

  /// The duration that a share of the durations, in thousandths, doesn't exceed: at most 1/16 too long, and 0 if
  /// there is none.
  ///
  /// - Complexity: O(number of buckets)
  package func quantile(_ thousandths: Int) -> Int {
    let rank = (count * thousandths + 999) / 1_000
    if rank == 0 { return 0 }
    var seen = 0
    for index in buckets.indices {
      seen += buckets[index]
      if seen >= rank { return min(Self.last(of: index), longest) }
    }
    return longest
  }

  /// The number of durations below a power of two from 16 on, in microseconds.
  ///
  /// - Complexity: O(number of buckets)
  package func count(below power: Int) -> Int { buckets.prefix(Self.bucket(of: power)).reduce(0, +) }

  private static func bucket(of duration: Int) -> Int {
    if duration < width { return duration }
    let shift = Int.bitWidth - 1 - duration.leadingZeroBitCount - widthBits
    return shift * width + duration >> shift
  }

  /// The longest duration of a bucket.
  private static func last(of bucket: Int) -> Int {
    if bucket < width * 2 { return bucket }
    let shift = bucket / width - 1
    return (bucket - shift * width + 1) << shift - 1
  }
}
