import NavtreeFlow
import NavigationTree

/// A moment of the current change.
struct ChangeMark {
  /// The number of steps that the change had taken.
  let stepCount: Int
  /// The number of the screen that came next.
  let nextScreen: Int
}

extension Session {
  /// Where the current change stands.
  var mark: ChangeMark {
    ChangeMark(stepCount: history.journal.count, nextScreen: world.counters.screen)
  }

  /// Takes back what the current change has done since a moment.
  ///
  /// - Returns: the steps that do it again, the last of them first.
  @discardableResult
  func takeBack(to mark: ChangeMark) -> [Inverse] {
    var counterparts: [Inverse] = []
    while history.journal.count > mark.stepCount, let step = history.journal.popLast() {
      counterparts.append(revert(step))
    }
    return counterparts
  }

  /// Runs a closure over the world as it was at a moment of the current change, by the present clock.
  ///
  /// - Complexity: what was done since, twice.
  func withWorld<Result>(asOf mark: ChangeMark, _ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    if history.journal.count <= mark.stepCount { return try body() }
    let focuses = world.windows.map(\.focus.id)
    let counterparts = takeBack(to: mark)
    defer {
      for step in counterparts.reversed() { history.journal.append(revert(step)) }
      for (window, focus) in focuses.enumerated() { world.windows[window].move(to: focus) }
    }
    return try body()
  }
}
