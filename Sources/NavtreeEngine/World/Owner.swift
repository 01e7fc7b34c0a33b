package import NavigationTree
import NavtreeJSON

/// The screen or session with which a timer or an effect ends.
package enum Owner: Equatable, Sendable {
  case screen(ScreenID)
  /// The session itself; the work was begun in the window of that name.
  case session(window: String)

  /// The session, whose work was begun in a window that has closed since: no window has such a name.
  static let sessionAlone = Owner.session(window: "")

  /// Nil for the session.
  package var screen: ScreenID? {
    switch self {
    case .screen(let id): id
    case .session: nil
    }
  }
}

extension Owner {
  /// The members of a row of a screen or of the session, for people: `id`, or `of`.
  func shown(in members: JSONObject) -> JSONObject {
    var members = members
    switch self {
    case .screen(let id): members["id"] = .integer(id.number)
    case .session: members["of"] = "session"
    }
    return members
  }

  /// The members of a stored entry.
  func stored(in members: JSONObject) -> JSONObject {
    var members = members
    switch self {
    case .screen(let id): members["screen"] = .integer(id.number)
    case .session(let window):
      members["of"] = "session"
      members["window"] = .string(window)
    }
    return members
  }
}

extension LedgerEntry {
  /// The owner of stored work: the session, or a live screen. A window opened later isn't one that isn't restored.
  func owner() throws(StoredFault) -> Owner {
    if reader["of"] == nil { return .screen(try screen("screen")) }
    let window = try reader.string("window")
    return transaction.world.windows.index(named: window) == nil ? .sessionAlone : .session(window: window)
  }
}

extension Transaction {
  /// Leaves the session's work that was begun in a window to the first one, as the window closes: a later one of its
  /// name is another one.
  ///
  /// - Complexity: O(amount of the session's work).
  func leaveWork(ofWindow name: String) {
    for timer in world.ledgers.timers.timers(of: nil) where timer.owner == .session(window: name) {
      let step = TimerOwnerStep(number: timer.number, owner: .sessionAlone)
      history.journal.append(.ledger(step.revert(in: &world.ledgers, resumingAt: nil)))
    }
    for effect in world.ledgers.effects.of(nil) where effect.owner == .session(window: name) {
      put(effect.owned(by: .sessionAlone), for: effect.id)
    }
  }

  /// Moves the focus to a screen or, for the session, to the root of the window in which the work was begun,
  /// or of the first window if that has closed.
  ///
  /// - Returns: the window.
  func focus(on owner: Owner) throws(Failure) -> Int {
    switch owner {
    case .screen(let id): return try focus(on: id)
    case .session:
      let window = window(of: owner) ?? 0
      while world.windows[window].moveUp() {}
      return window
    }
  }

  /// The window of a screen, or of the session's work; nil if the screen is gone.
  func window(of owner: Owner) -> Int? {
    switch owner {
    case .screen(let id): world.windows.index(holding: id)
    case .session(let name): world.windows.index(named: name) ?? 0
    }
  }
}
