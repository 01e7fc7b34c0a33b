import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// Replaces a screen and those that it holds with a tree.
  func reset(
    _ screen: ScreenID, to tree: TreeRequest, reuse: Bool, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let spared = reuse && traits.keepsStates ? try takenOver(by: tree, inPlaceOf: screen, origin) : []
    return try replacing(screen, sparing: spared) { () throws(Failure) in
      let built = try build(tree, inPlaceOf: screen, reuse: reuse, origin)
      try ask(screen, asking, sparing: built.reused)
      return try replace(screen, with: built)
    }
  }

  /// The screens that a tree will take over in the place of a screen.
  ///
  /// - Complexity: O(number of screens in the tree).
  func takenOver(
    by tree: TreeRequest, inPlaceOf screen: ScreenID, _ origin: Origin
  ) throws(Failure) -> Set<ScreenID> {
    let window = try focus(on: screen)
    return TreeBuilder(transaction: self, origin: origin, reuse: true)
      .takenOver(by: tree, from: world.windows[window].focus)
  }

  /// Makes a tree for the place of a screen.
  func build(
    _ tree: TreeRequest, inPlaceOf screen: ScreenID, reuse: Bool, _ origin: Origin
  ) throws(Failure) -> BuiltTree {
    let window = try focus(on: screen)
    let holder = world.windows[window].holder(of: screen)
    return try build(
      tree, over: reuse ? world.windows[window].focus : nil,
      in: holder.map { flow.screens[$0.type].slots[$0.slot] }, of: world.windows[window].parent,
      atDepth: world.windows[window].depth, origin)
  }

  /// Puts a tree in the place of a screen; all that it removes have been asked.
  func replace(_ screen: ScreenID, with built: BuiltTree) throws(Failure) -> NavigationOutcome {
    let outcome = try replace(screen, with: built.state, .reset, sparing: built.reused)
    if !world.ledgers.results.isEmpty { forgetResults(of: built.reused) }
    for wait in built.waits { self.wait(for: wait.screen, wait.awaiting, by: wait.holder) }
    if let root = outcome.id, built.reused.contains(root) { try rememberParams(of: root) }
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
      throw failure.caused(by: origin, of: flow, member: "/tree/screen")
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
