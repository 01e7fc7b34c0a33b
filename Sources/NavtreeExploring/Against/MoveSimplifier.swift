import NavtreeFlow
import NavtreeJSON

/// Simpler moves in place of others: the same with payloads and answers that are shorter and still fit their schemas.
struct MoveSimplifier {
  let flow: FlowDefinition

  /// The simpler moves, the simplest first.
  func simpler(than move: Move) -> [Move] {
    switch move {
    case .act(let action, let payload, let path):
      let records = flow.payloads(of: action)
      return simpler(than: payload, in: records).map { .act(action, payload: $0, at: path) }
    case .answer(let answer):
      guard let effect = flow.effects.first(where: { $0.name == answer.effect }) else { return [] }
      func answers(_ outcomes: [EffectAnswer.Outcome]) -> [Move] {
        outcomes.map {
          .answer(EffectAnswer(effect: answer.effect, at: answer.at, turn: answer.turn, outcome: $0))
        }
      }
      switch answer.outcome {
      case .output(let output): return answers(simpler(than: output, in: [effect.output]).map { .output($0) })
      case .next(let output): return answers(simpler(than: output, in: [effect.next]).map { .next($0) })
      case .error: return []
      }
    case .advance(let time):
      return [0, 1, time / 2, time - 1].filter { (0..<time).contains($0) }.map { .advance($0) }
    case .back, .dismiss, .select, .focus, .navigate, .open, .late: return []
    }
  }

  /// The moves with one less in an integer, or in the turn, of one from an index on: it may mean what has moved up.
  func mended(_ moves: [Move], from index: Int) -> [[Move]] {
    moves.indices.dropFirst(index).flatMap { place in
      counting(oneLessThan: moves[place]).map { lower in
        var moves = moves
        moves[place] = lower
        return moves
      }
    }
  }

  private func counting(oneLessThan move: Move) -> [Move] {
    if case .answer(let answer) = move, answer.turn > 0 {
      return [
        .answer(
          EffectAnswer(
            effect: answer.effect, at: answer.at, turn: answer.turn - 1, outcome: answer.outcome))
      ]
    }
    guard case .act(let action, let payload, let path) = move else { return [] }
    return payload.compactMap { name, value in
      guard let integer = value.integer, integer > 0 else { return nil }
      var lower = payload
      lower[name] = .integer(integer - 1)
      guard flow.payloads(of: action).contains(where: { (try? $0.bind(lower)) != nil }) else { return nil }
      return .act(action, payload: lower, at: path)
    }
  }

  private func simpler(than object: JSONObject, in records: [RecordDefinition]) -> [JSONObject] {
    let weight = Weight(.object(object))
    return Self.simpler(than: .object(object)).map { ($0, Weight($0)) }
      .filter { $0.1 < weight }.sorted { $0.1 < $1.1 }
      .compactMap { value, _ in
        guard let object = value.object,
          records.contains(where: { (try? $0.bind(object)) != nil })
        else { return nil }
        return object
      }
  }

  /// The length of a value's text, and the text: an order in which nothing becomes simpler forever.
  private struct Weight: Comparable {
    let text: String

    init(_ value: JSONValue) { text = value.description }

    static func < (left: Weight, right: Weight) -> Bool {
      let (count, other) = (left.text.utf8.count, right.text.utf8.count)
      return count == other ? left.text < right.text : count < other
    }
  }

  /// The most members and items of one value that are tried on their own.
  private static let most = 16

  /// Recursion is bounded by the depth of the value.
  private static func simpler(than value: JSONValue) -> [JSONValue] {
    switch value {
    case .null, .boolean: return []
    case .integer(let integer):
      return [0, 1, integer / 2, integer - integer.signum()].map { .integer($0) }
    case .number(let number): return [0, .number((number / 2).rounded()), .number(number.rounded())]
    case .string(let text):
      let scalars = text.unicodeScalars
      return ["", "a"]
        + [scalars.count / 2, scalars.count - 1].map { .string(String(scalars.prefix(max($0, 0)))) }
    case .array(let items):
      var values: [JSONValue] = [
        [], .array(Array(items.prefix(items.count / 2))), .array(Array(items.dropLast())),
        .array(Array(items.dropFirst())),
      ]
      for (index, item) in items.enumerated().prefix(most) {
        for simple in simpler(than: item) {
          var others = items
          others[index] = simple
          values.append(.array(others))
        }
      }
      return values
    case .object(let members):
      var values: [JSONValue] = [.object([:])]
      for (key, value) in members.prefix(most) {
        var fewer = members
        fewer[key] = nil
        values.append(.object(fewer))
        for simple in simpler(than: value) {
          var others = members
          others[key] = simple
          values.append(.object(others))
        }
      }
      return values
    }
  }
}
