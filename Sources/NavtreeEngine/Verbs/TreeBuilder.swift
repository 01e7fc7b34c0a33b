import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Makes the screens of a requested tree.
struct TreeBuilder {
  let transaction: Transaction
  let origin: Origin
  let reuse: Bool
  private(set) var made = 0
  /// The levels of the deepest screen.
  private(set) var depth = 0
  private(set) var reused: Set<ScreenID> = []
  private(set) var waits: [Transaction.BuiltTree.Wait] = []

  /// - Parameters:
  ///   - old: the screen in the place of the tree's root, if it may be taken over.
  ///   - holder: the screen that holds the root; nil for the root of a window, tab or pane.
  mutating func build(_ tree: TreeRequest, over old: Screen?, in holder: Screen?) throws(Failure)
    -> NavigationState
  {
    try build(tree, over: old, in: holder, pointer: "/tree", level: 1)
  }

  /// A new screen of a chain, and the screens that it presents except the next one.
  private struct Link {
    let screen: Screen
    let selection: Int
    var slots: Slots
  }

  /// Makes a chain from the root up, and assembles it from its top.
  ///
  /// The depth of the request's JSON bounds the recursion.
  private mutating func build(
    _ tree: TreeRequest, over old: Screen?, in holder: Screen?, pointer: String, level: Int
  ) throws(Failure) -> NavigationState {
    var links: [Link] = []
    // By link, the slot in which the next one is pushed.
    var pushed: [Int] = []
    var below = old
    for (index, node) in tree.nodes.enumerated() {
      let at = if case .chain = tree { "\(pointer)/\(index)" } else { pointer }
      if let last = links.last {
        let slot = try pushSlot(of: last, for: node.screen.type, at)
        pushed.append(slot)
        below = child(of: below, in: transaction.flow.screens[last.screen.type].slots[slot].name)
      }
      let link = try link(node, over: below, pointer: at, level: level + index)
      try addWait(node.screen.awaiting, for: link.screen, in: links.last?.screen ?? holder, at)
      links.append(link)
    }
    guard !links.isEmpty else {
      throw failure(.invalidParams, "a tree has at least one screen", pointer)
    }
    var state = NavigationState.none
    for (index, link) in links.enumerated().reversed() {
      var slots = link.slots
      if index < pushed.count { slots[pushed[index]] = state }
      let definition = transaction.flow.screens[link.screen.type]
      try fillTabs(&slots, of: link.screen, definition, link.selection, level: level + index)
      state = NavigationState(
        Screen(
          id: link.screen.id, type: link.screen.type, params: link.screen.params, state: link.screen.state,
          selection: link.selection, slots: slots),
        kind: definition.kind)
    }
    return state
  }

  /// The screen in a slot of an existing one, which may be of another type.
  private func child(of screen: Screen?, in name: String) -> Screen? {
    guard let screen else { return nil }
    let slot = transaction.flow.screens[screen.type].slots.firstIndex { $0.name.hasSameBytes(as: name) }
    return slot.flatMap { screen.slots[$0].screen }
  }

  private func pushSlot(of link: Link, for type: Int, _ pointer: String) throws(Failure) -> Int {
    let definition = transaction.flow.screens[link.screen.type]
    let slot = definition.slots.indices.first {
      definition.slots[$0].style == .push && definition.slots[$0].presents[type]
    }
    guard let slot else {
      throw failure(
        .notPresentable, "'\(definition.name)' has no push slot for '\(transaction.flow.screens[type].name)'",
        pointer)
    }
    if let clash = clash(slot, with: link.slots, definition) {
      throw failure(.slotOccupied, "'\(definition.slots[clash].name)' is filled already", pointer)
    }
    return slot
  }

  /// One screen and the trees in its slots.
  private mutating func link(
    _ node: TreeRequest.Node, over old: Screen?, pointer: String, level: Int
  ) throws(Failure) -> Link {
    let screen = try screen(node.screen, state: node.state, over: old, pointer: pointer, level: level)
    let definition = transaction.flow.screens[screen.type]
    var selection = screen.selection
    if let selected = node.selected {
      guard
        let slot = definition.slots.firstIndex(where: {
          $0.name.hasSameBytes(as: selected) && !$0.style.isChained
        })
      else {
        throw failure(.invalidParams, "'\(definition.name)' has no tab or pane '\(selected.echo)'", pointer)
          .hinting(selected, among: definition.slots.filter { !$0.style.isChained }.map(\.name))
      }
      selection = slot
    }
    var filled = Slots()
    for slot in node.slots {
      let at = pointer + "/slots/" + slot.name
      let index = try self.slot(slot.name, of: definition, at)
      if let clash = clash(index, with: filled, definition) {
        throw failure(.slotOccupied, "'\(definition.slots[clash].name)' is filled already", at)
      }
      let holder = definition.slots[index].style.isChained ? screen : nil
      let state = try build(
        slot.tree, over: child(of: old, in: slot.name), in: holder, pointer: at, level: level + 1)
      guard let type = state.screen?.type else { continue }
      try check(type, in: definition.slots[index], at)
      filled[index] = state
    }
    return Link(screen: screen, selection: selection, slots: filled)
  }

