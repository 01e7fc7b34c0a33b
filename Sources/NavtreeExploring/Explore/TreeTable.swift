import NavigationTree
import NavtreeEngine

/// The trees of the states that were found: types, slots and selections, without params and state.
struct TreeTable {
  struct Tree {
    /// The type of the active screen of the first window.
    let active: Int
    /// The types of the screens that a user can use.
    let types: Set<Int>
  }

  private(set) var trees: [Tree] = []
  private var numbers: [StateKey: Int] = [:]

  /// The number of a session's tree.
  ///
  /// - Complexity: O(number of screens).
  mutating func number(of session: Session) -> Int {
    var hasher = StateHasher()
    for window in session.windows {
      hasher.combine(window.window)
      for (screen, place) in window.subtree() {
        hasher.combine(screen.type << 40 | place.slot << 20 | place.depth & 0xFFFFF)
        hasher.combine(screen.selection)
      }
    }
    let key = hasher.finish()
    if let known = numbers[key] { return known }
    var types: Set<Int> = []
    for window in session.windows {
      let usable = UsableScreens(of: window, in: session).areUsable
      for (number, (screen, _)) in window.subtree().enumerated() where usable[number] {
        types.insert(screen.type)
      }
    }
    let first = session.windows.first
    let active = first.flatMap { $0.place(of: $0.active)?.type } ?? 0
    trees.append(Tree(active: active, types: types))
    numbers[key] = trees.count - 1
    return trees.count - 1
  }
}
