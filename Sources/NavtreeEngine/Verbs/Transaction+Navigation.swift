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
  /// The window of the navigation, if that may differ from the requested one.
  package var window: Int?
  /// The root of the tree that a link has opened.
  var opened: ScreenID?
}

/// The question to screens whether they may be dismissed, and the screen that isn't asked.
struct Asking {
  let force: Bool
  /// A screen that removes itself by its own rule.
  let unasked: ScreenID?
}

extension Transaction {
  /// Runs a built-in navigation from the focus of a window, as a part of the current change.
  func perform(
    _ request: NavigationRequest, in window: Int, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    switch request {
    case .present(let verb): try verb.run(in: self, at: window, origin, asking)
    case .push(let verb): try verb.run(in: self, at: window, origin, asking)
    case .navigate(let verb): try verb.run(in: self, at: window, origin, asking)
    case .replace(let verb): try verb.run(in: self, at: window, origin, asking)
    case .pop(let verb): try verb.run(in: self, at: window, origin, asking)
    case .popTo(let verb): try verb.run(in: self, at: window, origin, asking)
    case .popToRoot: try PopToRoot().run(in: self, at: window, origin, asking)
    case .reset(let verb): try verb.run(in: self, at: window, origin, asking)
    case .dismiss(let verb): try verb.run(in: self, at: window, origin, asking)
    case .back: try Back().run(in: self, at: window, origin, asking)
    case .select(let verb): try verb.run(in: self, at: window, origin, asking)
    case .focus(let verb): try verb.run(in: self, at: window, origin, asking)
    case .setParams(let verb): try verb.run(in: self, at: window, origin, asking)
    case .open(let verb): try verb.run(in: self, at: window, origin, asking)
    }
  }

  /// Runs a built-in navigation, and tells the followers of transitions and actions.
  ///
  /// - Parameters:
  ///   - name: the name of its action; nil for that of the change.
  ///   - cause: the handled action whose rule sent it, as an index of the change's causes.
  ///   - root: the cause of an action that no rule sent.
  func perform(
    _ request: NavigationRequest, named name: @autoclosure () -> String?, in window: Int, _ origin: Origin,
    force: Bool, hint: JSONValue?, cause: Int?, root: ActionRow.Cause
  ) throws(Failure) -> NavigationOutcome {
    listeners.transitions?.begin(by: name(), hint: hint)
    listeners.actions?.note(
      request, named: name(), force: force, in: window, of: self, cause: cause, root: root)
    let outcome = try perform(request, in: window, origin, Asking(force: force, unasked: nil))
    if !outcome.isHandled { listeners.actions?.noteNothing() }
    return outcome
  }

  /// Runs a built-in navigation as an action of the focus of a window, as a part of a batch.
  func runPart(_ request: NavigationRequest, in window: Int, force: Bool, hint: JSONValue?)
    throws(Failure)
    -> NavigationOutcome
  {
    forgetAnswer()
    change.start = mark
    setHandler(toFocusOf: window)
    let outcome = try perform(
      request, named: request.actionName, in: window, .caller, force: force, hint: hint, cause: nil,
      root: .request)
    try drainQueueIfNeeded()
    try checkWork()
    return outcome
  }
}
