import NavigationTree

extension NavigationState {
  /// The levels of screens down to the deepest, its root being the first.
  ///
  /// - Complexity: O(number of screens).
  var levels: Int {
    guard let screen else { return 0 }
    var deepest = 1
    var pending = [(screen, 1)]
    while let (screen, level) = pending.popLast() {
      deepest = max(deepest, level)
      for slot in 0..<screen.slots.count {
        if let child = screen.slots[slot].screen { pending.append((child, level + 1)) }
      }
    }
    return deepest
  }
}
