import NavtreeFlow
import NavtreeJSON

/// Simpler moves in place of others, with which both fuzzers shrink their findings.
struct MoveSimplifier {
  let catalog: MoveCatalog
  /// Whether payloads and answers must fit their schemas.
  let isFitting: Bool

  /// The most simpler payloads to try for one move.
  private static let mostPayloads = 48
  /// The most members and items of one value that are tried on their own.
  private static let most = 16

  private var flow: FlowDefinition { catalog.flow }

  /// The simpler moves, the simplest first.
  func simpler(than move: Move) -> [Move] {
    switch move {
    case .act(let action, let payload, let path):
      let definitions = (flow.screens.map(\.actions) + [flow.actions]).compactMap { $0[action] }
      let known = definitions.flatMap { catalog.payloads(of: $0).values }
      return objects(below: payload, known, in: definitions.map(\.payload))
        .map { .act(action, payload: $0, at: path) }
    case .answer(let answer):
      let earlier = (0..<answer.turn).map { answer.with(turn: $0, answer.outcome) }
      return (earlier + outcomes(below: answer).map { answer.with($0) })
        .map { .answer($0) }
    case .advance(let time):
      let less = [
        0, 1, time / 100, time / 10, time / 2, time * 9 / 10, time - 60_000, time - 1_000, time - 1,
      ]
      return less.filter { (0..<time).contains($0) }.map { .advance($0) }
    case .late(let last, let output):
      return objects(below: output, [], in: nil).map { .late(last: last, output: $0) }
    case .navigate(let navigation, let path):
      return catalog.hostNavigations(like: navigation).map { .navigate($0, at: path) }
    case .restore: return [.kill]
    case .openKind(let name, let type, let params):
      return catalog.params(of: type).values.prefix { $0 != params }
        .map { .openKind(name, type, params: $0) }
    case .back, .open, .kill, .openWindow, .closeWindow: return []
    }
  }

  /// A list in other forms: with all moves from an index on that have lower ones replaced, then each of them alone. A
  /// number may mean something that has moved up.
  func mended(_ moves: [Move], from index: Int) -> [[Move]] {
    let lower = moves.map(counting)
    let places = moves.indices.dropFirst(index).filter { !lower[$0].isEmpty }
    var lists: [[Move]] = []
    if places.count > 1 {
      lists.append(moves.indices.map { $0 < index ? moves[$0] : lower[$0].first ?? moves[$0] })
    }
    for place in places {
      for move in lower[place] {
        var others = moves
        others[place] = move
        lists.append(others)
      }
    }
    return lists
  }

  /// The move with one less in its turn, or in an integer of its payload.
  private func counting(oneLessThan move: Move) -> [Move] {
    if case .answer(let answer) = move, answer.turn > 0 {
      return [.answer(answer.with(turn: answer.turn - 1, answer.outcome))]
    }
    guard case .act(let action, let payload, let path) = move else { return [] }
    return payload.compactMap { name, value in
      guard let integer = value.integer, integer > 0 else { return nil }
      var lower = payload
      lower[name] = .integer(integer - 1)
      guard Self.fits(lower, in: flow.payloads(of: action)) else { return nil }
      return .act(action, payload: lower, at: path)
    }
  }

  private func outcomes(below answer: EffectAnswer) -> [EffectAnswer.Outcome] {
    guard let effect = flow.effects.first(where: { $0.name == answer.effect }) else { return [] }
    switch answer.outcome {
    case .output(let output):
      return objects(below: output, catalog.outputs(of: effect).values, in: [effect.output])
        .map { .output($0) }
    case .next(let output):
      return objects(below: output, catalog.nexts(of: effect).values, in: [effect.next]).map { .next($0) }
    case .error(.object(let error)):
      return objects(below: error, [], in: effect.errors.map { [$0] }).map { .error(.object($0)) }
    case .error: return []
    }
  }

  private static func fits(_ object: JSONObject, in records: [RecordDefinition]) -> Bool {
    records.contains { (try? $0.bind(object)) != nil }
  }

  /// Simpler objects, the simplest first: known ones, and the object with a member less or simpler.
  ///
  /// - Parameter records: Those of which one must take it; nil where anything may be.
  private func objects(
    below object: JSONObject, _ known: [JSONObject], in records: [RecordDefinition]?
  ) -> [JSONObject] {
    let found = known.map { .object($0) } + Self.values(below: .object(object))
    let size = Size(.object(object))
    return found.map { (size: Size($0), value: $0) }.filter { $0.size < size }
      .sorted { $0.size < $1.size }.compactMap(\.value.object)
      .filter { object in !isFitting || records.map { Self.fits(object, in: $0) } ?? true }
      .prefix(Self.mostPayloads).map(\.self)
  }

  /// Recursion is bounded by the depth of the value.
  private static func values(below value: JSONValue) -> [JSONValue] {
    switch value {
    case .null: return []
    case .boolean(let flag): return flag ? [false] : []
    case .integer(let number):
      return [0, 1, number / 10, number / 2, number - number.signum()].map { .integer($0) }
    case .number(let number):
      return [0, 1, (number / 2).rounded(), number.rounded(.towardZero)].map { .number($0) }
    case .string(let text):
      let scalars = text.unicodeScalars
      return ["", "a"]
        + [scalars.count / 2, scalars.count - 1].map { .string(String(scalars.prefix(max($0, 0)))) }
    case .array(let items):
      var values: [JSONValue] = [[], .array(Array(items.prefix(items.count / 2)))]
      for (index, item) in items.enumerated().prefix(most) {
        var others = items
        others.remove(at: index)
        values.append(.array(others))
        others = items
        for simple in Self.values(below: item) {
          others[index] = simple
          values.append(.array(others))
        }
      }
      return values
    case .object(let members):
      var values: [JSONValue] = [[:]]
      for (key, value) in members.prefix(most) {
        var others = members
        others[key] = nil
        values.append(.object(others))
        others = members
        for simple in Self.values(below: value) {
          others[key] = simple
          values.append(.object(others))
        }
      }
      return values
    }
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
