import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

/// A search that tries every move with every value in every state, and knows nothing of abstraction.
struct BruteForce {
  /// A move from a state, which a fork of it repeats.
  enum Move {
    case dispatch(Int, JSONObject, at: ScreenID)
    case navigate(NavigationRequest, at: ScreenID)
    case answer(Int, JSONObject)
    case fail(Int, JSONObject)
    case advance(Int)

    /// Whether time passes and nothing runs, which costs nothing.
    func isWaiting(in session: Session) -> Bool {
      if case .advance(let time) = self, let due = session.nextTimer {
        session.now + time < due
      } else {
        false
      }
    }
  }

  /// For each event, the fewest moves to it.
  private(set) var steps: [CoverageEvent: Int] = [:]
  /// For each invariant, the fewest moves that break it.
  private(set) var breaches: [String: Int] = [:]
  /// The number of states.
  private(set) var count = 0
  /// The active screens of trees that no way leaves, other than that of the start.
  private(set) var deadEnds: Set<String> = []
  /// Whether actions were sent in a circle, or timers ran without end.
  private(set) var hasLivelock = false
  /// Whether two timers run at a time in some state.
  private(set) var hasTimers = false
  /// By property that is broken, the fewest moves after which it is lost.
  private(set) var lost: [String: Int] = [:]

  /// Nil if there are more states than the limit.
  ///
  /// - Parameter forging: whether screens that the user can't use take actions too.
  init?(_ random: RandomFlow, limit: Int, forging: Bool = false) throws {
    var limits = Limits()
    limits[.queue] = 20
    limits[.history] = 0
    let recorder = CoverageRecorder(random.flow)
    let notices = Notices()
    let first = try Session(
      random.flow, name: "random", limits: limits, notices: notices, coverage: recorder)
    note(recorder, notices, after: 0)
    for invariant in random.flow.invariants
    where (try? ConditionReader(first).holds(invariant.always.program)) == false {
      breaches[invariant.name] = 0
    }
    var numbers = [StateText.of(first): 0]
    var nodes = [Node(first, depth: 0)]
    var level = [(first, 0)]
    var depth = 0
    while !level.isEmpty {
      depth += 1
      var next: [(Session, Int)] = []
      var place = 0
      while place < level.count {
        let (state, number) = level[place]
        place += 1
        if state.timers.count > 1 { hasTimers = true }
        for move in Self.moves(of: state, random, forging: forging) {
          let isWaiting = move.isWaiting(in: state)
          let fork = try state.fork(as: "random")
          if move.isEndless(in: fork) { hasLivelock = true }
          let ended = move.ended(from: state, to: fork)
          note(recorder, notices, after: depth)
          let text = StateText.of(fork)
          if let known = numbers[text] {
            nodes[number].edges.append((known, ended))
            continue
          }
          guard nodes.count < limit else { return nil }
          numbers[text] = nodes.count
          nodes[number].edges.append((nodes.count, ended))
          if isWaiting { level.append((fork, nodes.count)) } else { next.append((fork, nodes.count)) }
          nodes.append(Node(fork, depth: isWaiting ? depth - 1 : depth))
        }
      }
      level = next
    }
    count = nodes.count
    findDeadEnds(nodes)
    for (number, property) in random.flow.properties.enumerated() {
      lost[property.name] = NaiveProperties(nodes: nodes, number: number).lost(property)
    }
  }

  /// A state with the states that its moves lead to.
  struct Node {
    let tree: String
    let active: String
    let depth: Int
    /// By property, which of its conditions hold.
    let truths: [[Bool]]
    /// What is owed: `timer`, and effects by name and screen.
    let owed: Set<String>
    /// The states that follow, each with what a move that no user makes has ended: nothing if it is to wait.
    var edges: [(target: Int, ended: String?)] = []
    var following: Set<Int> { Set(edges.map { $0.target }) }

    init(_ session: Session, depth: Int) {
      self.depth = depth
      truths = session.flow.properties.map { property in
        property.expressions.map { (try? ConditionReader(session).holds($0.program)) == true }
      }
      owed = Set(
        session.owed.map { BruteForce.name($0, in: session) } + (session.nextTimer == nil ? [] : ["timer"]))
      tree = StateText.tree(of: session)
      let window = session.windows[0]
      active = window.place(of: window.active).map { session.flow.screens[$0.type].name } ?? ""
    }
  }

  private mutating func findDeadEnds(_ nodes: [Node]) {
    for node in nodes where node.tree != nodes[0].tree {
      var reached = node.following
      var pending = Array(reached)
      while let next = pending.popLast() {
        for following in nodes[next].following where reached.insert(following).inserted {
          pending.append(following)
        }
      }
      if reached.allSatisfy({ nodes[$0].tree == node.tree }) { deadEnds.insert(node.active) }
    }
  }

  private mutating func note(_ recorder: CoverageRecorder, _ notices: Notices, after depth: Int) {
    if recorder.counts.count > steps.count {
      for event in recorder.counts.keys where steps[event] == nil { steps[event] = depth }
    }
    for case .invariantBroken(_, _, let invariant) in notices.all where breaches[invariant] == nil {
      breaches[invariant] = depth
    }
    notices.removeAll()
  }

