import NavigationTree
import NavtreeEngine
import NavtreeFlow

extension Move {
  /// Whether no user makes it now: an action of a screen that a user can't use, or one that navtree sends.
  func isForged(in session: Session) -> Bool {
    guard case .act(let action, _, let path) = self else { return false }
    for window in session.windows {
      let screens = Array(window.subtree())
      guard let number = screens.firstIndex(where: { window.address(of: $0.screen.id) == path }) else {
        continue
      }
      let flow = session.flow
      let own = flow.definition(of: action, on: screens[number].screen.type)
      if let own { return own.isNavtrees || !UsableScreens(of: window, in: session).areUsable[number] }
      if let definition = flow.actions[action], number == 0 { return definition.isNavtrees }
      // A screen above may take it.
      return flow.actions[action] != nil || flow.screens.contains { $0.actions[action] != nil }
    }
    return false
  }
}
