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
      scope.look(at: world.windows[window].focus.id, in: window)
      let tree = try with(match) { () throws(Failure) in try request(template, at: link.location) }
      var path = link.at?.slots
      let root = link.mode == .reset ? template.types.first : nil
      if isMeanwhile { path = path.flatMap { meanwhilePlace(for: root, insteadOf: $0, in: window) } }
      var opened: ScreenID?
      switch link.mode {
      case .reset: opened = try reset(to: tree, at: path ?? [], of: link, in: window, asking)
      case .push: try push(tree, at: path, of: link, in: window, asking)
      }
      // A window's root, and the active screen, aren't in an unselected tab.
      if path != nil { selectWayToFocus(in: window) }
      return NavigationOutcome(id: world.windows[window].active, window: window, opened: opened)
    } catch {
      throw error.with("link", .string(pattern(of: match.route)))
    }
  }

  /// Leaves the focus on the tree's root, and gives it.
  private func reset(
    to tree: TreeRequest, at path: [String], of link: LinkDefinition, in window: Int, _ asking: Asking
  ) throws(Failure) -> ScreenID? {
    let origin = Origin.rule(link.location)
    let (over, end) = try layers(over: path, in: window)
    if link.reuse, let end {
      let built = try buildFocus(tree, reuse: true, in: window, origin)
      try clear(over, and: [end], in: window, asking, sparing: built.reused)
      _ = try walk(path, in: window, origin, making: [])
      return try replaceFocus(with: built, in: window).id
    }
    try clear(over, and: end.map { [$0] } ?? [], in: window, asking)
    let slot = try walk(path, in: window, origin, making: path.dropLast())
    let cleared = Asking(force: true, unasked: nil)
    guard let slot else { return try resetFocus(to: tree, reuse: false, in: window, origin, cleared).id }
    try fill(slot, with: tree, in: window, origin)
    return world.windows[window].focus.id
  }

  /// Leaves the focus on the last of the screens.
  private func push(
    _ tree: TreeRequest, at path: [String]?, of link: LinkDefinition, in window: Int, _ asking: Asking
  ) throws(Failure) {
    guard case .chain(let nodes) = tree else { return }
    let origin = Origin.rule(link.location)
    if let path {
      var (over, _) = try layers(over: path, in: window)
      while true {
        over += occupants(of: world.windows[window].focus, where: \.isModal)
        guard let slot = world.windows[window].pushedSlot else { break }
        world.windows[window].moveDown(slot)
      }
      try clear(over, and: [], in: window, asking)
      _ = try walk(path, in: window, origin, making: path[...])
    } else {
      world.windows[window].moveToActive()
    }
    world.windows[window].moveToTop()
    for request in nodes.map(\.screen) {
      let slots = flow.screens[world.windows[window].focus.type].slots
      let slot = slots.firstIndex { $0.style == .push && $0.presents[request.type] }
      guard let slot else {
        let at = world.windows[window].address(of: world.windows[window].focus.id)
        let (holder, wanted) = (
          flow.screens[world.windows[window].focus.type].name, flow.screens[request.type].name
        )
        throw Failure(
          .notPresentable, "\(holder) at \(at) has no push slot that presents \(wanted)",
          ["at": .string(at), "screen": .string(wanted)])
      }
      _ = try present(request, in: slot, of: window, origin, replacing: nil)
      world.windows[window].moveDown(slot)
    }
  }

  // MARK: Paths to places

  /// The roots of the trees that cover the path to a place, and the screen at the place, if any.
  private func layers(over path: [String], in window: Int) throws(Failure) -> (
    over: [ScreenID], end: ScreenID?
  ) {
    while world.windows[window].moveUp() {}
    var over: [ScreenID] = []
    for name in path {
      let slot = try slot(named: name, on: path, in: window)
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
    _ over: [ScreenID], and replaced: [ScreenID], in window: Int, _ asking: Asking,
    sparing spared: Set<ScreenID> = []
  ) throws(Failure) {
    try ask(over + replaced, in: window, asking, sparing: spared)
    for root in over {
      guard let place = world.windows[window].place(of: root), let parent = place.parent else { continue }
      world.windows[window].move(to: parent)
      try remove(slot: place.slot, in: window, Asking(force: true, unasked: nil), .reset)
    }
  }

  /// Moves the focus to the screen at a path; if its last slot is empty, to the screen that has it, and gives
  /// the slot.
  ///
  /// - Parameter making: the beginning of the path on which empty tabs and panes are filled with their first
  ///   screens.
  private func walk(
    _ path: [String], in window: Int, _ origin: Origin, making: ArraySlice<String>
  ) throws(Failure) -> Int? {
    while world.windows[window].moveUp() {}
    for (index, name) in path.enumerated() {
      let slot = try slot(named: name, on: path, in: window)
      if world.windows[window].moveDown(slot) { continue }
      guard making.indices.contains(index) else { return slot }
      let declared = flow.screens[world.windows[window].focus.type].slots[slot]
      guard let initial = declared.initial else { throw noScreen(on: path, in: window) }
      scope.look(at: world.windows[window].focus.id, in: window)
      _ = try present(try request(initial), in: slot, of: window, origin, replacing: nil)
      world.windows[window].moveDown(slot)
    }
    return nil
  }

  private func slot(named name: String, on path: [String], in window: Int) throws(Failure) -> Int {
    let slots = flow.screens[world.windows[window].focus.type].slots
    guard let slot = slots.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else {
      throw noScreen(on: path, in: window)
    }
    return slot
  }

  private func noScreen(on path: [String], in window: Int) -> Failure {
    let place = NavigationPath(window: world.windows[window].window, slots: path)
    return Failure(
      .noScreenAt, "there is no place \(place) to open the link at",
      [
        "at": .string(place.description),
        "deepest": .string(world.windows[window].address(of: world.windows[window].focus.id)),
      ])
  }

  /// Fills an empty slot of the focus with a tree.
  private func fill(_ slot: Int, with tree: TreeRequest, in window: Int, _ origin: Origin) throws(Failure) {
    let holder = world.windows[window].focus
    let declared = flow.screens[holder.type].slots[slot]
    let built = try build(
      tree, in: declared, of: holder, atDepth: world.windows[window].depth + 1, origin)
    try put(built.state, in: slot, of: window)
    for wait in built.waits { self.wait(for: wait.screen, wait.awaiting, by: wait.holder) }
    world.windows[window].moveDown(slot)
  }

  /// Selects the tabs and focuses the panes on the path to the focus.
  private func selectWayToFocus(in window: Int) {
    while let slot = world.windows[window].place(of: world.windows[window].focus.id)?.slot {
      let root = world.windows[window].focus
      guard world.windows[window].moveUp() else { return }
      switch flow.screens[world.windows[window].focus.type].slots[slot].style {
      case .tab: choose(slot, visits: visits(adding: slot, root, in: window), in: window)
      case .pane: choose(slot, visits: [], in: window)
      case .push, .sheet, .popover, .cover: continue
      }
    }
  }
}
