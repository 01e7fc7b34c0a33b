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
    case .present(let screen, let slot, let ifOccupied, let duplicate):
      return try present(screen, slot: slot, ifOccupied, duplicate, in: window, origin, asking)
    case .push(let screen, let slot, let duplicate):
      return try push(screen, slot: slot, duplicate, in: window, origin)
    case .navigate(let screen, let pop, let merge, let duplicate):
      return try reach(screen, pop: pop, merge: merge, duplicate, in: window, origin, asking)
    case .replace(let screen):
      return try replaceFocus(with: screen, in: window, origin, asking)
    case .pop(let count):
      return try pop(count, in: window, asking)
    case .popTo(let screen, let identity, let merge, let otherwise):
      return try popTo(screen, identity: identity, merge: merge, otherwise, in: window, origin, asking)
    case .popToRoot:
      return try pop(.max, in: window, asking)
    case .dismiss(let result, let all):
      if all { try moveToFirstModal(in: window) }
      return try dismissFocus(of: window, result: result, origin, asking)
    case .back:
      return try back(in: window, asking)
    case .select(let tab, let params):
      return try select(tab, params, in: window, origin)
    case .focus(let pane):
      return try focus(pane: pane, in: window, origin)
    case .setParams(let params, let replace):
      return try setParams(params, replace: replace, in: window, origin)
    case .reset(let tree, let reuse):
      return try reset(tree, reuse: reuse, in: window, origin, asking)
    case .open(let url):
      return try open(url, in: window, origin, asking)
    }
  }
}
