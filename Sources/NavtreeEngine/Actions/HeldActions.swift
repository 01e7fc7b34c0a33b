import DequeModule

/// The last actions held for all followers of a session, because the reader is behind or more would wait than may.
struct HeldActions {
  /// The most actions that are kept.
  static let longest = 1_000

  private var told: Deque<ToldEvent> = []
  /// The number of the first one.
  private var base = 0
  /// The bytes of the kept texts.
  private var bytes = 0

  /// Adds actions.
  ///
  /// - Parameter most: the bytes of texts that are kept at most, or the text of the last one.
  /// - Returns: the number of the first of them.
  mutating func append(_ actions: [ToldEvent], atMost most: Int) -> Int {
    let first = base + told.count
    for action in actions {
      told.append(action)
      bytes += action.text.count
      while told.count > Self.longest || bytes > most, told.count > 1 {
        bytes -= told.removeFirst().text.count
        base += 1
      }
    }
    return first
  }

  /// The kept actions from one on, the first with the number of those before it.
  func from(_ number: Int) -> [ToldEvent] {
    let index = max(0, number - base)
    var actions = Array(told.dropFirst(index))
    if !actions.isEmpty { actions[0].missed = base + index - number }
    return actions
  }

  mutating func removeAll() { self = HeldActions() }
}
