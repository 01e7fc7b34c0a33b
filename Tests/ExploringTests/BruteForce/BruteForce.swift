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

  /// Nil if there are more states than the limit.
  init?(_ random: RandomFlow, limit: Int) throws {
    var limits = Limits()
    limits[.queue] = 20
    limits[.history] = 0
    let recorder = CoverageRecorder(random.flow)
    let notices = Notices()
    let first = try Session(
      random.flow, name: "random", limits: limits, notices: notices, coverage: recorder)
    note(recorder, notices, after: 0)
    var numbers = [StateText.of(first): 0]
    var nodes = [Node(first)]
    var level = [(first, 0)]
    var depth = 0
    while !level.isEmpty {
      depth += 1
      var next: [(Session, Int)] = []
      for (state, number) in level {
        for move in Self.moves(of: state, random) {
          let fork = try state.fork(as: "random")
          if move.isEndless(in: fork) { hasLivelock = true }
          note(recorder, notices, after: depth)
          let text = StateText.of(fork)
          if let known = numbers[text] {
            nodes[number].following.insert(known)
            continue
          }
          guard nodes.count < limit else { return nil }
          numbers[text] = nodes.count
          nodes[number].following.insert(nodes.count)
          next.append((fork, nodes.count))
          nodes.append(Node(fork))
        }
      }
      level = next
    }
    count = nodes.count
    findDeadEnds(nodes)
  }

  /// A state with the states that its moves lead to.
  private struct Node {
    let tree: String
    let active: String
    var following: Set<Int> = []

    init(_ session: Session) {
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

  /// The moves of a state, in no order that matters.
  static func moves(of session: Session, _ random: RandomFlow) -> [Move] {
    let flow = random.flow
    var moves: [Move] = []
    for window in session.windows {
      for (screen, _) in window.subtree() {
        let definition = flow.screens[screen.type]
        for (action, payloads) in random.payloads[definition.name] ?? [] {
          guard let number = flow.actionNames.index(of: action) else { continue }
          moves += payloads.map { .dispatch(number, $0, at: screen.id) }
        }
        if definition.kind == .tabs {
          moves += definition.slots.filter { $0.style == .tab }.map {
            .navigate(.select(Select(tab: $0.name, params: nil)), at: screen.id)
          }
        }
        for (index, slot) in definition.slots.enumerated() where slot.style == .sheet {
          if let modal = window.child(of: screen, in: index) {
            moves.append(.navigate(.dismiss(Dismiss(result: nil, all: false)), at: modal.id))
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
    if let due = session.nextTimer { moves.append(.advance(max(due - session.now, 0))) }
    return moves
  }
}

extension BruteForce.Move {
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
