import NavtreeEngine
import NavtreeFlow

/// The expansion of states: each move is tried, and taken back.
extension Search {
  func expandAll(_ observer: any SearchObserver) -> End {
    triedCount = 0
    var isCut = false
    var scouts: Scouts?
    defer { scouts?.end() }
    while triedCount < states.count {
      let state = isForging ? triedCount : queue?.next() ?? triedCount
      if states.count > bounds.states { return .states }
      if let depth = bounds.depth, states.depths[state] >= depth {
        isCut = true
        // The rest lies as deep.
        if isForging || queue == nil, roots.count == 1 { break }
      } else {
        if scouts == nil { scouts = startScouts(observer) }
        let end: End?
        if let scouts, let expansion = scouts.expansion(of: state, in: self) {
          end = take(expansion, of: state, scouts.observer)
        } else {
          end = expand(state, observer)
        }
        if let end { return end }
      }
      triedCount += 1
    }
    return isCut ? .depth : .exhausted
  }

  /// Tries all moves in a state.
  ///
  /// - Returns: the reason to end here; nil to go on.
  private func expand(_ state: Int, _ observer: any SearchObserver) -> End? {
    let checkpoint = move(to: state)
    var following: [EdgeTable.Edge] = []
    for (trial, isForged) in trials(movesToTry(in: state), in: state) {
      if bounds.isOver() { return .stopped }
      self.isForged = isForged
      current = number(of: trial)
      if attempt(trial, in: state, checkpoint, &following, observer) { return .enough }
    }
    keep(following)
    return nil
  }

  /// Makes the current move in a state that the session is in, and takes it back.
  ///
  /// - Returns: whether the observer has what it wants.
  func attempt(
    _ trial: Trial, in state: Int, _ checkpoint: Checkpoint, _ following: inout [EdgeTable.Edge],
    _ observer: any SearchObserver
  ) -> Bool {
    let (times, hasChanged, isLast) = perform(trial, in: state, observer)
    var isEnough = isLast
    if hasChanged {
      let (target, isEnd) = enter(times, from: state, observer)
      isEnough = isEnough || isEnd
      note(target, in: state, &following)
    }
    takeBack(trial, to: checkpoint, hasChanged)
    return isEnough
  }

  /// Makes a move in a state that the session is in.
  ///
  /// - Returns: the times that are left after it, whether it may have led to another state, and whether the observer has
  ///   what it wants.
  func perform(_ trial: Trial, in state: Int, _ observer: any SearchObserver) -> (
    times: TimeBounds, hasChanged: Bool, isEnough: Bool
  ) {
    let seq = session.seq
    observer.willTry(trial.move, in: self)
    let (outcome, times, _) = make(trial, at: states.times[state])
    trialCount += 1
    if case .refused(let failure) = outcome, failure.isByLimit { gaps.insert(.limits) }
    if case .endless = outcome { gaps.insert(.limits) }
    // A screen that refuses to go may answer with a change, and an answer that fails ends its effect.
    let hasChanged = outcome.isTaken || session.seq != seq
    let isEnough = observer.tried(
      trial.move, outcome, hasChanged: hasChanged, from: state, in: self)
    return (times.waiting, hasChanged, isEnough)
  }

  func takeBack(_ trial: Trial, to checkpoint: Checkpoint, _ hasChanged: Bool) {
    if hasChanged || trial.variant > 0 { checkpoint.restore(session) }
    session.forgetNotices()
  }

  /// Notes that the current move leads from a state to another one.
  func note(_ target: Int, in state: Int, _ following: inout [EdgeTable.Edge]) {
    visitCount += 1
    let isKept = keepsAnswers && !moves[current].move.isOfUser
    if keepsEdges, isKept || target != state && !following.contains(where: { $0.target == target }) {
      following.append(EdgeTable.Edge(target: Int32(target), move: Int32(current)))
    }
  }

  /// Keeps the edges of the next state.
  func keep(_ following: [EdgeTable.Edge]) {
    if keepsEdges { edges.append(following) }
  }

  /// Makes a move in the session, at an instant that is as good as any other.
  ///
  /// - Returns: the times that are left after it, and the timers, by number, that it has set, some of them again.
  func make(_ trial: Trial, at times: TimeBounds) -> (outcome: MoveOutcome, times: TimeBounds, set: [Int]) {
    if trial.variant > 0 { counters?.put(trial.variant - 1, in: session) }
    if fields.times { return (trial.move.perform(on: session), .none, []) }
    let times = trial.due == 0 ? times : times.falling(due: trial.due) ?? times
    let before = TimesLeft(of: session)
    let left = times.least ?? before.times
    before.replace(by: left, in: session)
    let outcome = trial.move.perform(on: session)
    let after = TimesLeft(of: session)
    if before.numbers.isEmpty, after.numbers.isEmpty { return (outcome, .none, []) }
    let former = zip(after.numbers, after.times).map { number, time in
      before.numbers.firstIndex(of: number).flatMap { left[$0] == time ? $0 : nil }
    }
    let set = zip(after.numbers, former).compactMap { $1 == nil ? $0 : nil }
    return (outcome, times.after(former, after.times), set)
  }

  /// The state that the session is in after a move.
  private func enter(
    _ times: TimeBounds, from state: Int, _ observer: any SearchObserver
  ) -> (state: Int, isEnough: Bool) {
    let key = KeyReader.key(of: session, counting: fields)
    if let known = states.index(of: key, times) { return (known, false) }
    let found = add(key, times, from: state, tree: trees.number(of: session))
    keep(Checkpoint(of: session), of: found)
    noteGaps()
    queue?.append(found, of: session, depth: Int(states.depths[found]))
    return (found, observer.found(found, in: self))
  }

  /// Adds a state to which the current move leads.
  func add(_ key: StateKey, _ times: TimeBounds, from state: Int, tree: Int) -> Int {
    states.append(
      key, times, parent: state, move: current, depth: Int(states.depths[state]) + 1, tree: tree)
    if isForged { forgedStates.insert(states.count - 1) }
    return states.count - 1
  }

  /// Keeps the session's state, if there is room.
  func keep(_ checkpoint: @autoclosure () -> Checkpoint, of state: Int) {
    let place = state % Self.keptCount
    // One that was expanded on another thread isn't needed any more.
    if kept[place].map({ $0.state < triedCount }) ?? true { kept[place] = (state, checkpoint()) }
  }

  func noteGaps() { gaps.formUnion(gapsHere) }

  /// What the state that the session is in adds to the gaps.
  var gapsHere: Set<Gap> { session.windows.count > 1 && !flow.links.isEmpty ? [.windows] : [] }
}
