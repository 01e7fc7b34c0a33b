import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The places where links open their trees.
extension Transaction {
  /// Opens a tree in the place of a link, and removes everything over that place, so that the opened screens are
  /// active.
  ///
  /// - Parameters:
  ///   - window: the window, if the link names none.
  ///   - isMeanwhile: whether it opens while the link waits.
  func open(
    _ template: TreeTemplate, of match: LinkMatch, in window: Int, _ asking: Asking, isMeanwhile: Bool = false
  ) throws(Failure) -> NavigationOutcome {
    let link = flow.links.definitions[match.route]
    do {
      let window = try link.at?.window.map { (it) throws(Failure) in try self.window(named: it) } ?? window
      scope.look(at: world.windows[window].focus.id)
      let tree = try with(match) { () throws(Failure) in try request(template, at: link.location) }
      var path = link.at?.slots
      let root = link.mode == .reset ? template.root : nil
      if isMeanwhile { path = path.flatMap { meanwhilePlace(for: root, insteadOf: $0, in: window) } }
      var opened: ScreenID?
      let place: ScreenID?
      switch link.mode {
      case .reset:
        opened = try reset(to: tree, at: path ?? [], of: link, in: window, asking)
        place = opened
      case .push: place = try push(tree, at: path, of: link, in: window, asking)
      }
      // A window's root, and the active screen, aren't in an unselected tab.
      if path != nil, let place { try selectWay(to: place) }
      return NavigationOutcome(id: world.windows[window].active, window: window, opened: opened)
    } catch {
      throw error.with("link", .string(pattern(of: match.route)))
    }
  }

  /// Gives the tree's root.
  private func reset(
    to tree: TreeRequest, at path: [String], of link: LinkDefinition, in window: Int, _ asking: Asking
  ) throws(Failure) -> ScreenID? {
    let origin = Origin.rule(link.location)
    let (over, end) = try layers(over: path, in: window)
    if link.reuse, let end {
      let spared = try takenOver(by: tree, inPlaceOf: end, origin)
      try clear(over, and: [end], asking, sparing: spared)
      return try replacing(end, sparing: spared) { () throws(Failure) in
        try replace(end, with: build(tree, inPlaceOf: end, reuse: true, origin)).id
      }
    }
    try clear(over, and: end.map { [$0] } ?? [], asking)
    let (screen, slot) = try walk(path, in: window, origin, making: path.dropLast())
    if let slot { return try fill(slot, of: screen, with: tree, origin) }
    return try reset(screen, to: tree, reuse: false, origin, Asking(force: true, unasked: nil)).id
  }

  /// Gives the last of the screens.
  private func push(
    _ tree: TreeRequest, at path: [String]?, of link: LinkDefinition, in window: Int, _ asking: Asking
  ) throws(Failure) -> ScreenID? {
    guard case .chain(let nodes) = tree else { return nil }
    let origin = Origin.rule(link.location)
    var holder = world.windows[window].active
    if let path {
      var over = try layers(over: path, in: window).over
      while true {
        over += occupants(of: world.windows[window].focus, where: \.isModal)
        guard let slot = world.windows[window].pushedSlot else { break }
        world.windows[window].moveDown(slot)
      }
      try clear(over, and: [], asking)
      holder = try walk(path, in: window, origin, making: path[...]).screen
    }
    holder = try top(of: holder)
    for request in nodes.map(\.screen) {
      let slots = flow.screens[try type(of: holder)].slots
      let slot = slots.firstIndex { $0.style == .push && $0.presents[request.type] }
      guard let slot else {
        let (at, wanted) = (address(of: holder), flow.screens[request.type].name)
        throw Failure(
          .notPresentable, "\(typeName(of: holder)) at \(at) has no push slot that presents \(wanted)",
          ["at": .string(at), "screen": .string(wanted)])
      }
      holder = try present(request, in: slot, of: holder, origin, replacing: nil).id ?? holder
    }
    return holder
  }

  // MARK: Paths to places

  /// The roots of the trees that cover the path to a place, and the screen at the place, if any.
  ///
  /// The focus of the window moves along the path.
  private func layers(over path: [String], in window: Int) throws(Failure) -> (
    over: [ScreenID], end: ScreenID?
  ) {
    while world.windows[window].moveUp() {}
    var over: [ScreenID] = []
    for name in path {
      let slot = try slot(named: name, of: world.windows[window].focus.id, on: path)
      let style = flow.screens[world.windows[window].focus.type].slots[slot].style
      over += occupants(of: world.windows[window].focus) { other, index in
        switch style {
        case .tab, .pane: other == .push || other.isModal
        case .push: other.isModal || other == .push && index != slot
        case .sheet, .popover, .cover: other.isModal && index != slot
        }
      }
      guard world.windows[window].moveDown(slot) else { return (over, nil) }
    }
    return (over, world.windows[window].focus.id)
  }

