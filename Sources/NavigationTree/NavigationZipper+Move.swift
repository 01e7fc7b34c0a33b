internal import NavtreeJSON

extension NavigationZipper {
  /// Moves the focus to the screen that presents it; false at the root.
  ///
  /// - Complexity: O(1).
  @discardableResult
  public mutating func moveUp() -> Bool {
    guard var ancestor = ancestors.popLast() else { return false }
    // Swapped, not copied: the slots then have one holder, and are written in place.
    swap(&focus, &ancestor.screen)
    let kind = catalog.shapes[ancestor.screen.type].kind
    nearestOfType[focus.type] = ancestor.nextOfType
    walked &+= 1
    _ = focus.slots.replace(ancestor.slot, with: NavigationState(ancestor.screen, kind: kind))
    if containerDepths.last == ancestors.count { containerDepths.removeLast() }
    path.removeSubrange(ancestor.pathEnd...)
    sharedDepth = min(sharedDepth, ancestors.count)
    return true
  }

  /// Moves the focus to the screen presented in one of its slots; false when the slot is empty.
  ///
  /// - Complexity: O(number of slots).
  @discardableResult
  public mutating func moveDown(_ slot: Int) -> Bool {
    let shape = catalog.shapes[focus.type]
    guard shape.slots.indices.contains(slot), !focus.slots.isEmpty(at: slot) else { return false }
    if sharedDepth == ancestors.count, focus.activeSlot(in: shape) == slot { sharedDepth += 1 }
    guard var screen = focus.slots.take(slot).take() else { return false }
    swap(&focus, &screen)
    if shape.kind.isContainer { containerDepths.append(ancestors.count) }
    let type = screen.type
    ancestors.append(
      Ancestor(screen: screen, slot: slot, pathEnd: path.count, nextOfType: nearestOfType[type]))
    nearestOfType[type] = ancestors.count - 1
    walked &+= 1
    path.append(contentsOf: shape.slots[slot].step)
    return true
  }

  /// Moves the focus to the top of the chain that holds it.
  ///
  /// - Complexity: O(distance).
  public mutating func moveToTop() {
    while let slot = pushedSlot { moveDown(slot) }
  }

  /// Moves the focus to the screen that a pop leaves on top.
  ///
  /// It changes the zipper, so that asking for the slot copies nothing.
  /// - Parameter count: the number of screens to pop; `.max` for all but the root of the chain.
  /// - Returns: whether the chain has more than its root, and the slot of the first screen to remove.
  /// - Complexity: O(distance).
  package mutating func moveUp(popping count: Int) -> (isAboveRoot: Bool, slot: Int?) {
    // From the top of the chain if some screens may stay; the root is reached from any screen of it.
    if count != .max { moveToTop() }
    let isAboveRoot = isPushed
    var left = count
    while left > 0, isPushed {
      moveUp()
      left -= 1
    }
    let slot = pushedSlot
    return (count == .max ? slot != nil : isAboveRoot, slot)
  }

  /// Moves the focus to a live screen; false, without moving, when no screen has that id.
  ///
  /// - Complexity: O(distance between the two).
  @discardableResult
  public mutating func move(to id: ScreenID) -> Bool {
    if focus.id == id { return true }
    guard var place = places[id] else { return false }
    var way: [Int] = []
    var ancestor = id
    while !isOnTheWay(ancestor, depth: place.depth) {
      guard let parent = place.parent, let above = places[parent] else { return false }
      way.append(place.slot)
      ancestor = parent
      place = above
    }
    while ancestors.count > place.depth { moveUp() }
    while let slot = way.popLast() { moveDown(slot) }
    return true
  }

  /// - Complexity: O(distance to the active screen).
  public mutating func moveToActive() {
    move(to: active)
  }

  /// Moves the focus down to the screen that would be active if it were the root of the window.
  ///
  /// - Complexity: O(distance).
  public mutating func moveToActiveBelow() {
    while let slot = focus.activeSlot(in: catalog.shapes[focus.type]), moveDown(slot) {}
  }

  /// The outcome of a move along a path.
  public enum PathMatch {
    /// The path leads to a screen, which is now the focus.
    case found
    /// Nothing is at the path. The deepest screen on it is now the focus.
    case partly
    /// The path leads into another window. The focus hasn't moved.
    case elsewhere
  }

  /// Moves the focus along a path, as far as screens exist on it.
  ///
  /// - Complexity: O(length of the path + distance).
  public mutating func move(to target: UnsafeRawBufferPointer) -> PathMatch {
    if path.withUnsafeBytes({ $0.equals(target) }) { return .found }
    let common = path.withUnsafeBytes { commonPrefix($0, target) }
    let windowEnd = ancestors.first?.pathEnd ?? path.count
    guard common >= windowEnd, target.count == windowEnd || target[windowEnd] == UInt8(ascii: "/") else {
      return .elsewhere
    }
    while !(path.count <= common && (target.count == path.count || target[path.count] == UInt8(ascii: "/"))) {
      guard moveUp() else { return .partly }
    }
    var rest = target[path.count...]
    while !rest.isEmpty {
      let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      let name = rest[(rest.startIndex + 1)..<end]
      let slots = catalog.shapes[focus.type].slots
      guard let slot = slots.firstIndex(where: { $0.name.utf8.elementsEqual(name) }), moveDown(slot) else {
        return .partly
      }
      rest = rest[end...]
    }
    return .found
  }

  /// Whether a screen is the focus or an ancestor of it.
  func isOnTheWay(_ id: ScreenID, depth: Int) -> Bool {
    depth == ancestors.count ? focus.id == id : depth < ancestors.count && ancestors[depth].screen.id == id
  }

  func commonPrefix(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
    let shorter = min(one.count, other.count)
    var place = 0
    while place + 8 <= shorter {
      let difference =
        one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        ^ other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if difference != 0 { return place + UInt64(littleEndian: difference).trailingZeroBitCount / 8 }
      place += 8
    }
    while place < shorter, one[place] == other[place] { place += 1 }
    return place
  }
}
