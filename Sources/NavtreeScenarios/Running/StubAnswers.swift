import NavtreeCEL
package import NavtreeEngine
import NavtreeFlow
import NavtreeJSON

/// The stubs of a scenario, and their answers that wait for their turn.
package struct StubAnswers {
  struct Answer {
    let effect: Int
    let stub: Stub
    /// The instant at which it is given, in milliseconds since 1970.
    let due: Int
  }

  /// The most answers of a step at one instant.
  static let most = 1_000

  /// Those of effects that no step answers, by effect.
  private let stubs: [String: [Stub]]
  private let example: JSONObject
  /// Those that are given at once, in the order of asking.
  private var ready: [Answer] = []
  /// Those that wait for the clock, in the order of asking.
  private var waiting: [Answer] = []

  package init(_ scenario: Scenario) {
    example = scenario.example
    guard !scenario.stubs.isEmpty else {
      stubs = [:]
      return
    }
    let answered = Set((scenario.given.part + scenario.steps).flatMap(\.answeredEffects))
    stubs = Dictionary(grouping: scenario.stubs.filter { !answered.contains($0.effect) }, by: \.effect)
  }

  var isEmpty: Bool { stubs.isEmpty }

  /// The next instant at which an answer is due.
  var nextDue: Int? { waiting.lazy.map(\.due).min() }

  /// Takes note of a request, which the first stub that fits will answer.
  ///
  /// - Throws: the failure of a stub's condition.
  mutating func note(_ asked: StepRecord.Asked, now: Int) throws(StubFault) {
    if stubs[asked.effect.definition.name] == nil { return }
    waiting.removeAll { $0.effect == asked.effect.id }
    ready.removeAll { $0.effect == asked.effect.id }
    guard let stub = try stub(for: asked) else { return }
    let answer = Answer(effect: asked.effect.id, stub: stub, due: now + stub.after)
    if stub.after == 0 { ready.append(answer) } else { waiting.append(answer) }
  }

  private func stub(for asked: StepRecord.Asked) throws(StubFault) -> Stub? {
    for stub in stubs[asked.effect.definition.name] ?? [] {
      if let when = stub.when, try !fits(asked, when, of: stub) { continue }
      return stub
    }
    return nil
  }

  /// The first stub that fits an effect; nil if none does.
  package func stub(for effect: EffectInFlight, at address: String) -> Stub? {
    (try? stub(for: StepRecord.Asked(effect: effect, at: address))) ?? nil
  }

  private func fits(_ asked: StepRecord.Asked, _ when: Condition, of stub: Stub) throws(StubFault) -> Bool {
    var budget = CELBudget()
    do {
      return try when.program.evaluateBool(StubScope(asked: asked, example: example), budget: &budget)
    } catch {
      throw StubFault(stub: stub, condition: when, message: error.message)
    }
  }

  /// The next answer that is given at once.
  mutating func next() -> Answer? { ready.isEmpty ? nil : ready.removeFirst() }

  /// The next answer that is due at an instant.
  mutating func next(at instant: Int) -> Answer? {
    waiting.firstIndex { $0.due <= instant }.map { waiting.remove(at: $0) }
  }
}

/// A stub whose condition can't be evaluated.
struct StubFault: Error {
  let stub: Stub
  let condition: Condition
  let message: String
}

/// The variables of a stub's condition.
private struct StubScope: CELActivation {
  let asked: StepRecord.Asked
  let example: JSONObject

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    switch number {
    case ConditionVariable.input: CELValue(.object(asked.effect.definition.input.object(asked.effect.input)))
    case ConditionVariable.at: .string(asked.at)
    case ConditionVariable.example: CELValue(.object(example))
    default: throw CELError(.unknownName, "no variable has a value here")
    }
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    guard variable == ConditionVariable.input, asked.effect.input.indices.contains(number) else {
      throw CELError(.unknownName, "no such field")
    }
    return CELValue(asked.effect.input[number])
  }
}
