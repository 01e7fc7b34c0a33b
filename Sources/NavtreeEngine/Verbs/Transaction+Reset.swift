import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// Replaces the focus and the screens that it holds with a tree.
  func resetFocus(
    to tree: TreeRequest, reuse: Bool, in window: Int, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let built = try buildFocus(tree, reuse: reuse, in: window, origin)
    try ask(world.windows[window].focus.id, in: window, asking, sparing: built.reused)
    return try replaceFocus(with: built, in: window)
  }

  /// Makes a tree for the place of the focus.
  func buildFocus(
    _ tree: TreeRequest, reuse: Bool, in window: Int, _ origin: Origin
  ) throws(Failure) -> BuiltTree {
    let old = world.windows[window].focus
    let place = world.windows[window].place(of: old.id)
    let slot = world.windows[window].parent.flatMap { parent in
      place.map { flow.screens[parent.type].slots[$0.slot] }
    }
    return try build(
      tree, over: reuse ? old : nil, in: slot, of: world.windows[window].parent,
      atDepth: world.windows[window].depth, origin)
  }

  /// Puts a tree in the place of the focus, whose screens have been asked.
  func replaceFocus(with built: BuiltTree, in window: Int) throws(Failure) -> NavigationOutcome {
    let outcome = try replaceFocus(of: window, with: built.state, .reset, sparing: built.reused)
    if !world.ledgers.results.isEmpty { forgetResults(of: built.reused) }
    for wait in built.waits { self.wait(for: wait.screen, wait.awaiting, by: wait.holder) }
    return outcome
  }

  /// Lets the results of screens go whose presenters the change has removed.
  private func forgetResults(of reused: Set<ScreenID>) {
    for screen in reused {
      guard let waiting = world.ledgers.results[screen], !world.windows.contains(waiting.presenter) else {
        continue
      }
      history.journal.append(world.ledgers.results.put(nil, for: screen), at: screen, of: Results.self)
    }
  }

  /// A tree that is made but not in its place yet.
  struct BuiltTree {
    let state: NavigationState
    /// The screens that it takes over.
    let reused: Set<ScreenID>
    /// Screens whose holders wait for their results.
    let waits: [Wait]

    struct Wait {
      let screen: ScreenID
      let awaiting: Awaiting
      let holder: ScreenID
    }
  }

  /// Makes a tree, checked as a whole, with its slot and the limits.
  ///
  /// - Parameters:
  ///   - old: the screen that it replaces, if that may be taken over.
  ///   - slot: the slot of its root; nil for a window's root.
  ///   - holder: the screen that has the slot.
  func build(
    _ tree: TreeRequest, over old: Screen? = nil, in slot: SlotDefinition?, of holder: Screen?,
    atDepth depth: Int, _ origin: Origin
  ) throws(Failure) -> BuiltTree {
    var builder = TreeBuilder(transaction: self, origin: origin, reuse: old != nil)
    let isHeld = slot?.style.isChained ?? false
    let state = try builder.build(tree, over: old, in: isHeld ? holder : nil)
    if let slot, let root = state.screen, !slot.presents[root.type] {
      let failure = Failure(
        .notPresentable,
        "the \(slot.style.rawValue) '\(slot.name)' doesn't present \(flow.screens[root.type].name)")
      throw origin.location.map { failure.at($0, of: flow) } ?? failure.with("pointer", "/tree/screen")
    }
    try admit(count: builder.made, depth: depth + builder.depth - 1)
    return BuiltTree(state: state, reused: builder.reused, waits: builder.waits)
  }

  /// Checks the limits that new screens would exceed.
  func admit(count: Int, depth: Int) throws(Failure) {
    if screenCount + count > limits[.screens] { throw limits.exceeded(.screens) }
    if depth >= limits[.levels] { throw limits.exceeded(.levels) }
  }
}
