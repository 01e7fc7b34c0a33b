internal import NavtreeJSON

extension NavigationZipper {
  /// A live screen with its subtree, except the slot on the way to the focus.
  ///
  /// - Complexity: O(distance from the path of the focus).
  public func screen(_ id: ScreenID) -> Screen? {
    if id == focus.id { return focus }
    guard var place = places[id] else { return nil }
    if place.parent == focus.id { return focus.slots[place.slot].screen }
    var way: [Int] = []
    var ancestor = id
    while true {
      if let screen = screenOnTheWay(at: place.depth), screen.id == ancestor {
        return way.reversed().reduce(screen) { screen, slot in screen?.slots[slot].screen }
      }
      guard let parent = place.parent, let above = places[parent] else { return nil }
      way.append(place.slot)
      ancestor = parent
      place = above
    }
  }

  /// A live screen with its subtree, as `screen` gives it, where those on the way to former ones are known.
  ///
  /// - Complexity: for all screens together O(number of screens on the ways to them).
  public func screen(_ id: ScreenID, knowing known: inout [ScreenID: Screen]) -> Screen? {
    if id == focus.id { return focus }
    guard var place = places[id] else { return nil }
    var way: [Int] = []
    var ancestor = id
    while true {
      let start: Screen?
      if let screen = known[ancestor] {
        start = screen
      } else if let screen = screenOnTheWay(at: place.depth), screen.id == ancestor {
        start = screen
      } else {
        start = nil
      }
      if var screen = start {
        for slot in way.reversed() {
          guard let child = screen.slots[slot].screen else { return nil }
          known[child.id] = child
          screen = child
        }
        return screen
      }
      guard let parent = place.parent, let above = places[parent] else { return nil }
      way.append(place.slot)
      ancestor = parent
      place = above
    }
  }

  /// The screen at a path.
  public enum Found {
    case screen(ScreenID)
    /// Nothing is at the path; this is the deepest screen on it.
    case partly(ScreenID)
    /// The path leads into another window.
    case elsewhere
  }

  /// The screen at a path; the focus stays where it is.
  ///
  /// - Complexity: O(length of the path + distance from the focus).
  public func find(_ target: UnsafeRawBufferPointer) -> Found {
    if path.withUnsafeBytes({ $0.equals(target) }) { return .screen(focus.id) }
    let common = path.withUnsafeBytes { commonPrefix($0, target) }
    func leads(_ end: Int) -> Bool {
      end <= common && (target.count == end || target[end] == UInt8(ascii: "/"))
    }
    guard leads(ancestors.first?.pathEnd ?? path.count) else { return .elsewhere }
    var depth = ancestors.count
    var end = path.count
    while !leads(end), depth > 0 {
      depth -= 1
      end = ancestors[depth].pathEnd
    }
    guard var screen = screenOnTheWay(at: depth) else { return .elsewhere }
    var rest = target[end...]
    while !rest.isEmpty {
      let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      let name = rest[(rest.startIndex + 1)..<end]
      let slots = catalog.shapes[screen.type].slots
      guard let slot = slots.firstIndex(where: { $0.name.utf8.elementsEqual(name) }),
        let child = screen.slots[slot].screen ?? childOnTheWay(of: screen, in: slot, depth: depth)
      else { return .partly(screen.id) }
      screen = child
      depth += 1
      rest = rest[end...]
    }
    return .screen(screen.id)
  }

  /// The live screens of a type.
  ///
  /// They are collected on first use, and maintained from then on.
  /// - Complexity: O(1), the first time O(number of screens).
  public mutating func screens(ofType type: Int) -> Set<ScreenID> {
    if let screensByType { return screensByType[type] ?? [] }
    var screensByType: [Int: Set<ScreenID>] = [:]
    for (id, place) in places { screensByType[place.type, default: []].insert(id) }
    self.screensByType = screensByType
    return screensByType[type] ?? []
  }

  /// The nearest ancestor of the focus above a depth whose type meets a condition.
  ///
  /// - Complexity: O(distance)
  @inlinable
  public func ancestor(
    above depth: Int, where isMeant: (_ type: Int) -> Bool
  ) -> (id: ScreenID, type: Int, depth: Int)? {
    var depth = min(depth, ancestors.count)
    while depth > 0 {
      depth -= 1
      let type = ancestors[depth].screen.type
      if isMeant(type) { return (ancestors[depth].screen.id, type, depth) }
    }
    return nil
  }

  /// The depth of the nearest ancestor of the focus that has a type; nil if none has.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func nearestAncestor(ofType type: Int) -> Int? {
    let depth = nearestOfType[type]
    return depth < 0 ? nil : depth
  }

  /// The ancestor of the focus at a depth.
  ///
  /// - Complexity: O(1)
  @inlinable
  public func ancestor(at depth: Int) -> (id: ScreenID, type: Int) {
    (ancestors[depth].screen.id, ancestors[depth].screen.type)
  }

  /// The ancestors of the focus that hold several trees, nearest first. Their slots on the way to the focus are empty.
  ///
  /// - Complexity: O(their number).
  public var containers: [Screen] { containerDepths.reversed().map { ancestors[$0].screen } }

  /// The screen presented in a slot, even if that is the focus or an ancestor of it.
  public func child(of screen: Screen, in slot: Int) -> Screen? {
    if let child = screen.slots[slot].screen { return child }
    guard let depth = depth(ofAncestor: screen.id) else { return nil }
    return childOnTheWay(of: screen, in: slot, depth: depth)
  }

  /// The depth of a screen that holds the focus; nil for any other.
  ///
  /// - Complexity: O(1)
  @inlinable @inline(__always)
  public func depth(ofAncestor id: ScreenID) -> Int? {
    if ancestors.isEmpty || id == focus.id { return nil }
    guard let depth = places[id]?.depth, depth < ancestors.count, ancestors[depth].screen.id == id else {
      return nil
    }
    return depth
  }

  /// The screen on the way to the focus that a slot of an ancestor holds.
  public func childOnTheWay(of screen: Screen, in slot: Int, depth: Int) -> Screen? {
    guard depth < ancestors.count, ancestors[depth].slot == slot, ancestors[depth].screen.id == screen.id
    else { return nil }
    return screenOnTheWay(at: depth + 1)
  }

  /// Paths longer than this are given as ids.
  public static var longestPath: Int { 4096 }

  /// A live screen's path, or its id where the path would be longer than `limit` bytes.
  ///
  /// - Complexity: O(depth), at most O(`limit`); for the focus and the active screen the length of the path.
  public func address(of id: ScreenID, limit: Int = longestPath) -> String {
    if id == focus.id { return path.count <= limit ? String(decoding: path, as: UTF8.self) : id.description }
    if id == active {
      return activePath.count <= limit ? String(decoding: activePath, as: UTF8.self) : id.description
    }
    return climbedAddress(of: id, limit: limit)
  }

  /// The same, by the index alone.
  func climbedAddress(of id: ScreenID, limit: Int) -> String {
    var names: [String] = []
    var length = window.utf8.count + 1
    var place = places[id]
    while let here = place, let parent = here.parent, let above = places[parent] {
      let name = catalog.shapes[above.type].slots[here.slot].name
      names.append(name)
      length += name.utf8.count + 1
      if length > limit { return id.description }
      place = above
    }
    return "/" + ([window] + names.reversed()).joined(separator: "/")
  }

  private func screenOnTheWay(at depth: Int) -> Screen? {
    if depth == ancestors.count { return focus }
    return depth < ancestors.count ? ancestors[depth].screen : nil
  }
}
