import NavigationTree

/// A screen that was taken away, as the last of its rules see it: as it was then.
struct DepartedScreen {
  /// Without what it held.
  let screen: Screen
  /// Its address while it lived.
  let address: String
  /// The name of its window.
  let window: String
  /// The screen that held it, as that was then.
  let parent: Screen?
}
