import NavigationTree

/// A removed screen as its last rules see it: as it was at its removal.
struct DepartedScreen {
  /// Without the screens that it held.
  let screen: Screen
  /// Its address while it lived.
  let address: String
  /// The name of its window.
  let window: String
  /// The screen that held it, as it was then.
  let parent: Screen?
}
