extension NavigationZipper {
  /// The violated invariants of the tree, by path; empty when all of them hold.
  ///
  /// - Complexity: O(number of screens). For tests.
  public func faults() -> [String] {
    var faults: [String] = []
    var seen: Set<ScreenID> = []
    for (screen, place) in subtree() {
      // Only a fault is worth a path.
      var at: String { address(of: screen.id, limit: .max) }
      if !seen.insert(screen.id).inserted { faults.append("\(at): \(screen.id) lives twice") }
      if places[screen.id] != place { faults.append("\(at): the index has \(screen.id) elsewhere") }
      guard catalog.shapes.indices.contains(screen.type) else {
        faults.append("\(at): no screen type \(screen.type)")
        continue
      }
      faults += slotFaults(of: screen, at: at)
    }
    if seen.count != places.count {
      faults.append("the index has \(places.count) screens, the tree \(seen.count)")
    }
    if let screensByType {
      var expected: [Int: Set<ScreenID>] = [:]
      for (id, place) in places { expected[place.type, default: []].insert(id) }
      if screensByType.filter({ !$0.value.isEmpty }) != expected {
        faults.append("the index by type isn't that of the places")
      }
    }
    let focusPath = String(decoding: path, as: UTF8.self)
    if focusPath != climbedAddress(of: focus.id, limit: .max) {
      faults.append("\(focusPath): not the focus's path")
    }
    faults += activeFaults()
    return faults
  }

  private func slotFaults(of screen: Screen, at path: @autoclosure () -> String) -> [String] {
    var faults: [String] = []
    let shape = catalog.shapes[screen.type]
    if screen.slots.count > shape.slots.count { faults.append("\(path()): more slots than its type has") }
    var pushes = 0
    var modals = 0
    for (slot, slotShape) in shape.slots.enumerated() {
      guard let child = child(of: screen, in: slot) else { continue }
      if let kind = screen.slots[slot].kind, kind != catalog.shapes[child.type].kind {
        faults.append("\(path())/\(slotShape.name): a \(kind) whose type says otherwise")
      }
      if slotShape.style == .push { pushes += 1 }
      if slotShape.style.isModal { modals += 1 }
    }
    if shape.slots.indices.contains(screen.selection), shape.slots[screen.selection].style == .tab,
      child(of: screen, in: screen.selection) == nil
    {
      faults.append("\(path()): the selected tab '\(shape.slots[screen.selection].name)' isn't made")
    }
    if pushes > 1 || modals > 1 { faults.append("\(path()): two screens in slots of one sort") }
    return faults
  }

  /// Finds the active screen from the root, and compares.
  private func activeFaults() -> [String] {
    guard var screen = screen(rootID) else { return ["no root"] }
    var depth = 0
    var shared = 0
    while let slot = activeSlot(of: screen), let child = child(of: screen, in: slot) {
      screen = child
      depth += 1
      if isOnTheWay(child.id, depth: depth) { shared = depth }
    }
    var faults: [String] = []
    let containers = ancestors.indices.filter { catalog.shapes[ancestors[$0].screen.type].kind.isContainer }
    if containers != containerDepths {
      faults.append("\(containerDepths) are held the depths of containers, \(containers) are")
    }
    var nearest = Array(repeating: -1, count: catalog.shapes.count)
    for depth in ancestors.indices { nearest[ancestors[depth].screen.type] = depth }
    if nearest != nearestOfType {
      faults.append("\(nearestOfType) are held the nearest of each type, \(nearest) are")
    }
    if screen.id != active { faults.append("\(active) is held active, \(screen.id) is") }
    if shared != sharedDepth { faults.append("shared depth is \(sharedDepth), should be \(shared)") }
    let path = String(decoding: activePath, as: UTF8.self)
    if path != climbedAddress(of: screen.id, limit: .max) {
      faults.append("\(path): not the active screen's path")
    }
    return faults
  }

  private func activeSlot(of screen: Screen) -> Int? {
    let slots = catalog.shapes[screen.type].slots
    let occupied = slots.indices.filter { child(of: screen, in: $0) != nil }
    return occupied.first { slots[$0].style.isModal } ?? occupied.first { slots[$0].style == .push }
      ?? occupied.first { $0 == screen.selection && (slots[$0].style == .tab || slots[$0].style == .pane) }
  }
}
