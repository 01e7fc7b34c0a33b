package import NavtreeFlow
package import NavtreeJSON
package import NavigationTree
import NavtreeText

/// Windows that open and close.
extension Session {
  /// Opens a window, after the others, with a screen of any type as its root, as a change of its own.
  package func openWindow(_ name: String, _ request: ScreenRequest, hint: JSONValue? = nil) throws(Failure)
    -> ScreenID
  {
    guard NavigationPath.isWindow(name) else {
      throw Failure(
        .invalidParams, "'\(name.echo)' can't name a window: its name has \(NavigationPath.windowRule)",
        ["pointer": "/window"])
    }
    guard transaction.world.windows.index(named: name) == nil else {
      throw Failure(.nameTaken, "a window named '\(name.echo)' is open already", ["pointer": "/window"])
    }
    guard transaction.world.windows.count < limits[.windows] else { throw limits.exceeded(.windows) }
    var root = ScreenID(0)
    try transaction.inOneChange(.request(.windowOpen)) { () throws(Failure) in
      transaction.listeners.transitions?.begin(by: nil, hint: hint)
      transaction.listeners.actions?.noteRequest(of: transaction) { mask in
        var payload: JSONObject = [
          "window": .string(name), "screen": .string(flow.screens[request.type].name),
        ]
        if let params = request.params {
          payload["params"] = .object(mask.shown(params, ofType: request.type))
        }
        return payload
      }
      let state = try transaction.make(request, .caller)
      try transaction.admit(state, depth: 0)
      guard let window = NavigationZipper(state, window: name, catalog: flow.catalog) else { return }
      root = window.rootID
      transaction.history.journal.append(.windowOpened(transaction.world.windows.count))
      transaction.world.windows.append(window)
      transaction.listeners.coverage?.note(placed: state, flow)
      transaction.listeners.transitions?.observe(in: transaction)
      transaction.observeOpening(of: transaction.world.windows.count - 1)
    }
    return root
  }

  /// Closes a window with everything that it holds, as a change of its own.
  ///
  /// - Complexity: O(number of screens in it).
  package func closeWindow(_ name: String, force: Bool, hint: JSONValue? = nil) throws(Failure) {
    let window = try self.window(named: name)
    guard transaction.world.windows.count > 1 else {
      throw Failure(
        .notDismissable, "/\(name) is the last window",
        ["at": .string("/\(name)")], advice: .closeSession)
    }
    try transaction.inOneChange(.request(.windowClose)) { () throws(Failure) in
      transaction.listeners.transitions?.begin(by: nil, hint: hint)
      transaction.listeners.actions?.noteRequest(of: transaction) { _ in ["window": .string(name)] }
      while transaction.world.windows[window].moveUp() {}
      let root = transaction.world.windows[window].focus
      try transaction.ask(root, in: window, Asking(force: force, unasked: nil))
      let before = transaction.sight(in: window)
      transaction.depart(root, in: window, .windowClosed)
      transaction.leaveWork(ofWindow: name)
      transaction.history.journal.append(.windowClosed(window, transaction.world.windows.remove(at: window)))
      transaction.listeners.transitions?.observe(in: transaction)
      transaction.observeClosing(from: before)
    }
  }
}

/// Travels through the history.
extension Session {
  /// Undoes the last changes, as a change of its own; at most all that are kept.
  ///
  /// - Returns: the change whose state is then present.
  /// - Complexity: the size of the changes.
  @discardableResult
  package func undo(_ count: Int) throws(Failure) -> Int {
    let count = min(count, transaction.history.changes.count)
    guard count > 0 else { throw nothing(.nothingToUndo, "undo") }
    return try travel(-count, as: .undo)
  }

  /// Redoes the changes undone last, as a change of its own; at most all of them.
  @discardableResult
  package func redo(_ count: Int) throws(Failure) -> Int {
    let count = min(count, transaction.history.undoneChanges.count)
    guard count > 0 else { throw nothing(.nothingToRedo, "redo") }
    return try travel(count, as: .redo)
  }

