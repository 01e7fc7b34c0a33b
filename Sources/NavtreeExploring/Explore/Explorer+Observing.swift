import NavtreeEngine
import NavtreeFlow
import NavtreeText

/// The observation of a search.
extension Explorer: SharedObserver {
  /// The part of the states that a widened search may have.
  private static let widenedShare = 4

  func found(_ state: Int, in search: Search) -> Bool {
    // What the moves of a beginning do is noted when they are tried.
    if state < search.roots.count, search.roots[state].beginning.moves.isEmpty {
      tracker.noteEvents(way(state))
      if search.roots[state].beginning.snapshot != nil { tracker.noteScreens(way(state), search.session) }
      noteStart(search.session, way(state))
      for notice in search.session.waitingNotices { noteBreach(notice, way(state)) }
    }
    return found(state, facts(of: state, in: search), in: search)
  }

  func facts(of state: Int, in search: Search) -> PropertyCheck.Facts? {
    if search.isForging { return nil }
    tracker.noteState(way(state), search.session)
    return properties.facts(of: search.session)
  }

  func found(_ state: Int, _ facts: PropertyCheck.Facts?, in search: Search) -> Bool {
    if let facts {
      properties.note(facts)
      properties.pursue(in: search) { end(ofSearchFrom: $0, in: search, $1, $2) }
    }
    if state == widenedAt, !search.isForging {
      widenedAt *= 2
      widen(most: state / Self.widenedShare)
    }
    if state % 1_024 == 0 { settings.progress?(search.states.count, search.visitCount, tracker.openCount) }
    return isEnough
  }

  var newsCount: Int { collector.newsCount + failures.count - tracker.openCount }

  func willTry(_ move: Move, in search: Search) {
    answered = nil
    if let counters { writeCount = counters.writeCount(recorder) }
    pending = search.isForging ? [] : marks.pending(in: search.session)
    if case .answer(let answer) = move { answered = collector.takenCount(of: answer, in: search.session) }
  }

  func tried(_ move: Move, _ outcome: MoveOutcome, hasChanged: Bool, from state: Int, in search: Search)
    -> Bool
  {
    func way() -> GoalTracker.Way {
      self.way(state, search.current, forged: search.forgedMoves(from: state))
    }
    if let counters, counters.writeCount(recorder) - writeCount > Counters.mostWrites {
      search.gaps.insert(.counters)
    }
    // A rule for answers that only a forged answer runs isn't reached.
    let openCount = tracker.openCount
    if !isForgingAnswers { tracker.noteEvents(way()) }
    if tracker.openCount < openCount, case .refused(let failure) = outcome, failure.isOfRule {
      failures.append((way(), failure))
    }
    let session = search.session
    for notice in session.waitingNotices { noteBreach(notice, way()) }
    collector.note(move, outcome, in: session, way)
    for pending in pending where marks.isLeft(pending, in: session) {
      let mark = pending.mark
      collector.add(
        .unreset, mark.name, mark.location, "it stays \(mark.value) after '\(mark.effect)' is over", way)
    }
    if let answered, hasChanged, !search.isForging { collector.note(answered, way) }
    tell(search)
    return isEnough
  }

  /// Notes the invariants that are false at the start, which is no change after which they are checked.
  private func noteStart(_ session: Session, _ way: GoalTracker.Way) {
    for invariant in flow.invariants(brokenIn: session) {
      tracker.noteBreach(invariant.name, way)
      collector.noteBreach(of: invariant.name, in: session) { way }
    }
  }

  private func noteBreach(_ notice: Notice, _ way: @autoclosure () -> GoalTracker.Way) {
    if let name = notice.brokenInvariant { tracker.noteBreach(name, way()) }
  }

  private var isEnough: Bool {
    guard let until = settings.until else { return false }
    return until.holds(tracker.percent)
  }
}
