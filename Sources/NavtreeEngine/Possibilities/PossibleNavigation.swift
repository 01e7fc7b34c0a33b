package import NavigationTree
package import NavtreeJSON

/// A built-in navigation that can be requested, with what it needs.
package enum PossibleNavigation {
  case back(window: String)
  case pop(at: ScreenID)
  case dismiss(at: ScreenID)
  /// The params are nil where the root of the tab gets those that the tab declares.
  case select(tab: String, params: JSONObject?, at: ScreenID)
  case focus(pane: String, at: ScreenID)
}
