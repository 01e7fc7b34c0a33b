import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer
import NavtreeYAML

/// The comparison of a step's consequences with what is expected of it.
struct ExpectationCheck {
  let run: ScenarioRun
  let record: StepRecord
  /// The place of the step.
  let location: SourceLocation
  private(set) var failures: [ScenarioFailure] = []

  var session: Session { run.session }

  init(_ run: ScenarioRun, _ record: StepRecord, at location: SourceLocation) {
    self.run = run
    self.record = record
    self.location = location
  }

  mutating func fail(
    _ kind: String, _ message: String, at location: SourceLocation,
    differences: [ScenarioFailure.Difference] = [], hint: String? = nil
  ) {
    failures.append(
      ScenarioFailure(kind, message, at: location, differences: differences, hint: hint))
  }

  /// Fails with the differences, if there are any, at the first of them.
  mutating func fail(
    _ kind: String, _ message: @autoclosure () -> String, _ comparison: ValueComparison,
    in expected: Expected, below pointer: String = ""
  ) {
    guard let first = comparison.differences.first else { return }
    fail(
      kind, message(), at: expected.location(at: pointer + first.pointer), differences: comparison.differences
    )
  }

  /// - Parameter isObserved: whether `expect: record` is filled in by the caller.
  mutating func check(_ step: Step, isObserved: Bool) {
    if let obstacle = record.obstacle {
      return fail("step", obstacle.message, at: location, hint: obstacle.hint)
    }
    let expect = step.expect
    if let expect, expect.isToBeRecorded {
      if isObserved { return checkAlways() }
      return fail(
        "record", "nothing is expected here yet", at: expect.location,
        hint: "navtree test --update writes it down")
    }
    checkError(expect?.error)
    checkReports(of: expect)
    guard failures.isEmpty else { return }
    if let expect { check(expect, step) }
    checkAlways()
  }

  mutating func checkAlways() {
    for condition in run.scenario.always { check(condition, "always") }
  }

  private mutating func check(_ expect: Expectation, _ step: Step) {
    if let active = expect.active { checkActive(active) }
    if let state = expect.state { checkState(state, at: step.at) }
    for place in expect.screens { checkScreen(place) }
    if let shared = expect.shared { checkShared(shared) }
    if let tree = expect.tree { checkTree(tree) }
    if let effects = expect.effects { checkEffects(effects) }
    if let reply = expect.reply { checkReply(reply) }
    for condition in expect.that { check(condition, "that") }
    if let changed = expect.changed { check(changed, expect, step) }
    if let within = expect.within { check(within) }
  }

  // MARK: Errors

  private mutating func checkError(_ expected: Expectation.Refusal?) {
    guard let expected else {
      if let error = record.error {
        // Advice on limits is for servers: scenarios have no options that raise them.
        let hint = error.data["limit"] == nil ? error.data["hint"]?.string : nil
        fail(
          "error", "the step is refused: \(error.sentence)", at: location,
          differences: [
            ScenarioFailure.Difference(pointer: "/kind", expected: nil, actual: error.data["kind"])
          ], hint: hint)
      }
      return
    }
    guard let error = record.error else {
      let kind = expected.data.value["kind"]?.string.map { " with \($0)" } ?? ""
      return fail("error", "the step isn't refused\(kind)", at: expected.data.location)
    }
    var comparison = ValueComparison()
    comparison.compare(expected.data.value, .object(error.data))
    if let pattern = expected.message, !run.patterns.match(pattern, error.sentence) {
      comparison.add(["message"], .string("/\(pattern)/"), .string(error.sentence))
    }
    fail("error", "the step is refused otherwise: \(error.sentence)", comparison, in: expected.data)
    checkNothingChanged(error, at: expected.data.location)
  }

  /// Checks that a refused step has changed nothing.
  ///
  /// A change that the refusal itself caused is none of the step's: the error tells its seq.
  private mutating func checkNothingChanged(_ error: RPCError, at location: SourceLocation) {
    guard error.data["seq"] == nil, let before = record.documents.before,
      let after = record.documents.afterVerb
    else { return }
    let changes = PictureChanges(from: before, to: after, in: session.flow)
    guard !changes.isEmpty else { return }
    fail(
      "error", "the step is refused, and has changed something even so", at: location,
      differences: changes.differences)
  }

