import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The first screens of a session, or those that it is restored with.
extension Transaction {
  /// Begins with the windows that the flow starts with.
  func begin(with shared: JSONObject) throws(Failure) {
    try beginShared(with: shared)
    try openStartWindows()
    try handleBeginning()
    listeners.coverage?.settle()
    beginHistory()
  }

  /// Begins a history at the present state.
  func beginHistory() {
    history = History(limits: limits)
    history.begin(seq: world.seq, nextIDs: nextIDs)
  }

  /// Gives each shared field its first value.
  func beginShared(with given: JSONObject) throws(Failure) {
    var given = given
    do {
      try flow.shared.check(&given)
    } catch {
      throw misfit(error, "shared", "/shared", .caller)
    }
    for field in flow.shared.fields {
      if let value = given[field.name] {
        world.shared.append(value)
      } else {
        world.shared.append(try value(ofUnset: field))
      }
    }
  }

  /// Opens the windows that the flow starts with.
  func openStartWindows() throws(Failure) {
    for window in flow.start {
      let root = try makeRoot(of: window)
      guard let zipper = NavigationZipper(root, window: window.window, catalog: flow.catalog) else {
        continue
      }
      world.windows.append(zipper)
      listeners.coverage?.note(placed: root, flow)
      observeOpening(of: world.windows.count - 1)
    }
  }

  /// The root that a window starts with: the first choice that holds.
  func makeRoot(of window: StartWindow) throws(Failure) -> NavigationState {
    for choice in window.choices {
      if let when = choice.when, try !holds(guard: when) { continue }
      return try make(choice.screen)
    }
    throw Failure(.flowDefect, "no choice of start holds for the window '\(window.window)'")
  }

  /// Runs everything that the first screens cause, as a part of the session's beginning.
  func handleBeginning() throws(Failure) {
    if change.queue.isEmpty, !change.hasOccurrences { return }
    let firstNotice = notices.all.count
    do {
      try drainQueue()
    } catch {
      notices.all.removeSubrange(firstNotice...)
      throw error
    }
    history.journal.removeAll()
    change.causes.removeAll()
    if listeners.isWatched { listeners.sightings.endChange(isUndone: false) }
  }
}
