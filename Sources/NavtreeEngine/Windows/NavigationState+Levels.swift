import NavigationTree

extension NavigationState {
  /// The levels of screens down to the deepest, its root being the first.
  ///
  /// - Complexity: O(number of screens).
  var levels: Int {
    guard let screen else { return 0 }
    return screen.subtree().reduce(0) { max($0, $1.place.depth + 1) }
  }
}