  fileprivate static func name(_ effect: EffectInFlight, in session: Session) -> String {
    "\(effect.definition.name) \(session.address(of: effect))"
  }

  /// The modals that a screen is in, the innermost first.
  private static func modals(around id: ScreenID, in window: NavigationZipper, of flow: FlowDefinition)
    -> [ScreenID]
  {
    var found: [ScreenID] = []
    var id = id
    while let place = window.place(of: id), let parent = place.parent, let above = window.screen(parent) {
      if flow.screens[above.type].slots[place.slot].style.isModal { found.append(id) }
      id = parent
    }
    return found
  }

  /// Whether a user can use a screen: no screen above it up to the root hides it, nor does a modal elsewhere.
  private static func isUsable(_ screen: Screen, in window: NavigationZipper, of flow: FlowDefinition) -> Bool
  {
    func children(_ screen: Screen) -> [(style: SlotStyle, id: ScreenID)] {
      flow.screens[screen.type].slots.enumerated().compactMap { index, slot in
        window.child(of: screen, in: index).map { (slot.style, $0.id) }
      }
    }
    if children(screen).contains(where: { $0.style.isModal || $0.style == .push }) { return false }
    let own = modals(around: screen.id, in: window, of: flow)
    if let top = modals(around: window.active, in: window, of: flow).first, !own.contains(top) {
      return false
    }
    var id = screen.id
    while let place = window.place(of: id), let parent = place.parent, let above = window.screen(parent) {
      let style = flow.screens[above.type].slots[place.slot].style
      let others = children(above).filter { $0.id != id }
      if !style.isModal, others.contains(where: { $0.style.isModal }) { return false }
      if style == .tab || style == .pane, others.contains(where: { $0.style == .push }) { return false }
      if style == .tab, above.selection != place.slot { return false }
      id = parent
    }
    return true
  }

  /// The moves of a state, in no order that matters.
  static func moves(of session: Session, _ random: RandomFlow, forging: Bool = false) -> [Move] {
    let flow = random.flow
    var moves: [Move] = []
    for window in session.windows {
      let top = modals(around: window.active, in: window, of: flow).first
      for (screen, _) in window.subtree() {
        let definition = flow.screens[screen.type]
        for (index, slot) in definition.slots.enumerated() where slot.style == .sheet {
          if let modal = window.child(of: screen, in: index), forging || modal.id == top {
            moves.append(.navigate(.dismiss(Dismiss(result: nil, all: false)), at: modal.id))
          }
        }
        if !forging, !isUsable(screen, in: window, of: flow) { continue }
        for (action, payloads) in random.payloads[definition.name] ?? [] {
          guard let number = flow.actionNames.index(of: action) else { continue }
          moves += payloads.map { .dispatch(number, $0, at: screen.id) }
        }
        if definition.kind == .tabs {
          moves += definition.slots.filter { $0.style == .tab }.map {
            .navigate(.select(Select(tab: $0.name, params: nil)), at: screen.id)
          }
        }
      }
      for (action, payloads) in random.payloads["*"] ?? [] {
        guard let number = flow.actionNames.index(of: action) else { continue }
        moves += payloads.map { .dispatch(number, $0, at: window.rootID) }
      }
      moves.append(.navigate(.back, at: window.active))
      moves += random.urls.map { .navigate(.open(Open(url: $0)), at: window.rootID) }
    }
    for effect in session.owed {
      let name = effect.definition.name
      moves += (random.outputs[name] ?? []).map { .answer(effect.id, $0) }
      moves += (random.errors[name] ?? []).map { .fail(effect.id, $0) }
    }
    if let due = session.nextTimer {
      moves.append(.advance(max(due - session.now, 0)))
      if due > session.now + 1 { moves.append(.advance(1)) }
    }
    return moves
  }
}

extension BruteForce.Move {
  /// What it ends, if no user makes it and it isn't refused.
  fileprivate func ended(from session: Session, to next: Session) -> String? {
    switch self {
    case .dispatch, .navigate: return nil
    case .advance: return isWaiting(in: session) ? "" : "timer"
    case .answer(let number, _) where next.owes(number): return nil
    case .fail(let number, _) where next.owes(number): return nil
    case .answer(let number, _), .fail(let number, _):
      return session.owed.first { $0.id == number }.map { BruteForce.name($0, in: session) }
    }
  }

  /// Makes the move; whether it doesn't end by itself.
  func isEndless(in session: Session) -> Bool {
    do {
      return try run(in: session)
    } catch {
      return error.kind == .limitExceeded
    }
  }

  /// - Returns: whether too many timers ran.
  private func run(in session: Session) throws(Failure) -> Bool {
    switch self {
    case .dispatch(let action, let payload, let screen):
      try session.dispatch(action, payload, to: try session.focus(on: screen).screen)
    case .navigate(let request, let screen):
      _ = try session.navigate(request, at: try session.focus(on: screen).screen, force: false)
    case .answer(let effect, let output): try session.answer(effect, output: output)
    case .fail(let effect, let error): try session.fail(effect, error: .object(error))
    case .advance(let time):
      let passage = try session.advance(by: time)
      return passage.isCut || passage.failures.contains { $0.failure.kind == .limitExceeded }
    }
    return false
  }
}
