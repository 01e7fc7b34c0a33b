import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Session {
  /// Puts any tree in place of the root of the window, tab or pane that holds the focus.
  ///
  /// The tree is checked whole before anything changes.
  /// - Parameter reuse: screens equal in type, identity and place keep id and state.
  /// - Complexity: O(number of screens removed and made).
  func reset(
    _ tree: TreeRequest, reuse: Bool, in window: Int, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    moveToResettableRoot(in: window)
    return try resetFocus(to: tree, reuse: reuse, in: window, origin, asking)
  }

  /// Puts a tree in place of the focus and what it holds.
  func resetFocus(
    to tree: TreeRequest, reuse: Bool, in window: Int, _ origin: Origin, _ asking: Asking
  ) throws(Failure) -> NavigationOutcome {
    let old = world.windows[window].focus
    let place = world.windows[window].place(of: old.id)
    let slot = world.windows[window].parent.flatMap { parent in
      place.map { flow.screens[parent.type].slots[$0.slot] }
    }
    let (state, reused) = try build(
      tree, over: reuse ? old : nil, in: slot, atDepth: world.windows[window].depth, origin)
    try ask(old, in: window, asking, sparing: reused)
    return try replaceFocus(of: window, with: state, .reset, sparing: reused)
  }

  /// Makes a tree, checked whole, its slot and the limits too.
  ///
  /// - Parameters:
  ///   - old: the screen whose place it takes, if that may be taken over.
  ///   - slot: where its root will stand; nil: it is a window's.
  func build(
    _ tree: TreeRequest, over old: Screen? = nil, in slot: SlotDefinition?, atDepth depth: Int,
    _ origin: Origin
  ) throws(Failure) -> (state: NavigationState, reused: Set<ScreenID>) {
    var builder = TreeBuilder(session: self, origin: origin, reuse: old != nil)
    let state = try builder.build(tree, over: old)
    if let slot, let root = state.screen, !slot.presents[root.type] {
      let failure = Failure(
        .notPresentable,
        "the \(slot.style.rawValue) '\(slot.name)' doesn't present \(flow.screens[root.type].name)")
      switch origin {
      case .caller, .answer(nil): throw failure.with("pointer", "/tree/screen")
      case .rule(let location), .answer(let location?): throw failure.at(location, of: flow)
      }
    }
    try admit(count: builder.made, depth: depth + builder.depth - 1)
    return (state, builder.reused)
  }

  private func moveToResettableRoot(in window: Int) {
    while let parent = world.windows[window].parent,
      let place = world.windows[window].place(of: world.windows[window].focus.id)
    {
      switch flow.screens[parent.type].slots[place.slot].style {
      case .tab, .pane: return
      case .push, .sheet, .popover, .cover: world.windows[window].moveUp()
      }
    }
  }

  /// Checks the limits that screens to be made would go beyond.
  func admit(count: Int, depth: Int) throws(Failure) {
    if screenCount + count > limits[.screens] { throw limits.exceeded(.screens) }
    if depth >= limits[.levels] { throw limits.exceeded(.levels) }
  }
}

/// Makes the screens of a tree that is asked for.
private struct TreeBuilder {
  let session: Session
  let origin: Origin
  let reuse: Bool
  private(set) var made = 0
  /// The levels of the deepest screen.
  private(set) var depth = 0
  private(set) var reused: Set<ScreenID> = []

  init(session: Session, origin: Origin, reuse: Bool) {
    self.session = session
    self.origin = origin
    self.reuse = reuse
  }

  /// - Parameter old: the screen that stands in the place of the tree's root, if it may be taken over.
  mutating func build(_ tree: TreeRequest, over old: Screen?) throws(Failure) -> NavigationState {
    try build(tree, over: old, pointer: "/tree", level: 1)
  }

  /// Recursion is bounded by the depth of the JSON that the request came in.
  private mutating func build(
    _ tree: TreeRequest, over old: Screen?, pointer: String, level: Int
  ) throws(Failure) -> NavigationState {
    switch tree {
    case .chain(let requests): return try chain(requests, over: old, pointer: pointer, level: level)
    case .screen(let request, let state, let selected, let slots):
      var screen = try screen(request, state: state, over: old, pointer: pointer, level: level)
      let definition = session.flow.screens[screen.type]
      var selection = screen.selection
      if let selected {
        guard let slot = definition.slots.firstIndex(where: { $0.name == selected && !$0.style.isChained })
        else {
          throw failure(.invalidParams, "'\(definition.name)' has no tab or pane '\(selected)'", pointer)
            .hinting(selected, among: definition.slots.filter { !$0.style.isChained }.map(\.name))
        }
        selection = slot
      }
      var filled = Slots()
      for slot in slots {
        let at = pointer + "/slots/" + slot.name
        let index = try self.slot(slot.name, of: definition, at)
        if let clash = clash(index, with: filled, definition) {
          throw failure(.slotOccupied, "'\(definition.slots[clash].name)' is filled already", at)
        }
        let state = try build(slot.tree, over: old?.slots[index].screen, pointer: at, level: level + 1)
        guard let type = state.screen?.type else { continue }
        try check(type, in: definition.slots[index], at)
        filled[index] = state
      }
      try fillTabs(&filled, of: screen, definition, selection, level: level)
      screen = Screen(
        id: screen.id, type: screen.type, params: screen.params, state: screen.state, selection: selection,
        slots: filled)
      return NavigationState(screen, kind: definition.kind)
    }
  }

