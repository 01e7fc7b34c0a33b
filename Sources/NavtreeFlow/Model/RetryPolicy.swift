/// The further tries of an effect that has failed or timed out, and the time before each.
package struct RetryPolicy: Sendable, Equatable {
  /// The number of further tries; `forever` for no end of them.
  package let times: Int
  /// The milliseconds before the first of them; 0 for at once.
  package let delay: Int
  /// Each later delay is the one before it multiplied by this.
  package let factor: Double
  /// The longest delay in milliseconds; nil for none.
  package let maxDelay: Int?
  /// Whether an answer before the last one begins the tries anew.
  package let resetsOnNext: Bool

  /// As many tries as there can be.
  package static let forever = 1 << 40
  package static let foreverWord = "forever"

  package init(
    times: Int, delay: Int = 0, factor: Double = 1, maxDelay: Int? = nil, resetsOnNext: Bool = false
  ) {
    self.resetsOnNext = resetsOnNext
    self.times = times
    self.delay = delay
    self.factor = factor
    self.maxDelay = maxDelay
  }

  /// The longest delay without `maxDelay`, in milliseconds: the time until the year 9999.
  private static let longest = 253_402_300_799_999

  /// The number of tries that are left after another one. Where there is no end of them, those with equal delays are
  /// alike, and aren't counted.
  ///
  /// - Parameter left: the number before it.
  package func left(after left: Int) -> Int {
    let number = times - left + 1
    return times == Self.forever && delay(before: number) == delay(before: number + 1) ? left : left - 1
  }

  /// The milliseconds before a try, counted from 1.
  ///
  /// - Complexity: O(log number)
  package func delay(before number: Int) -> Int {
    var delay = Double(self.delay)
    var power = factor
    var rest = max(number - 1, 0)
    while rest > 0 {
      if rest % 2 == 1 { delay *= power }
      power *= power
      rest /= 2
    }
    let longest = min(maxDelay ?? Self.longest, Self.longest)
    return delay < Double(longest) ? Int(delay) : longest
  }
}
