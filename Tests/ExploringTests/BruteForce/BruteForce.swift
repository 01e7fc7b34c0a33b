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
  /// The states that no move changes.
  private(set) var ends: [String] = []

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
    var known: Set = [StateText.of(first)]
    var level = [first]
    var depth = 0
    while !level.isEmpty {
      depth += 1
      var next: [Session] = []
      for state in level {
        let text = StateText.of(state)
        var isEnd = true
        for move in Self.moves(of: state, random) {
          let fork = try state.fork(as: "random")
          try? move.run(in: fork)
          note(recorder, notices, after: depth)
          let after = StateText.of(fork)
          if after != text { isEnd = false }
          guard known.insert(after).inserted else { continue }
          guard known.count <= limit else { return nil }
          next.append(fork)
        }
        if isEnd { ends.append(text) }
      }
      level = next
    }
    count = known.count
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
    for window in session.world.windows {
      for (screen, _) in window.subtree() {
        let definition = flow.screens[screen.type]
        for (action, payloads) in random.payloads[definition.name] ?? [] {
          guard let number = flow.actionNames.index(of: action) else { continue }
          moves += payloads.map { .dispatch(number, $0, at: screen.id) }
        }
        if definition.kind == .tabs {
          moves += definition.slots.filter { $0.style == .tab }.map {
            .navigate(.select(tab: $0.name, params: nil), at: screen.id)
          }
        }
        for (index, slot) in definition.slots.enumerated() where slot.style == .sheet {
          if let modal = window.child(of: screen, in: index) {
            moves.append(.navigate(.dismiss(result: nil), at: modal.id))
          }
        }
      }
      for (action, payloads) in random.payloads["*"] ?? [] {
        guard let number = flow.actionNames.index(of: action) else { continue }
        moves += payloads.map { .dispatch(number, $0, at: window.rootID) }
      }
      moves.append(.navigate(.back, at: window.active))
      moves += random.urls.map { .navigate(.open(url: $0), at: window.rootID) }
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
  func run(in session: Session) throws(Failure) {
    switch self {
    case .dispatch(let action, let payload, let screen):
      try session.dispatch(action, payload, in: try session.focus(on: screen))
    case .navigate(let request, let screen):
      _ = try session.navigate(request, in: try session.focus(on: screen), force: false)
    case .answer(let effect, let output): try session.answer(effect, output: output)
    case .fail(let effect, let error): try session.fail(effect, error: .object(error))
    case .advance(let time): _ = try session.advance(by: time)
    }
  }
}
