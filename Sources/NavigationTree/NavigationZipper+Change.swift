/// A change that a tree refuses.
public enum TreeError: Error, Sendable, Hashable {
  /// The screen has no slot of that number.
  case noSuchSlot(Int)
  /// A screen is presented there already, or in another slot of the same sort (push, or modal).
  case slotOccupied(by: ScreenID, slot: Int)
  /// The tree to present is empty.
  case nothingGiven
  /// A live screen has that id.
  case idTaken(ScreenID)
}

extension NavigationZipper {
  /// Presents a tree in a slot of the focus, which stays the focus.
  ///
  /// - Complexity: O(number of screens presented).
  public mutating func present(_ state: consuming NavigationState, in slot: Int) throws(TreeError) {
    let shape = catalog.shapes[focus.type]
    guard shape.slots.indices.contains(slot) else { throw .noSuchSlot(slot) }
    if let (occupied, holder) = shape.occupant(ofTheSortOf: slot, in: focus.slots) {
      throw .slotOccupied(by: holder, slot: occupied)
    }
    guard let id = state.id else { throw .nothingGiven }
    guard places[id] == nil else { throw .idTaken(id) }
    index(state, in: slot)
    focus.slots[slot] = state
    findActive()
  }

  /// The occupied slot that prevents filling a slot of the focus, and the screen in it: at most one push slot and one
  /// modal slot of a screen are occupied.
  ///
  /// - Complexity: O(number of slots).
  public func occupant(ofTheSortOf slot: Int) -> (slot: Int, id: ScreenID)? {
    catalog.shapes[focus.type].occupant(ofTheSortOf: slot, in: focus.slots)
  }

  /// Removes and returns the tree in a slot of the focus; `.none` when the slot is empty.
  ///
  /// - Complexity: O(number of screens removed).
  public mutating func dismiss(_ slot: Int) -> NavigationState {
    let removed = focus.slots.take(slot)
    if forget(removed) { findActive() }
    return removed
  }

  /// Replaces the focus and its subtree with a tree, and returns them. The tree may hold some of the same screens.
  ///
  /// - Complexity: O(number of screens removed and presented).
  public mutating func replace(with state: consuming NavigationState) throws(TreeError) -> NavigationState {
    guard let screen = state.take() else { throw .nothingGiven }
    let above = ancestors.last
    let place = Place(
      parent: above?.screen.id, slot: above?.slot ?? 0, depth: ancestors.count, type: screen.type)
    guard places[screen.id] == nil || screen.id == focus.id else { throw .idTaken(screen.id) }
    forget(focus)
    index(screen, at: place)
    let removed = NavigationState(focus, kind: catalog.shapes[focus.type].kind)
    focus = screen
    findActive()
    return removed
  }

  /// Selects a tab of the focus, or moves the user to one of its panes. Returns the former one.
  ///
  /// - Complexity: O(distance to the active screen).
  @discardableResult
  public mutating func select(_ slot: Int, visits: [TabVisit] = []) -> (slot: Int, visits: [TabVisit]) {
    let before = (focus.selection, focus.visits)
    focus.selection = slot
    focus.visits = visits
    findActive()
    return before
  }

  /// The whole tree as a value, the focus moved to its root.
  ///
  /// - Complexity: O(depth of the focus).
  public mutating func wholeTree() -> NavigationState {
    while moveUp() {}
    return NavigationState(focus, kind: catalog.shapes[focus.type].kind)
  }
}