  /// A chain from the root up, made in that order and put together from its top.
  private mutating func chain(
    _ requests: [ScreenRequest], over old: Screen?, pointer: String, level: Int
  ) throws(Failure) -> NavigationState {
    var screens: [(screen: Screen, slot: Int)] = []
    var below = old
    for (index, request) in requests.enumerated() {
      let at = "\(pointer)/\(index)"
      let made = try screen(request, state: nil, over: below, pointer: at, level: level + index)
      if let last = screens.last {
        let definition = session.flow.screens[last.screen.type]
        let slots = definition.slots.indices.filter {
          definition.slots[$0].style == .push && definition.slots[$0].presents[made.type]
        }
        guard let slot = slots.first else {
          throw failure(
            .notPresentable,
            "'\(definition.name)' has no push slot for '\(session.flow.screens[made.type].name)'", at)
        }
        screens[screens.count - 1].slot = slot
      }
      screens.append((made, 0))
      let pushed = below.flatMap { screen in
        session.flow.screens[screen.type].slots.indices.first { slot in
          session.flow.screens[screen.type].slots[slot].style == .push && !screen.slots[slot].isNone
        }.flatMap { screen.slots[$0].screen }
      }
      below = pushed
    }
    guard !screens.isEmpty else {
      throw failure(.invalidParams, "a tree has at least one screen", pointer)
    }
    var state = NavigationState.none
    for (index, (screen, slot)) in screens.enumerated().reversed() {
      var slots = Slots()
      if !state.isNone { slots[slot] = state }
      let definition = session.flow.screens[screen.type]
      try fillTabs(&slots, of: screen, definition, screen.selection, level: level + index)
      state = NavigationState(
        Screen(
          id: screen.id, type: screen.type, params: screen.params, state: screen.state,
          selection: screen.selection, slots: slots),
        kind: definition.kind)
    }
    return state
  }

  /// One screen, taken over from what stands there or made, without what it presents.
  private mutating func screen(
    _ request: ScreenRequest, state: JSONObject?, over old: Screen?, pointer: String, level: Int
  ) throws(Failure) -> Screen {
    depth = max(depth, level)
    let definition = session.flow.screens[request.type]
    let fresh: Screen
    if let old, reuse, old.type == request.type,
      try session.identity(of: old) == session.identity(of: request, origin)
    {
      reused.insert(old.id)
      fresh = Screen(
        id: old.id, type: old.type, params: try session.params(of: definition, request.params, origin),
        state: old.state, selection: old.selection)
    } else {
      made += 1
      let bare = try session.make(request, origin, filling: false)
      fresh = bare.screen ?? Screen(id: ScreenID(0), type: request.type)
    }
    guard let state else { return fresh }
    var screen = fresh
    do {
      for (field, value) in try definition.state.bind(state).enumerated() {
        if let value { screen.state[field] = value }
      }
    } catch {
      throw session.misfit(
        error, "state of '\(definition.name)'", of: definition.state, pointer + "/state", origin)
    }
    return screen
  }

  /// Makes the tabs and panes that the tree leaves out, as they are made when the screen is presented.
  private mutating func fillTabs(
    _ slots: inout Slots, of screen: Screen, _ definition: ScreenDefinition, _ selection: Int, level: Int
  ) throws(Failure) {
    for (slot, declared) in definition.slots.enumerated() where slots[slot].isNone {
      guard let initial = declared.initial else { continue }
      if definition.kind == .tabs, definition.lazy, slot != selection { continue }
      let before = session.world.counters.screen
      slots[slot] = try session.make(initial, madeIn: screen)
      made += session.world.counters.screen - before
      depth = max(depth, level + slots[slot].levels)
    }
  }

  private func slot(_ name: String, of definition: ScreenDefinition, _ pointer: String) throws(Failure) -> Int
  {
    if let slot = definition.slots.firstIndex(where: { $0.name == name }) { return slot }
    throw failure(.notPresentable, "'\(definition.name)' has no slot '\(name)'", pointer)
      .hinting(name, among: definition.slots.map(\.name))
  }

  /// The filled slot that keeps another of its sort from being filled.
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
      .notPresentable, "the slot '\(slot.name)' doesn't present '\(session.flow.screens[type].name)'", pointer
    )
  }

  private func failure(_ kind: ErrorKind, _ message: String, _ pointer: String) -> Failure {
    switch origin {
    case .caller, .answer(nil): Failure(kind, message, ["pointer": .string(pointer)])
    case .rule(let location), .answer(let location?):
      session.flowDefect(message, at: location, pointer: pointer)
    }
  }
}

extension SlotStyle {
  /// Whether a screen there is presented, and not a tab or a pane.
  fileprivate var isChained: Bool {
    switch self {
    case .push, .sheet, .popover, .cover: true
    case .tab, .pane: false
    }
  }
}
