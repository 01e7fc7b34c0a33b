import NavigationTree

/// The screens of a restored session for which restoring isn't all.
struct RestoredScreens {
  /// The first of the ids of screens that the restoring made.
  var firstMade = ScreenID(.max)
  /// Lists and details without the content of their params.
  var withoutContent: [ScreenID] = []

  func isMade(_ screen: ScreenID) -> Bool { screen.number >= firstMade.number }
}