  /// Returns to the state after a change, as a change of its own.
  @discardableResult
  package func goTo(seq: Int) throws(Failure) -> Int {
    try travel(try distance(toSeq: seq).steps, as: .goTo)
  }

  /// The states that the session can return to, oldest first.
  ///
  /// - Complexity: O(number of kept changes).
  package var historyEntries: [HistoryEntry] {
    transaction.history.points.enumerated().map { index, point in
      HistoryEntry(
        seq: point.seq, cause: transaction.name(of: point.cause),
        origin: transaction.history.origin(ofSeq: point.seq), screen: point.screen,
        isUndone: index > transaction.history.changes.count)
    }
  }

  func distance(toSeq seq: Int) throws(Failure) -> (steps: Int, nextIDs: History.NextIDs) {
    if seq == transaction.world.seq { return (0, transaction.nextIDs) }
    if let found = transaction.history.distance(toSeq: seq) { return found }
    let failure = Failure(
      .unknownSeq, "the history doesn't reach the state after change \(seq)", ["pointer": "/seq"])
    if !transaction.history.isOn { throw failure.advising(.keepHistory) }
    throw failure.with(
      "hint", .string("it goes from \(transaction.history.oldest.seq) to \(transaction.world.seq)"))
  }

  private func nothing(_ kind: ErrorKind, _ what: String) -> Failure {
    let failure = Failure(kind, "there is nothing to \(what)")
    return transaction.history.isOn ? failure : failure.advising(.keepHistory)
  }

  /// Undoes or redoes changes, as one change.
  ///
  /// If it fails, the history is unchanged: until it is settled, copies of the kept steps are used.
  /// - Returns: the change whose state is then present.
  private func travel(_ distance: Int, as request: Cause.Request) throws(Failure) -> Int {
    defer { transaction.change.journey = nil }
    transaction.change.reply = nil
    try transaction.inOneChange(.request(request)) { () throws(Failure) in
      // It costs as much as the changes did.
      transaction.change.work.limit = .max
      transaction.observeSight(ofTravel: { transaction.go(distance) })
      transaction.change.hasRemovals = true
    }
    return transaction.history.current.seq
  }

  /// A separate session that continues from here, or from any state in the history.
  ///
  /// Its next seq and ids are those that came next here, and its history ends there. Equal data is shared
  /// until one of the two changes it.
  /// - Complexity: O(1), or the size of the changes since then. The first change of either copies whatever it
  ///   writes to: the history's steps and, if it moves the focus or changes the tree, the path to that or the
  ///   index of the window's screens.
  /// - Parameters:
  ///   - keyPrefix: the prefix of the keys of its effects; nil for the name.
  ///   - notices: takes its notifications to the host; nil for those that take this session's.
  package func fork(
    as name: String, keyPrefix: String? = nil, at seq: Int? = nil, notices: Notices? = nil
  ) throws(Failure) -> Session {
    var target = (steps: 0, nextIDs: transaction.nextIDs)
    if let seq { target = try distance(toSeq: seq) }
    let fork = Transaction(
      copying: transaction, name: name, keyPrefix: keyPrefix ?? name, limits: limits,
      clock: clock.kind == .real ? clock : SessionClock(.virtual, now: now),
      notices: notices ?? transaction.notices)
    fork.history = transaction.history
    fork.listeners.coverage = transaction.listeners.coverage.map(SessionCoverage.init(copying:))
    if let pausedAt = transaction.pausedAt { fork.postponeTimers(by: clock.now - pausedAt) }
    if let seq, seq != transaction.world.seq {
      fork.rewind(target.steps, toSeq: seq, nextIDs: target.nextIDs)
    }
    fork.setAlarm(for: fork.world.ledgers.timers.next())
    return Session(fork, queries: queries)
  }
}