  /// Checks that no invariant is broken and no error is logged but those that are expected.
  mutating func checkReports(of expect: Expectation?) {
    let expectedNames = expect?.broken ?? []
    let expectedLogs = expect?.logs ?? []
    if record.broken.isEmpty, record.logged.isEmpty, expectedNames.isEmpty, expectedLogs.isEmpty { return }
    for name in record.broken where !expectedNames.contains(where: { $0.value.string == name }) {
      let invariant = session.flow.invariants.first { $0.name == name }
      fail(
        "broken", "the invariant '\(name)' doesn't hold\(invariant.map(reason) ?? "")", at: location,
        hint: invariant.map { "it is declared at \(session.flow.text(of: $0.always.location))" })
    }
    let broken = record.brokenInvariants
    for expected in expectedNames where !broken.contains(where: { $0 == expected.value.string }) {
      fail(
        "broken", "the invariant '\(expected.value.string ?? "")' holds", at: expected.location)
    }
    for logged in record.logged {
      if expectedLogs.contains(where: { run.patterns.fits($0.value.string ?? "", logged.sentence) }) {
        continue
      }
      if let name = logged.failure.data["invariant"]?.string,
        expectedNames.contains(where: { $0.value.string == name })
      {
        continue
      }
      if let stub = logged.stub {
        fail(
          "stubs", "the answer of a stub to '\(stub.effect)' is refused: \(logged.sentence)",
          at: stub.location)
      } else {
        fail("log", "an error is logged: \(logged.sentence)", at: location)
      }
    }
    for expected in expectedLogs {
      let text = expected.value.string ?? ""
      if record.logged.contains(where: { run.patterns.fits(text, $0.sentence) }) { continue }
      fail("log", "no error is logged that says '\(text)'", at: expected.location)
    }
  }

  // MARK: Values

  private mutating func checkReply(_ expected: Expected) {
    var comparison = ValueComparison()
    comparison.compare(expected.value, record.reply)
    let reply = record.reply.map { "\($0)" } ?? "missing"
    fail("reply", "the reply is \(reply)", comparison, in: expected)
  }

  private mutating func check(_ condition: Condition, _ kind: String) {
    do {
      if try ConditionReader(session).holds(condition.program, constants: run.constants) { return }
    } catch {
      return fail(
        kind, "'\(condition.source)' can't be evaluated: \(error.message)", at: condition.location)
    }
    let values = ConditionValues(of: condition.program, in: session, constants: run.constants)
    let sentence = values.sentence
    fail(
      kind, "'\(condition.source)' doesn't hold\(sentence.isEmpty ? "" : ": \(sentence)")",
      at: condition.location,
      differences: Self.differences(in: condition.source, values.parts))
  }

  /// The values that break an invariant, unless it holds again.
  private func reason(_ invariant: Invariant) -> String {
    guard (try? ConditionReader(session).holds(invariant.always.program)) == false else { return "" }
    let values = ConditionValues(of: invariant.always.program, in: session).sentence
    return ": '\(invariant.always.program.source)'\(values.isEmpty ? "" : ", \(values)")"
  }

  /// The differences of two lists or maps of which a condition says that they are equal.
  private static func differences(
    in source: String, _ parts: [(text: String, value: JSONValue)]
  ) -> [ScenarioFailure.Difference] {
    for (left, actual) in parts where source.hasPrefix(left + " == ") {
      guard let right = parts.first(where: { source == "\(left) == \($0.text)" }) else { continue }
      var comparison = ValueComparison()
      comparison.compareWhole(right.value, actual)
      // Other values are told in the sentence.
      return comparison.differences.filter { !$0.pointer.isEmpty }
    }
    return []
  }

  private mutating func check(_ within: Expectation.Within) {
    let count = session.seq - record.firstSeq
    if count <= within.changes { return }
    fail(
      "within", "\(count) \(count == 1 ? "change" : "changes"), more than \(within.changes)",
      at: within.location,
      differences: [
        ScenarioFailure.Difference(
          pointer: "", expected: .integer(within.changes), actual: .integer(count))
      ])
  }
}
