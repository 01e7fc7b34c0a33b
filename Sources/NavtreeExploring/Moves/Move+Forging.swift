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
      let usable = UsableScreens(of: window, in: session).areUsable
      // The nearest screen on the way up that declares it is the first to take it.
      var depth = Int.max
      for above in screens[...number].indices.reversed() where screens[above].place.depth < depth {
        depth = screens[above].place.depth
        if let own = session.flow.definition(of: action, on: screens[above].screen.type) {
          return own.isNavtrees || !usable[above]
        }
      }
      return session.flow.actions[action]?.isNavtrees ?? false
    }
    return false
  }
}
