import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Transaction {
  /// The nearest screen, from one up, that has a tab or a pane of that name, and the slot.
  func part(_ style: SlotStyle, named name: String, atOrAbove cursor: ScreenID, _ origin: Origin)
    throws(Failure) -> (holder: ScreenID, slot: Int)
  {
    var known: [String] = []
    var above: ScreenID? = cursor
    while let holder = above, let place = world.windows.place(of: holder) {
      let slots = flow.screens[place.type].slots
      let slot = slots.firstIndex { $0.style == style && $0.name.hasSameBytes(as: name) }
      if let slot { return (holder, slot) }
      known += slots.lazy.filter { $0.style == style }.map(\.name)
      above = place.parent
    }
    let at = address(of: cursor)
    let sentence = "there is no \(style.rawValue) '\(name.echo)' at \(at) or above it"
    let failure = origin.location.map { flowDefect(sentence, at: $0) } ?? Failure(.invalidParams, sentence)
    throw failure.with("at", .string(at)).hinting(name, among: known)
  }

  /// Selects a tab; its root gets the given params over those of the tab.
  func select(
    _ slot: Int, of tabs: ScreenID, _ given: JSONObject?, merge: Bool, _ origin: Origin
  ) throws(Failure) -> NavigationOutcome {
    let declared = flow.screens[try type(of: tabs)].slots[slot]
    scope.look(at: tabs)
    var params = try declared.initial.map { (it) throws(Failure) in try request(it).params ?? [:] } ?? [:]
    if let root = world.windows.child(of: tabs, in: slot) {
      if root.type != declared.initial?.type { params = [:] }
      if merge { params.merge(try presentParams(of: root.id)) { _, new in new } }
      params.merge(given ?? [:]) { _, new in new }
      try setParams(try self.params(of: root.id, given: params, merge: false, origin), of: root.id)
    } else {
      guard let initial = declared.initial else { return NavigationOutcome() }
      params.merge(given ?? [:]) { _, new in new }
      try makeTab(slot, of: tabs, ScreenRequest(type: initial.type, params: params), origin)
    }
    guard let root = world.windows.child(of: tabs, in: slot) else { return NavigationOutcome() }
    try choose(slot, of: tabs, visits: try visits(of: tabs, adding: slot, root))
    return NavigationOutcome(id: root.id)
  }

  /// Makes the root of a tab.
  private func makeTab(_ slot: Int, of tabs: ScreenID, _ request: ScreenRequest, _ origin: Origin)
    throws(Failure)
  {
    let state = try make(request, origin)
    try admit(state, depth: depth(of: tabs) + 1)
    try put(state, in: slot, of: tabs)
  }

  /// Makes the root of a lazy tab that was never selected.
  func makeTabIfNeeded(_ slot: Int, of tabs: ScreenID) throws(Failure) {
    guard world.windows.child(of: tabs, in: slot) == nil,
      let initial = flow.screens[try type(of: tabs)].slots[slot].initial
    else { return }
    scope.look(at: tabs)
    try makeTab(slot, of: tabs, try request(initial), .rule(initial.location))
  }

  /// Selects a tab of a screen, or puts one of its panes in focus.
  func choose(_ slot: Int, of holder: ScreenID, visits: [TabVisit]) throws(Failure) {
    let window = try focus(on: holder)
    let sight = sight(from: holder)
    let before = world.windows[window].select(slot, visits: visits)
    history.journal.append(.selected(holder, slot: before.slot, visits: before.visits))
    if listeners.coverage != nil { countTab(slot, of: world.windows[window].focus.type) }
    listeners.transitions?.observe(in: self)
    observeSight(from: sight, below: holder)
  }

  /// The visits of a screen's tabs once a tab is visited.
  func visits(of holder: ScreenID, adding slot: Int, _ root: Screen) throws(Failure) -> [TabVisit] {
    let tabs = try world.windows[focus(on: holder)].focus
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

  /// Stores the present params of a screen, if it is a tab's root, in the latest visit to that tab.
  func rememberParams(of root: ScreenID) throws(Failure) {
    guard let holder = world.windows.holder(of: root), holder.style == .tab,
      flow.screens[holder.type].back == .fullHistory
    else { return }
    let tabs = try world.windows[focus(on: holder.screen)].focus
    var visits = tabs.visits
    if visits.isEmpty {
      visits = [TabVisit(slot: tabs.selection, root: tabs.slots[tabs.selection].screen)]
    }
    if let latest = visits.lastIndex(where: { $0.slot == holder.slot }) {
      visits[latest] = TabVisit(slot: holder.slot, root: tabs.slots[holder.slot].screen)
    }
    try choose(tabs.selection, of: holder.screen, visits: visits)
  }

  /// Selects a tab, or focuses a pane, whose root is the requested screen, at or above a screen; nil when there is none.
  func selectRoot(
    _ request: ScreenRequest, _ identity: JSONValue, merge: Bool, atOrAbove cursor: ScreenID, _ origin: Origin
  ) throws(Failure) -> NavigationOutcome? {
    let window = try focus(on: cursor)
    for holder in [world.windows[window].focus] + world.windows[window].containers {
      let definition = flow.screens[holder.type]
      guard definition.kind == .tabs || definition.kind == .split else { continue }
      for (slot, declared) in definition.slots.enumerated() {
        switch declared.style {
        case .tab:
          guard try isRoot(of: slot, declared, of: holder.id, request, identity) else { continue }
          return try select(slot, of: holder.id, request.params, merge: merge, origin)
        case .pane:
          guard let root = world.windows.child(of: holder.id, in: slot),
            try isMatch(root, type: request.type, identity: identity)
          else { continue }
          try choose(slot, of: holder.id, visits: [])
          try setParams(try params(of: root.id, given: request.params, merge: merge, origin), of: root.id)
          return NavigationOutcome(id: root.id)
        case .push, .sheet, .popover, .cover: continue
        }
      }
    }
    return nil
  }

  /// Whether a tab's root is the requested screen, or will be once the tab is made.
  private func isRoot(
    of slot: Int, _ declared: SlotDefinition, of tabs: ScreenID, _ request: ScreenRequest,
    _ identity: JSONValue
  ) throws(Failure) -> Bool {
    if let root = world.windows.child(of: tabs, in: slot) {
      return try isMatch(root, type: request.type, identity: identity)
    }
    guard let initial = declared.initial, initial.type == request.type else { return false }
    if case .null = identity { return true }
    // The tab's params for its root may depend on the screen that has the tab.
    scope.look(at: tabs)
    return try self.identity(of: self.request(initial), .rule(initial.location)) == identity
  }
}
