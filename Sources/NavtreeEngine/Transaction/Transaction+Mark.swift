import NavigationTree

/// A moment of the current change.
struct ChangeMark {
  /// The number of steps taken by the change.
  let stepCount: Int
  /// The number of the next screen.
  let nextScreen: Int
}

extension Transaction {
  /// Reverts the current change to a moment.
  ///
  /// - Returns: the steps that repeat it, the last of them first.
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
  /// - Complexity: twice the size of the change since then.
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
