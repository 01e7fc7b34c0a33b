import NavigationTree
import NavtreeEngine

/// The trees of the states that were found: types, slots and selections, without params and state.
struct TreeTable {
  struct Tree: Sendable {
    /// Equal for equal trees.
    let key: StateKey
    /// The type of the active screen of the first window.
    let active: Int
    /// The types of the screens that a user can use.
    let types: Set<Int>

    init(_ session: Session, _ key: StateKey) {
      self.key = key
      var types: Set<Int> = []
      for window in session.windows {
        let usable = UsableScreens(of: window, in: session).areUsable
        for (number, (screen, _)) in window.subtree().enumerated() where usable[number] {
          types.insert(screen.type)
        }
      }
      self.types = types
      let first = session.windows.first
      active = first.flatMap { $0.place(of: $0.active)?.type } ?? 0
    }
  }

  private(set) var trees: [Tree] = []
  private var numbers: [StateKey: Int] = [:]

  /// The number of a session's tree.
  ///
  /// - Complexity: O(number of screens).
  mutating func number(of session: Session) -> Int {
    let key = Self.key(of: session)
    return numbers[key] ?? number(of: Tree(session, key))
  }

  /// The number of a tree that was read from a session.
  mutating func number(of tree: Tree) -> Int {
    if let known = numbers[tree.key] { return known }
    trees.append(tree)
    numbers[tree.key] = trees.count - 1
    return trees.count - 1
  }

  static func key(of session: Session) -> StateKey {
    var hasher = StateHasher()
    for window in session.windows {
      hasher.combine(window.window)
      for (screen, place) in window.subtree() {
        hasher.combine(screen.type << 40 | place.slot << 20 | place.depth & 0xFFFFF)
        hasher.combine(screen.selection)
      }
    }
    return hasher.finish()
  }
}
