import NavtreeEngine

/// The moves that are tried in a state.
extension Search {
  /// The moves of a state, in which time passes to each set of timers that may be the next.
  func trials(_ moves: [(move: Move, isForged: Bool)], in state: Int) -> [(Trial, isForged: Bool)] {
    let trials = moves.flatMap { move, isForged -> [(Trial, Bool)] in
      guard case .advance = move, !fields.times else { return [(Trial(move: move), isForged)] }
      let times = states.times[state]
      if times.count > TimeBounds.mostTimers {
        gaps.insert(.timers)
        return []
      }
      let next = times.nextDue()
      if next.count > 1 { openStates.insert(state) }
      return next.map { (Trial(move: .advance(0), due: $0), isForged) }
    }
    guard let counters else { return trials }
    guard let count = counters.variantCount(in: session) else {
      gaps.insert(.counters)
      return trials
    }
    // The values that they have come first, so that more ways are real.
    if count == 1 { return trials }
    return (0...count).flatMap { variant in
      trials.map { (Trial(move: $0.0.move, due: $0.0.due, variant: variant), $0.1) }
    }
  }
}
