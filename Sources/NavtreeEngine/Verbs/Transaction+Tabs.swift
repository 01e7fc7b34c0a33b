import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// Moves the focus to the nearest screen at or above it that has a tab or a pane of that name.
  ///
  /// - Returns: the slot.
  func moveUp(toThe style: SlotStyle, named name: String, in window: Int, _ origin: Origin)
    throws(Failure) -> Int
  {
    var known: [String] = []
    func slot(of type: Int) -> Int? {
      let slots = flow.screens[type].slots
      known += slots.lazy.filter { $0.style == style }.map(\.name)
      return slots.firstIndex { $0.style == style && $0.name.hasSameBytes(as: name) }
    }
    if let slot = slot(of: world.windows[window].focus.type) { return slot }
    var found: Int?
    let holder = world.windows[window].ancestor(above: .max) { type in
      found = slot(of: type)
      return found != nil
    }
    if let holder, let found {
      world.windows[window].move(to: holder.id)
      return found
    }
    let at = world.windows[window].address(of: world.windows[window].focus.id)
    let sentence = "there is no \(style.rawValue) '\(name.echo)' at \(at) or above it"
    let failure = origin.location.map { flowDefect(sentence, at: $0) } ?? Failure(.invalidParams, sentence)
    throw failure.with("at", .string(at)).hinting(name, among: known)
  }

  /// Selects a tab of the focus; its root gets the given params over those of the tab.
  func select(
    slot: Int, _ given: JSONObject?, merge: Bool, in window: Int, _ origin: Origin
  ) throws(Failure) -> NavigationOutcome {
    let declared = flow.screens[world.windows[window].focus.type].slots[slot]
    scope.look(at: world.windows[window].focus.id, in: window)
    var params = try declared.initial.map { (it) throws(Failure) in try request(it).params ?? [:] } ?? [:]
    if world.windows[window].focus.slots[slot].isNone {
      guard let initial = declared.initial else { return NavigationOutcome() }
      params.merge(given ?? [:]) { _, new in new }
      try makeTab(slot, ScreenRequest(type: initial.type, params: params), in: window, origin)
      world.windows[window].moveDown(slot)
    } else {
      world.windows[window].moveDown(slot)
      if world.windows[window].focus.type != declared.initial?.type { params = [:] }
      if merge {
        params.merge(
          flow.screens[world.windows[window].focus.type].params.object(world.windows[window].focus.params)
        ) {
          _, new in new
        }
      }
      params.merge(given ?? [:]) { _, new in new }
      setParams(
        try self.params(of: world.windows[window].focus, given: params, merge: false, origin),
        ofFocusIn: window)
    }
    let root = world.windows[window].focus
    world.windows[window].moveUp()
    choose(slot, visits: visits(adding: slot, root, in: window), in: window)
    return NavigationOutcome(id: root.id)
  }

  /// Makes the root of a tab of the focus.
  private func makeTab(_ slot: Int, _ request: ScreenRequest, in window: Int, _ origin: Origin)
    throws(Failure)
  {
    let state = try make(request, origin)
    try admit(state, depth: world.windows[window].depth + 1)
    try put(state, in: slot, of: window)
  }

  /// Makes the root of a lazy tab of the focus that was never selected.
  func makeTabIfNeeded(_ slot: Int, in window: Int) throws(Failure) {
    let tabs = world.windows[window].focus
    guard tabs.slots[slot].isNone, let initial = flow.screens[tabs.type].slots[slot].initial else { return }
    scope.look(at: tabs.id, in: window)
    try makeTab(slot, try request(initial), in: window, .rule(initial.location))
  }

  /// Selects a tab of the focus, or puts one of its panes in focus.
  func choose(_ slot: Int, visits: [TabVisit], in window: Int) {
    let sight = sight(in: window)
    let id = world.windows[window].focus.id
    let before = world.windows[window].select(slot, visits: visits)
    history.journal.append(.selected(window: window, screen: id, slot: before.slot, visits: before.visits))
    if listeners.coverage != nil { countTab(slot, in: window) }
    listeners.transitions?.observe(in: self)
    observeSight(from: sight, in: window)
  }

  /// The visits of the focus's tabs once a tab is visited.
  func visits(adding slot: Int, _ root: Screen, in window: Int) -> [TabVisit] {
    let tabs = world.windows[window].focus
    var visits = tabs.visits
    switch flow.screens[tabs.type].back {
    case .first, .initial, .order, .none: return []
    case .history:
      if visits.isEmpty { visits = [TabVisit(slot: tabs.selection)] }
      visits.removeAll { $0.slot == slot }
      visits.append(TabVisit(slot: slot))
    case .fullHistory:
      if visits.isEmpty {
        visits = [TabVisit(slot: tabs.selection, root: tabs.slots[tabs.selection].screen)]
      }
      if visits.last?.slot == slot { visits.removeLast() }
      visits.append(TabVisit(slot: slot, root: root))
      if visits.count > Self.longestHistory { visits.removeFirst(visits.count - Self.longestHistory) }
    }
    return visits
  }

  /// The most visits that `fullHistory` remembers.
  private static let longestHistory = 1_000

  /// Stores the present params of the focus, a tab's root, in the latest visit to that tab.
  func rememberParams(in window: Int) {
    let root = world.windows[window].focus
    guard let parent = world.windows[window].parent,
      let slot = world.windows[window].place(of: root.id)?.slot,
      flow.screens[parent.type].slots[slot].style == .tab, flow.screens[parent.type].back == .fullHistory
    else { return }
    world.windows[window].moveUp()
    var visits = world.windows[window].focus.visits
    if visits.isEmpty {
      let selection = parent.selection
      visits = [TabVisit(slot: selection, root: world.windows[window].focus.slots[selection].screen)]
    }
    if let latest = visits.lastIndex(where: { $0.slot == slot }) {
      visits[latest] = TabVisit(slot: slot, root: root)
    }
    choose(parent.selection, visits: visits, in: window)
    world.windows[window].move(to: root.id)
  }

  /// Selects a tab, or focuses a pane, whose root is the requested screen, at or above the focus; nil when
  /// there is none.
  func selectRoot(
    _ request: ScreenRequest, identity: JSONValue, merge: Bool, in window: Int, _ origin: Origin
  ) throws(Failure) -> NavigationOutcome? {
    for holder in [world.windows[window].focus] + world.windows[window].containers {
      let definition = flow.screens[holder.type]
      guard definition.kind == .tabs || definition.kind == .split else { continue }
      for (slot, declared) in definition.slots.enumerated() {
        switch declared.style {
        case .tab:
          guard try isRoot(of: slot, declared, of: holder, request, identity, in: window) else { continue }
          world.windows[window].move(to: holder.id)
          return try select(slot: slot, request.params, merge: merge, in: window, origin)
        case .pane:
          guard let root = world.windows[window].child(of: holder, in: slot),
            try isMatch(root, type: request.type, identity: identity)
          else { continue }
          world.windows[window].move(to: holder.id)
          choose(slot, visits: [], in: window)
          world.windows[window].moveDown(slot)
          let params = try params(
            of: world.windows[window].focus, given: request.params, merge: merge, origin)
          setParams(params, ofFocusIn: window)
          return NavigationOutcome(id: root.id)
        case .push, .sheet, .popover, .cover: continue
        }
      }
    }
    return nil
  }

  /// Whether a tab's root is the requested screen, or will be once the tab is made.
  private func isRoot(
    of slot: Int, _ declared: SlotDefinition, of holder: Screen, _ request: ScreenRequest,
    _ identity: JSONValue, in window: Int
  ) throws(Failure) -> Bool {
    if let root = world.windows[window].child(of: holder, in: slot) {
      return try isMatch(root, type: request.type, identity: identity)
    }
    guard let initial = declared.initial, initial.type == request.type else { return false }
    if case .null = identity { return true }
    // The tab's params for its root may depend on the screen that has the tab.
    scope.look(at: holder.id, in: window)
    return try self.identity(of: self.request(initial), .rule(initial.location)) == identity
  }
}
