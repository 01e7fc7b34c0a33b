public import NavtreeJSON

/// A tree with one screen taken out: the focus, and the way back to the root.
///
/// Work on the focus costs the same at any depth; moving it costs the distance moved (Huet, The Zipper, 1997). An index
/// finds every screen by its id.
public struct NavigationZipper: Sendable {
  /// A screen above the focus; its slot on the way down is empty while the focus is below.
  @usableFromInline
  struct Ancestor: Sendable {
    @usableFromInline var screen: Screen
    @usableFromInline let slot: Int
    /// The length of this screen's own path, a prefix of the focus's path.
    let pathEnd: Int
    /// The depth of the nearest ancestor above this one of the same type; -1 if there is none.
    let nextOfType: Int
  }

  public let catalog: ScreenCatalog
  /// The name of the tree's window.
  public let window: String
  /// The screen taken out. Its params and state may be changed through `params` and `state`.
  public internal(set) var focus: Screen
  @usableFromInline var ancestors: [Ancestor] = []
  /// The depths of the ancestors that hold several trees, from the root.
  var containerDepths: [Int] = []
  /// The depth of the nearest ancestor of each type; -1 where there is none.
  @usableFromInline var nearestOfType: [Int]
  /// The number of screens that the focus has passed, and that were added or removed, since the zipper was made.
  public internal(set) var walked = 0
  @usableFromInline var places: [ScreenID: Place] = [:]
  /// The live screens of each type; nil until they are first asked for.
  var screensByType: [Int: Set<ScreenID>]?
  /// The focus's path, `/main/detail`, as UTF-8.
  public internal(set) var path: [UInt8]

  /// The screen that the user sees on top.
  public internal(set) var active: ScreenID
  /// The active screen's path, as UTF-8. It shares a prefix with the focus's path, up to `sharedDepth`.
  public internal(set) var activePath: [UInt8]
  /// The depth of the deepest screen on the way both to the focus and to the active screen.
  var sharedDepth = 0

  /// A zipper over a tree, focused on its root; nil for `.none`.
  ///
  /// - Complexity: O(number of screens).
  public init?(_ state: consuming NavigationState, window: String, catalog: ScreenCatalog) {
    guard let root = state.take() else { return nil }
    self.catalog = catalog
    self.window = window
    focus = root
    nearestOfType = Array(repeating: -1, count: catalog.shapes.count)
    path = Array("/\(window)".utf8)
    active = root.id
    activePath = path
    index(root, at: Place(parent: nil, slot: 0, depth: 0, type: root.type))
    findActive()
  }

  /// The number of live screens.
  public var count: Int { places.count }

  // Readers in other modules inline what they ask of the focus: a call would copy a zipper that lies in an array, at
  // 600 instructions.

  /// The distance of the focus from the root.
  @inlinable public var depth: Int { ancestors.count }

  public var rootID: ScreenID { ancestors.first?.screen.id ?? focus.id }

  /// The params of the focus, in declared order.
  public var params: [JSONValue] {
    get { focus.params }
    _modify { yield &focus.params }
  }

  /// The state fields of the focus, in declared order, changed in place.
  public var state: [JSONValue] {
    get { focus.state }
    _modify { yield &focus.state }
  }

  /// The screen that presents the focus; nil at the root. Its slot on the way down is empty.
  public var parent: Screen? { ancestors.last?.screen }

  /// The slot that holds the screen pushed on the focus; nil where the focus is the top of its chain.
  ///
  /// - Complexity: O(number of slots).
  @inlinable @inline(__always)
  public var pushedSlot: Int? { pushedSlot(of: focus) }

  @inlinable @inline(__always)
  func pushedSlot(of screen: Screen) -> Int? {
    let slots = catalog.shapes[screen.type].slots
    return slots.indices.first { slots[$0].style == .push && !screen.slots.isEmpty(at: $0) }
  }

  /// The top of the chain that holds the focus.
  ///
  /// - Complexity: O(distance).
  public var top: Screen {
    var screen = focus
    while let slot = pushedSlot(of: screen), let next = screen.slots[slot].screen { screen = next }
    return screen
  }