  /// Records that the holder of a screen waits for its result.
  private mutating func addWait(
    _ awaiting: Awaiting?, for screen: Screen, in holder: Screen?, _ pointer: String
  ) throws(Failure) {
    guard let awaiting else { return }
    guard let holder else {
      throw failure(
        .invalidParams, "nobody holds the root of a window, tab or pane, to get its result", pointer)
    }
    try transaction.check(awaiting, of: holder.type, origin, pointer: pointer)
    waits.append(Transaction.BuiltTree.Wait(screen: screen.id, awaiting: awaiting, holder: holder.id))
  }

  /// The screens that a tree takes over, as far as it fits.
  ///
  /// - Parameter old: the screen in the place of the tree's root.
  func takenOver(by tree: TreeRequest, from old: Screen?) -> Set<ScreenID> {
    var found: Set<ScreenID> = []
    var old = old
    var holder: Int?
    for node in tree.nodes {
      if let holder {
        let slots = transaction.flow.screens[holder].slots
        let slot = slots.first { $0.style == .push && $0.presents[node.screen.type] }
        old = slot.flatMap { child(of: old, in: $0.name) }
      }
      guard let here = old else { break }
      // A request that fails here fails when the tree is made.
      if (try? isTakenOver(here, by: node.screen)) ?? false { found.insert(here.id) }
      for slot in node.slots {
        found.formUnion(takenOver(by: slot.tree, from: child(of: here, in: slot.name)))
      }
      holder = node.screen.type
    }
    return found
  }

  private func isTakenOver(_ old: Screen, by request: ScreenRequest) throws(Failure) -> Bool {
    guard old.type == request.type else { return false }
    return try transaction.identity(of: old) == transaction.identity(of: request, origin)
  }

  /// One screen, taken over or made, without the screens that it presents.
  private mutating func screen(
    _ request: ScreenRequest, state: JSONObject?, over old: Screen?, pointer: String, level: Int
  ) throws(Failure) -> Screen {
    depth = max(depth, level)
    let definition = transaction.flow.screens[request.type]
    let fresh: Screen
    if let old, reuse, try isTakenOver(old, by: request) {
      reused.insert(old.id)
      fresh = Screen(
        id: old.id, type: old.type, params: try transaction.params(ofType: old.type, request.params, origin),
        state: old.state, selection: old.selection)
    } else {
      made += 1
      let bare = try transaction.make(request, origin, filling: false)
      fresh = bare.screen ?? Screen(id: ScreenID(0), type: request.type)
    }
    guard let state else { return fresh }
    var screen = fresh
    do {
      for (field, value) in try definition.state.bind(state).enumerated() {
        if let value { screen.state[field] = value }
      }
    } catch {
      throw transaction.misfit(
        error, "state of '\(definition.name)'", of: definition.state, pointer + "/state", origin)
    }
    return screen
  }

  /// Makes the tabs and panes that the tree leaves out, as when a screen is presented.
  private mutating func fillTabs(
    _ slots: inout Slots, of screen: Screen, _ definition: ScreenDefinition, _ selection: Int, level: Int
  ) throws(Failure) {
    for (slot, declared) in definition.slots.enumerated() where slots[slot].isNone {
      guard let initial = declared.initial else { continue }
      if definition.kind == .tabs, definition.lazy, slot != selection { continue }
      let before = transaction.world.counters.screen
      slots[slot] = try transaction.make(initial, madeIn: screen)
      made += transaction.world.counters.screen - before
      depth = max(depth, level + slots[slot].levels)
    }
  }

  private func slot(_ name: String, of definition: ScreenDefinition, _ pointer: String) throws(Failure) -> Int
  {
    if let slot = definition.slots.firstIndex(where: { $0.name.hasSameBytes(as: name) }) { return slot }
    throw failure(.notPresentable, "'\(definition.name)' has no slot '\(name.echo)'", pointer)
      .hinting(name, among: definition.slots.map(\.name))
  }

  /// The filled slot that prevents filling another of its sort.
  private func clash(_ slot: Int, with filled: Slots, _ definition: ScreenDefinition) -> Int? {
    let style = definition.slots[slot].style
    return definition.slots.indices.first { other in
      guard !filled[other].isNone else { return false }
      let otherStyle = definition.slots[other].style
      return style == .push && otherStyle == .push || style.isModal && otherStyle.isModal || other == slot
    }
  }

  private func check(_ type: Int, in slot: SlotDefinition, _ pointer: String) throws(Failure) {
    guard !slot.presents[type] else { return }
    throw failure(
      .notPresentable, "the slot '\(slot.name)' doesn't present '\(transaction.flow.screens[type].name)'",
      pointer
    )
  }

  private func failure(_ kind: ErrorKind, _ message: String, _ pointer: String) -> Failure {
    origin.location.map { transaction.flowDefect(message, at: $0, pointer: pointer) }
      ?? Failure(kind, message, ["pointer": .string(pointer)])
  }
}

extension SlotStyle {
  /// Whether a screen in the slot is presented, not a tab or a pane.
  var isChained: Bool {
    switch self {
    case .push, .sheet, .popover, .cover: true
    case .tab, .pane: false
    }
  }
}
