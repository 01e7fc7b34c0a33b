package import NavtreeFlow
import NavtreeJSON

/// Shrinks the moves of a failed run to the fewest and simplest that find the same.
package struct FuzzShrinking {
  private let flow: FlowDefinition
  private let conditions: [FuzzCondition]
  private let isOver: () -> Bool

  /// The most replays.
  private static let budget = 4_000
  /// The most simpler payloads to try for one move.
  private static let mostPayloads = 48

  /// - Parameter isOver: Whether it is to end with what it has; asked before each move.
  package init(
    _ flow: FlowDefinition, _ conditions: [FuzzCondition], isOver: @escaping () -> Bool = { false }
  ) {
    self.flow = flow
    self.conditions = conditions
    self.isOver = isOver
  }

  package func shrink(_ moves: [FuzzMove], to finding: FuzzFinding) -> [FuzzMove] {
    let catalog = MoveCatalog(flow)
    var shrinker = Shrinker<FuzzMove>(
      budget: Self.budget, isOver: isOver, simpler: { simpler($0, catalog) }, mended: Self.mended,
      fails: { finds(finding, $0) })
    return shrinker.shrink(moves)
  }

  /// Whether moves from the start of a session find a thing.
  package func finds(_ finding: FuzzFinding, _ moves: [FuzzMove]) -> Bool {
    var checks = FuzzSubject.Checks()
    // The promises of the flow need no others to be checked.
    if finding.kind == .promise { checks = .all }
    checks.defects = finding.kind == .defect
    guard let subject = try? FuzzSubject(flow, checks, conditions) else { return false }
    for move in moves {
      if subject.finding != nil || isOver() { break }
      _ = subject.perform(move)
    }
    return subject.finding == finding
  }

  /// The moves with the answers behind an index to effects of one turn less, all or one, since a request of the effect
  /// may have been left out.
  private static func mended(_ moves: [FuzzMove], _ index: Int) -> [[FuzzMove]] {
    let places = moves.indices.filter { place in
      guard place >= index, case .plain(.answer(let answer)) = moves[place] else { return false }
      return answer.turn > 0
    }
    let choices = (places.count > 1 ? [places] : []) + places.map { [$0] }
    return choices.map { choice in
      var moves = moves
      for place in choice {
        guard case .plain(.answer(let answer)) = moves[place] else { continue }
        moves[place] = .plain(
          .answer(
            EffectAnswer(
              effect: answer.effect, at: answer.at, turn: answer.turn - 1, outcome: answer.outcome)))
      }
      return moves
    }
  }

  // MARK: Simpler moves

  private func simpler(_ move: FuzzMove, _ catalog: MoveCatalog) -> [FuzzMove] {
    if move == .restore { return [.kill] }
    guard case .plain(let move) = move else { return [] }
    let simpler: [Move]
    switch move {
    case .act(let action, let payload, let at):
      let definitions =
        flow.screens.compactMap { $0.actions[action] } + (flow.actions[action].map { [$0] } ?? [])
      let known = definitions.flatMap { catalog.payloads(of: $0).values }
      simpler = objects(below: payload, known).map { .act(action, payload: $0, at: at) }
    case .answer(let answer):
      let earlier = (0..<answer.turn).map {
        Move.answer(EffectAnswer(effect: answer.effect, at: answer.at, turn: $0, outcome: answer.outcome))
      }
      simpler =
        earlier
        + outcomes(below: answer, catalog).map {
          .answer(EffectAnswer(effect: answer.effect, at: answer.at, turn: answer.turn, outcome: $0))
        }
    case .advance(let milliseconds): simpler = Self.times(below: milliseconds).map { .advance($0) }
    case .late(let last, let output):
      simpler = objects(below: output, []).map { .late(last: last, output: $0) }
    case .navigate(let navigation, let path):
      simpler = catalog.hostNavigations(like: navigation).map { .navigate($0, at: path) }
    case .back, .dismiss, .select, .focus, .open: simpler = []
    }
    return simpler.map { .plain($0) }
  }

  private func outcomes(below answer: EffectAnswer, _ catalog: MoveCatalog) -> [EffectAnswer.Outcome] {
    let effect = flow.effects.first { $0.name == answer.effect }
    switch answer.outcome {
    case .output(let output):
      return objects(below: output, effect.map { catalog.outputs(of: $0).values } ?? []).map { .output($0) }
    case .next(let output):
      return objects(below: output, effect.map { catalog.nexts(of: $0).values } ?? []).map { .next($0) }
    case .error(.object(let error)): return objects(below: error, []).map { .error(.object($0)) }
    case .error: return []
    }
  }

  /// Simpler objects, the simplest first: known ones, and the object with a member less or simpler.
  private func objects(below object: JSONObject, _ known: [JSONObject]) -> [JSONObject] {
    var found = known
    for (name, value) in object {
      var fewer = object
      fewer[name] = nil
      found.append(fewer)
      for simpler in Self.values(below: value) {
        var other = object
        other[name] = simpler
        found.append(other)
      }
    }
    let size = Size(.object(object))
    let sized = found.map { (size: Size(.object($0)), object: $0) }.filter { $0.size < size }
    return sized.sorted { $0.size < $1.size }.prefix(Self.mostPayloads).map(\.object)
  }

  /// Recursion is bounded by the depth of JSON.
  private static func values(below value: JSONValue) -> [JSONValue] {
    switch value {
    case .null: []
    case .boolean(let flag): flag ? [false] : []
    case .integer(let number): [0, 1, number / 10, number / 2, number - number.signum()].map { .integer($0) }
    case .number(let number): [.number(0), .number(1), .number(number.rounded(.towardZero))]
    case .string(let text):
      [
        .string(""), .string("a"), .string(String(text.prefix(text.count / 2))),
        .string(String(text.dropLast())),
      ]
    case .array(let elements):
      [.array([])]
        + elements.indices.prefix(8).map { index in
          var fewer = elements
          fewer.remove(at: index)
          return .array(fewer)
        }
    case .object(let members):
      members.keys.prefix(8).map { name in
        var fewer = members
        fewer[name] = nil
        return .object(fewer)
      }
    }
  }

  private static func times(below milliseconds: Int) -> [Int] {
    let less = [
      0, milliseconds / 100, milliseconds / 10, milliseconds / 2, milliseconds * 9 / 10,
      milliseconds - 60_000, milliseconds - 1_000, milliseconds - 1,
    ]
    return less.filter { $0 >= 0 && $0 < milliseconds }
  }

  /// How complex a value is: by the length of its text, then by the size of its numbers, then by its text.
  private struct Size: Comparable {
    private let text: String
    private let magnitude: Double

    init(_ value: JSONValue) {
      text = value.description
      magnitude = Self.magnitude(of: value)
    }

    private static func magnitude(of value: JSONValue) -> Double {
      switch value {
      case .null, .string: 0
      case .boolean(let flag): flag ? 1 : 0
      case .integer(let number): abs(Double(number)) + (number < 0 ? 0.5 : 0)
      case .number(let number): abs(number)
      case .array(let elements): elements.reduce(0) { $0 + magnitude(of: $1) }
      case .object(let members): members.values.reduce(0) { $0 + magnitude(of: $1) }
      }
    }

    static func < (one: Size, other: Size) -> Bool {
      (one.text.utf8.count, one.magnitude, one.text) < (other.text.utf8.count, other.magnitude, other.text)
    }
  }
}
