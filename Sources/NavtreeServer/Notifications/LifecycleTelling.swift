import NavtreeJSON
import NavtreeEngine

/// The telling of lifecycle events while notifications are written: beyond the bytes that may wait, an event is kept once
/// for all followers and written when those before it have left.
struct LifecycleTelling {
  let subscriptions: SubscriptionTable
  let most: Int
  /// The bytes of followers' notifications so far, about.
  var bytes = 0
  /// Whether events are kept.
  private(set) var isHolding = false

  /// - Complexity: O(number of followers); O(1) beyond the bytes that may wait.
  mutating func tell(_ event: ToldEvent, to followers: [Int], into output: inout JSONWriter) {
    var told = 0
    while told < followers.count, bytes < most {
      let start = output.count
      Notice.write(event, to: followers[told], into: &output)
      bytes &+= output.count - start
      told += 1
    }
    if told == followers.count { return }
    subscriptions.hold(event, for: followers[told...], at: output.count)
    isHolding = true
  }
}
