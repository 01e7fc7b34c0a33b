import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// The slot of a screen that takes a screen type.
  ///
  /// - Parameters:
  ///   - name: the slot's name, if given.
  ///   - styles: the styles to choose from without a name.
  ///   - parts: whether the name may be that of a tab or a pane.
  func slot(
    for type: Int, named name: String?, of holder: ScreenID, among styles: [SlotStyle],
    orParts parts: Bool = false
  ) throws(Failure) -> Int {
    let slots = flow.screens[try self.type(of: holder)].slots
    if let name {
      let styles = parts ? styles + [.tab, .pane] : styles
      guard
        let slot = slots.firstIndex(where: {
          $0.name.hasSameBytes(as: name) && styles.contains($0.style)
        })
      else {
        throw notPresentable(type, on: holder) { "\($0) has no slot '\(name.echo)'" }
          .hinting(name, among: slots.filter { styles.contains($0.style) }.map(\.name))
      }
      if slots[slot].presents[type] { return slot }
      throw notPresentable(type, on: holder) {
        "the slot '\(name)' of \($0) doesn't present \(flow.screens[type].name)"
      }.with("hint", .string("it presents \(self.presents(slots[slot]))"))
    }
    // The definitions are asked where they lie.
    var first: Int?
    var isOnly = true
    for slot in slots.indices where styles.contains(slots[slot].style) && slots[slot].presents[type] {
      if first == nil { first = slot } else { isOnly = false }
    }
    if let first, isOnly { return first }
    if first == nil {
      throw notPresentable(type, on: holder) {
        "\($0) has no slot that presents \(flow.screens[type].name)"
      }
    }
    let fitting = slots.filter { styles.contains($0.style) && $0.presents[type] }
    let names = fitting.map { "'\($0.name)'" }.joined(separator: ", ")
    throw notPresentable(type, on: holder, .ambiguousSlot) {
      "\($0) has several slots that present \(flow.screens[type].name)"
    }.with("hint", .string("name one with 'in': \(names)"))
  }

  private func notPresentable(
    _ type: Int, on holder: ScreenID, _ kind: ErrorKind = .notPresentable, _ sentence: (String) -> String
  ) -> Failure {
    let at = address(of: holder)
    return Failure(
      kind, sentence("\(typeName(of: holder)) at \(at)"),
      ["at": .string(at), "screen": .string(flow.screens[type].name)])
  }

  func presents(_ slot: SlotDefinition) -> String {
    let names = flow.screens.indices.filter { slot.presents[$0] }.map { flow.screens[$0].name }
    return names.joined(separator: ", ")
  }

  func present(
    _ request: ScreenRequest, in slot: Int, of holder: ScreenID, _ origin: Origin, replacing: Asking?
  ) throws(Failure) -> NavigationOutcome {
    if let awaiting = request.awaiting { try check(awaiting, of: type(of: holder), origin) }
    let occupant = try occupant(ofTheSortOf: slot, of: holder)
    let held = occupant.map { linksHeld(by: $0.id) } ?? []
    if let occupant {
      guard let replacing else { throw self.occupied(occupant, of: holder) }
      try remove(occupant.slot, of: holder, replacing, .replaced)
    }
    scope.look(at: holder)
    let state = try make(request, origin)
    try admit(state, depth: depth(of: holder) + 1)
    let made = state.id
    try put(state, in: slot, of: holder)
    pass(held, to: state)
    if let made, let awaiting = request.awaiting { wait(for: made, awaiting, by: holder) }
    return NavigationOutcome(id: made)
  }

  /// The failure to take a screen out of its place, for the role that it has there.
  func notDismissable(_ id: ScreenID, _ role: String, _ hint: String) -> Failure {
    let at = address(of: id)
    return Failure(.notDismissable, "\(at) is \(role)", ["at": .string(at)]).with("hint", .string(hint))
  }

  func occupied(_ occupant: (slot: Int, id: ScreenID), of holder: ScreenID) -> Failure {
    let at = address(of: occupant.id)
    let name = world.windows.place(of: holder).map { flow.screens[$0.type].slots[occupant.slot].name } ?? ""
    return Failure(
      .slotOccupied, "\(at) is presented there already",
      ["at": .string(at), "id": .integer(occupant.id.number), "slot": .string(name)])
  }

  /// The occupied slot of a screen that prevents filling another one; the zipper, which isn't asked, would be copied.
  func occupant(ofTheSortOf slot: Int, of holder: ScreenID) throws(Failure) -> (slot: Int, id: ScreenID)? {
    let window = try focus(on: holder)
    return flow.catalog.shapes[world.windows[window].focus.type]
      .occupant(ofTheSortOf: slot, in: world.windows[window].focus.slots)
  }

  /// Puts a tree into an empty slot of a screen.
  ///
  /// - Parameter isMoved: whether its screens live already.
  func put(
    _ state: NavigationState, in slot: Int, of holder: ScreenID, isMoved: Bool = false
  ) throws(Failure) {
    let before = sight(from: holder)
    let window = try focus(on: holder)
    do {
      try world.windows[window].present(state, in: slot)
    } catch {
      throw Failure(.slotOccupied, "\(error)")
    }
    history.journal.append(.presented(parent: holder, slot: slot))
    if listeners.coverage != nil { count(state, in: slot, of: world.windows[window].focus.type) }
    if !isMoved {
      listeners.transitions?.observe(in: self)
      if listeners.isWatched { observeArrival(of: state.screen) }
    }
    observeSight(from: before, below: holder)
  }

  /// Checks the limits that a tree would exceed.
  func admit(_ state: NavigationState, depth: Int) throws(Failure) {
    guard let id = state.id else { return }
    let count = world.counters.screen - id.number
    // A screen alone is a level.
    try admit(count: count, depth: count == 1 ? depth : depth + state.levels - 1)
  }

  /// Replaces a screen and those that it holds with a tree.
  ///
  /// - Parameter spared: screens that the tree takes over.
  func replace(
    _ screen: ScreenID, with state: NavigationState, _ reason: RemovalReason,
    sparing spared: Set<ScreenID> = []
  ) throws(Failure) -> NavigationOutcome {
    guard let made = state.id else { return NavigationOutcome() }
    let window = try focus(on: screen)
    let before = sight(from: screen)
    let held = linksHeld(by: screen)
    depart(screen, reason, sparing: spared)
    if !spared.isEmpty, let root = state.screen { keepFormerParams(of: spared, takenOverBy: root) }
    let removed: NavigationState
    do {
      removed = try world.windows[window].replace(with: state)
    } catch {
      throw Failure(.notPresentable, "\(error)")
    }
    history.journal.append(.replaced(window: window, by: made, removed))
    if listeners.coverage != nil { count(state, inItsPlace: made) }
    listeners.transitions?.observe(reason, in: self)
    pass(held, to: state)
    observeArrival(of: world.windows[window].focus, sparing: spared)
    observeSight(from: before, below: made)
    return NavigationOutcome(id: made)
  }
}
