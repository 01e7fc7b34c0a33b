import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  func pop(_ count: Int, in window: Int, _ asking: Asking) throws(Failure) -> NavigationOutcome {
    let (isAboveRoot, slot) = world.windows[window].moveUp(popping: count)
    guard isAboveRoot else {
      let at = world.windows[window].address(of: world.windows[window].focus.id)
      throw Failure(.nothingToPop, "nothing is pushed on \(at)", ["at": .string(at)])
    }
    if let slot { try remove(slot: slot, in: window, asking, .dismissed) }
    return NavigationOutcome()
  }

  func dismissFocus(
    of window: Int, result: JSONValue?, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let screen = world.windows[window].focus
    guard let parent = world.windows[window].parent, let place = world.windows[window].place(of: screen.id)
    else {
      throw notDismissable(screen.id, in: window, "the root of a window")
    }
    switch flow.catalog.shapes[parent.type].slots[place.slot].style {
    case .tab: throw notDismissable(screen.id, in: window, "the root of a tab")
    case .pane: throw notDismissable(screen.id, in: window, "the root of a pane")
    case .push, .sheet, .popover, .cover: break
    }
    let result = try result.map { (it) throws(Failure) in try checked(it, as: screen.type, origin) }
    world.windows[window].moveUp()
    try remove(slot: place.slot, in: window, asking, .dismissed, result: result)
    return NavigationOutcome()
  }

  /// Moves the focus to the root of the first of the modals that hold it.
  ///
  /// These are the nearest modal and those that it is presented on, up to the nearest tab, pane or window.
  /// - Complexity: O(depth).
  func moveToFirstModal(in window: Int) throws(Failure) {
    let zipper = world.windows[window]
    var id = zipper.focus.id
    var levels = 0
    var height: Int?
    search: while let place = zipper.place(of: id), let parent = place.parent,
      let type = zipper.place(of: parent)?.type
    {
      switch flow.catalog.shapes[type].slots[place.slot].style {
      case .sheet, .popover, .cover: height = levels
      case .push: break
      case .tab, .pane: if height != nil { break search }
      }
      id = parent
      levels += 1
    }
    guard let height else {
      let at = zipper.address(of: zipper.focus.id)
      let failure = Failure(.notDismissable, "no modal holds \(at)", ["at": .string(at)])
      throw zipper.isPushed ? failure.with("hint", .string("leave 'all' out to remove this screen")) : failure
    }
    for _ in 0..<height { world.windows[window].moveUp() }
  }

  private func notDismissable(_ id: ScreenID, in window: Int, _ what: String) -> Failure {
    let at = world.windows[window].address(of: id)
    return Failure(.notDismissable, "\(at) is \(what)", ["at": .string(at)])
      .with("hint", .string("use replace to put another screen there"))
  }

  /// Removes the tree in a slot of the focus, if all its screens permit.
  ///
  /// - Complexity: O(number of screens removed).
  func remove(
    slot: Int, in window: Int, _ asking: Asking, _ reason: RemovalReason, result: JSONValue? = nil
  ) throws(Failure) {
    let before = sight(in: window)
    if let screen = world.windows[window].focus.slots[slot].screen {
      try ask(screen, in: window, asking)
      depart(screen, in: window, reason, result: result)
    }
    let parent = world.windows[window].focus.id
    let removed = world.windows[window].dismiss(slot)
    history.journal.append(.removed(window: window, parent: parent, slot: slot, removed))
    listeners.transitions?.observe(reason, in: self)
    observeSight(from: before, in: window)
  }

  /// Asks every screen of a tree, deepest first, whether it may be dismissed.
  func ask(
    _ root: Screen, in window: Int, _ asking: Asking, sparing spared: Set<ScreenID> = []
  ) throws(Failure) {
    guard traits.asksBeforeDismissal else { return }
    try ask([root.id], in: window, asking, sparing: spared)
  }

  /// Asks every screen of several trees, deepest first, whether it may be dismissed.
  func ask(
    _ roots: [ScreenID], in window: Int, _ asking: Asking, sparing spared: Set<ScreenID> = []
  ) throws(Failure) {
    guard traits.asksBeforeDismissal, !asking.force else { return }
    var asked: [(id: ScreenID, type: Int, depth: Int)] = []
    for root in roots {
      for (screen, place) in world.windows[window].subtree(of: root)
      where flow.screens[screen.type].dismissible != nil && screen.id != asking.unasked
        && !spared.contains(screen.id)
      {
        asked.append((screen.id, screen.type, place.depth))
      }
    }
    asked.sort { $0.depth > $1.depth }
    for (id, type, _) in asked {
      guard let dismissible = flow.screens[type].dismissible else { continue }
      scope.look(at: id, in: window)
      if try !holds(dismissible) {
        change.refuser = id
        listeners.coverage?.count(.refusal(type))
        let at = world.windows[window].address(of: id)
        let name = flow.screens[type].name
        throw Failure(
          .dismissRefused, "\(name) at \(at) refuses to be dismissed",
          ["at": .string(at), "id": .integer(id.number), "screen": .string(name)]
        ).advising(.force)
      }
    }
  }
}
