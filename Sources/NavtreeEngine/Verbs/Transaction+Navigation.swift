import NavtreeFlow
import NavtreeJSON
package import NavigationTree

/// The outcome of a navigation.
package struct NavigationOutcome {
  /// The screen that was made or found.
  package var id: ScreenID?
  /// False if nothing could go back and nothing has changed.
  package var isHandled = true
  /// Whether a link waits.
  package var waits: Bool?
  /// The window of the navigation, if that may differ from the requested one; in an answer, by its present number.
  package var window: Int?
  /// The root of the tree that a link has opened.
  var opened: ScreenID?
  /// The screen one of whose panes was put in focus.
  var split: ScreenID?
}

/// The question to screens whether they may be dismissed, and the screen that isn't asked.
struct Asking {
  let force: Bool
  /// A screen that removes itself by its own rule.
  let unasked: ScreenID?
}

extension Transaction {
  /// Runs a built-in navigation from a screen, as a part of the current change.
  func perform(
    _ request: NavigationRequest, at cursor: ScreenID, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    switch request {
    case .present(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .push(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .navigate(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .replace(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .pop(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .popTo(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .popToRoot: try PopToRoot().run(in: self, at: cursor, origin, asking)
    case .reset(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .dismiss(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .back: try Back().run(in: self, at: cursor, origin, asking)
    case .select(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .focus(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .setParams(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .open(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .move(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .openWindow(let verb): try verb.run(in: self, at: cursor, origin, asking)
    case .closeWindow(let verb): try verb.run(in: self, at: cursor, origin, asking)
    }
  }

  /// Runs a built-in navigation, and tells the followers of transitions and actions.
  ///
  /// - Parameters:
  ///   - name: the name of its action; nil for that of the change.
  ///   - cause: the handled action whose rule sent it, as an index of the change's causes.
  ///   - root: the cause of an action that no rule sent.
  func perform(
    _ request: NavigationRequest, named name: @autoclosure () -> String?, at cursor: ScreenID,
    _ origin: Origin,
    force: Bool, hint: JSONValue?, cause: Int?, root: ActionRow.Cause
  ) throws(Failure) -> NavigationOutcome {
    listeners.transitions?.begin(by: name(), hint: hint)
    listeners.actions?.note(
      request, named: name(), force: force, at: cursor, of: self, cause: cause, root: root)
    let outcome = try perform(request, at: cursor, origin, Asking(force: force, unasked: nil))
    if !outcome.isHandled { listeners.actions?.noteNothing() }
    return outcome
  }

  /// Runs a built-in navigation as an action of a screen, as a part of a batch.
  func runPart(_ request: NavigationRequest, at cursor: ScreenID, force: Bool, hint: JSONValue?)
    throws(Failure)
    -> NavigationOutcome
  {
    beginPart()
    try setHandler(cursor)
    var outcome = try perform(
      request, named: request.actionName, at: cursor, .caller, force: force, hint: hint, cause: nil,
      root: .request)
    try drainQueueIfNeeded()
    try checkWork()
    outcome.window = outcome.window.map(answering)
    return outcome
  }
}