  /// The place where a tree opens while a link waits: the link's own, if it exists and takes the tree's root, or will
  /// once its tabs are made; otherwise a slot beside it, of the nearest screen on the way that has one.
  ///
  /// - Returns: nil if it opens as if the link named no place.
  private func meanwhilePlace(for type: Int?, insteadOf path: [String], in window: Int) -> [String]? {
    var screen = world.windows[window].screen(world.windows[window].rootID)
    guard var holder = screen?.type else { return nil }
    var beside: [String]?
    for (index, name) in path.enumerated() {
      let slots = flow.screens[holder].slots
      guard let slot = slots.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else { return beside }
      if let type, let free = flow.screens[holder].slotBeside(slot, for: type) {
        beside = path[..<index] + [slots[free].name]
      }
      if index == path.count - 1, type.map({ slots[slot].presents[$0] }) ?? true { return path }
      screen = screen.flatMap { world.windows[window].child(of: $0, in: slot) }
      guard let next = screen?.type ?? slots[slot].initial?.type else { return beside }
      holder = next
    }
    return beside
  }

  private func occupants(of screen: Screen, where isMeant: (SlotStyle) -> Bool) -> [ScreenID] {
    occupants(of: screen) { style, _ in isMeant(style) }
  }

  private func occupants(of screen: Screen, _ isMeant: (SlotStyle, Int) -> Bool) -> [ScreenID] {
    let slots = flow.catalog.shapes[screen.type].slots
    return slots.indices.compactMap { isMeant(slots[$0].style, $0) ? screen.slots[$0].screen?.id : nil }
  }

  /// Removes trees once all screens to be removed have been asked, including those replaced later.
  private func clear(
    _ over: [ScreenID], and replaced: [ScreenID], _ asking: Asking, sparing spared: Set<ScreenID> = []
  ) throws(Failure) {
    try ask(over + replaced, asking, sparing: spared)
    for root in over {
      guard let holder = world.windows.holder(of: root) else { continue }
      try remove(holder.slot, of: holder.screen, Asking(force: true, unasked: nil), .reset)
    }
  }

  /// The screen at a path or, if its last slot is empty, the screen that has it, and the slot.
  ///
  /// - Parameter making: the beginning of the path on which empty tabs and panes are filled with their first
  ///   screens.
  private func walk(
    _ path: [String], in window: Int, _ origin: Origin, making: ArraySlice<String>
  ) throws(Failure) -> (screen: ScreenID, slot: Int?) {
    var screen = world.windows[window].rootID
    for (index, name) in path.enumerated() {
      let slot = try slot(named: name, of: screen, on: path)
      if let child = world.windows.child(of: screen, in: slot) {
        screen = child.id
        continue
      }
      guard making.indices.contains(index) else { return (screen, slot) }
      guard let initial = flow.screens[try type(of: screen)].slots[slot].initial else {
        throw noPlace(at: path, deepest: screen)
      }
      scope.look(at: screen)
      screen = try present(try request(initial), in: slot, of: screen, origin, replacing: nil).id ?? screen
    }
    return (screen, nil)
  }

  private func slot(named name: String, of screen: ScreenID, on path: [String]) throws(Failure) -> Int {
    let slots = flow.screens[try type(of: screen)].slots
    guard let slot = slots.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else {
      throw noPlace(at: path, deepest: screen)
    }
    return slot
  }

  private func noPlace(at path: [String], deepest screen: ScreenID) -> Failure {
    let place = NavigationPath(window: world.windows.name(ofWindowHolding: screen), slots: path)
    return Failure(
      .noScreenAt, "there is no place \(place) to open the link at",
      ["at": .string(place.description), "deepest": .string(address(of: screen))])
  }

  /// Fills an empty slot of a screen with a tree, and gives its root.
  private func fill(
    _ slot: Int, of holder: ScreenID, with tree: TreeRequest, _ origin: Origin
  ) throws(Failure) -> ScreenID? {
    let window = try focus(on: holder)
    let screen = world.windows[window].focus
    let built = try build(
      tree, in: flow.screens[screen.type].slots[slot], of: screen, atDepth: world.windows[window].depth + 1,
      origin)
    try put(built.state, in: slot, of: holder)
    for wait in built.waits { self.wait(for: wait.screen, wait.awaiting, by: wait.holder) }
    return built.state.id
  }

  /// Selects the tabs and focuses the panes on the path to a screen.
  private func selectWay(to screen: ScreenID) throws(Failure) {
    var screen = screen
    while let holder = world.windows.holder(of: screen) {
      switch holder.style {
      case .tab:
        guard let root = world.windows.child(of: holder.screen, in: holder.slot) else { return }
        try choose(
          holder.slot, of: holder.screen, visits: try visits(of: holder.screen, adding: holder.slot, root))
      case .pane: try choose(holder.slot, of: holder.screen, visits: [])
      case .push, .sheet, .popover, .cover: break
      }
      screen = holder.screen
    }
  }
}