  /// Whether the focus was pushed, so that its chain continues below it.
  @inlinable @inline(__always)
  public var isPushed: Bool {
    guard !ancestors.isEmpty else { return false }
    let last = ancestors.count - 1
    return catalog.shapes[ancestors[last].screen.type].slots[ancestors[last].slot].style == .push
  }

  public func shape(of screen: Screen) -> ScreenShape { catalog.shapes[screen.type] }

  /// The place of a live screen; nil when no screen has that id.
  ///
  /// - Complexity: O(1).
  @inlinable public func place(of id: ScreenID) -> Place? { places[id] }

  /// Whether a screen is live.
  @inlinable public func contains(_ id: ScreenID) -> Bool { focus.id == id || places[id] != nil }

  /// The slot that holds a live screen; nil for the root, and when no screen has that id.
  ///
  /// - Complexity: O(1).
  @inlinable
  package func holder(of id: ScreenID) -> Holder? {
    if id == focus.id {
      guard let last = ancestors.indices.last else { return nil }
      let type = ancestors[last].screen.type
      let slot = ancestors[last].slot
      return Holder(
        screen: ancestors[last].screen.id, type: type, slot: slot,
        style: catalog.shapes[type].slots[slot].style)
    }
    guard let place = places[id], let parent = place.parent, let type = places[parent]?.type else {
      return nil
    }
    return Holder(
      screen: parent, type: type, slot: place.slot, style: catalog.shapes[type].slots[place.slot].style)
  }
}

extension NavigationZipper {
  /// Adds a screen and its subtree to the index.
  mutating func index(_ screen: Screen, at place: Place) {
    // Without a walk a push takes 900 instructions less.
    if screen.slots.count == 0 { return index(screen.id, at: place) }
    for (screen, place) in screen.subtree(at: place) { index(screen.id, at: place) }
  }

  private mutating func index(_ id: ScreenID, at place: Place) {
    walked &+= 1
    places[id] = place
    if screensByType != nil { screensByType?[place.type, default: []].insert(id) }
  }

  /// Adds a tree to the index that the focus presents. A screen that presents nothing isn't copied for it.
  mutating func index(_ state: borrowing NavigationState, in slot: Int) {
    let (parent, depth) = (focus.id, ancestors.count + 1)
    func place(_ type: Int) -> Place { Place(parent: parent, slot: slot, depth: depth, type: type) }
    if let leaf = state.leaf {
      index(leaf.id, at: place(leaf.type))
    } else {
      _ = state.read { index($0, at: place($0.type)) }
    }
  }

  /// Removes a tree from the index; false if there is none.
  mutating func forget(_ state: borrowing NavigationState) -> Bool {
    if let leaf = state.leaf {
      forget(leaf.id, type: leaf.type)
      return true
    }
    return state.read { forget($0) } != nil
  }

  /// Removes a screen and its subtree from the index.
  mutating func forget(_ screen: Screen) {
    if screen.slots.count == 0 { return forget(screen.id, type: screen.type) }
    for (screen, _) in screen.subtree() { forget(screen.id, type: screen.type) }
  }

  private mutating func forget(_ id: ScreenID, type: Int) {
    walked &+= 1
    places[id] = nil
    if screensByType != nil { screensByType?[type]?.remove(id) }
  }

  /// Finds the active screen again after a change below the focus.
  ///
  /// If the user is in another branch, a change here doesn't change the active screen.
  /// - Complexity: O(distance from the focus to the active screen).
  mutating func findActive() {
    guard sharedDepth == ancestors.count else { return }
    activePath.removeSubrange(path.count...)
    // The focus is read where it lies.
    guard let slot = focus.activeSlot(in: catalog.shapes[focus.type]) else {
      active = focus.id
      return
    }
    appendActive(slot, of: focus.type)
    if let leaf = focus.slots[slot].leaf {
      active = leaf.id
      return
    }
    guard var screen = focus.slots[slot].screen else { return }
    while let slot = screen.activeSlot(in: catalog.shapes[screen.type]) {
      guard let child = screen.slots[slot].screen else { break }
      appendActive(slot, of: screen.type)
      screen = child
    }
    active = screen.id
  }

  private mutating func appendActive(_ slot: Int, of type: Int) {
    activePath.append(contentsOf: catalog.shapes[type].slots[slot].step)
  }
}
