/// The screens that can be reached from the start, and those that another screen holds.
package struct ScreenReach {
  /// The ways that lead from a screen.
  package struct Node {
    /// The types that its rules put in place of a screen.
    let placed: Set<Int>
    /// The types that each of its slots takes.
    let slots: [ScreenSet]

    package init(placed: Set<Int>, slots: [ScreenSet]) {
      self.placed = placed
      self.slots = slots
    }
  }

  /// By type: whether the start leads there.
  package private(set) var isReached: [Bool]
  /// By type: whether another screen has a slot for it, or puts it in place of a screen.
  package private(set) var isHeld: [Bool]
  /// The number of times that a screen was looked at.
  package private(set) var visits = 0

  /// - Complexity: O(number of screens and of the types that their slots name).
  package init(_ nodes: [Node], from roots: Set<Int>) {
    isReached = Array(repeating: false, count: nodes.count)
    isHeld = isReached
    hold(nodes)
    reach(nodes, from: roots)
  }

  private mutating func hold(_ nodes: [Node]) {
    var holdersOfAny: [Int] = []
    for (holder, node) in nodes.enumerated() {
      visits += 1
      hold(node.placed, by: holder)
      for slot in node.slots {
        if let types = slot.types {
          hold(types, by: holder)
        } else if holdersOfAny.last != holder {
          holdersOfAny.append(holder)
        }
      }
    }
    guard let holder = holdersOfAny.first else { return }
    for type in isHeld.indices where type != holder || holdersOfAny.count > 1 { isHeld[type] = true }
  }

  private mutating func hold(_ types: some Collection<Int>, by holder: Int) {
    visits += types.count
    for type in types where type != holder { isHeld[type] = true }
  }

  /// Follows slots and replacements from the roots.
  private mutating func reach(_ nodes: [Node], from roots: Set<Int>) {
    var waiting: [Int] = []
    var isAnyOpen = false
    func visit(_ type: Int, _ reach: inout ScreenReach) {
      reach.visits += 1
      guard !reach.isReached[type] else { return }
      reach.isReached[type] = true
      waiting.append(type)
    }
    for type in roots { visit(type, &self) }
    while let type = waiting.popLast() {
      for type in nodes[type].placed { visit(type, &self) }
      for slot in nodes[type].slots {
        if slot == .any {
          if isAnyOpen { continue }
          isAnyOpen = true
        }
        for type in slot.types ?? Array(nodes.indices) { visit(type, &self) }
      }
    }
  }
}
