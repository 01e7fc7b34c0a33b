import NavtreeCEL
import NavtreeEngine
package import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeText
import NavtreeYAML

/// A failure of the fuzzer as a file with one scenario, which fails as long as the fault is there.
package struct FuzzScenario {
  package let text: String
  /// A hash of the moves, for a file's name.
  package let digest: String

  /// - Parameters:
  ///   - moves: The shrunk moves.
  ///   - start: Where the moves begin.
  ///   - origin: A sentence about where it comes from.
  ///   - flowPath: The flow's path relative to the file.
  ///   - isTold: Whether comments tell what each step changes, and which rule does.
  ///   - isSensitive: Whether sensitive values are written; `***` stands for them otherwise, and such a scenario may not
  ///     run.
  package init(
    of moves: [Move], finding: FuzzFinding, in flow: FlowDefinition, _ conditions: [FuzzCondition],
    from start: Beginning = .start, origin: String, flowPath: String, isTold: Bool = false, isSensitive: Bool
  ) {
    var hasher = StateHasher()
    hasher.combine(finding.description)
    for move in moves { hasher.combine(move.text(of: flow)) }
    digest = UInt32(hasher.finish().high >> 32).hexadecimal
    var lines = ["# \(finding)\(Self.place(of: finding, flow)): \(Self.count(moves.count)) (\(origin))"]
    if finding.kind == .promise {
      lines.append(
        "# That is a fault of navtree itself, which this scenario alone may not show: please report it.")
    }
    let (steps, values, example) = Self.steps(
      of: moves, to: finding, in: flow, conditions, from: start, isTold, isSensitive)
    if let values { lines.append("# \(values)".escapingControls) }
    var scenario = WrittenScenario(
      name: finding.description, always: Self.condition(of: finding, flow, hasMoves: !moves.isEmpty),
      steps: steps)
    scenario.given["snapshot"] = start.snapshot
    scenario.examples = example.map { [$0] } ?? []
    lines += WrittenScenario.head(ofFlow: flowPath) + scenario.lines
    text = lines.map { $0 + "\n" }.joined()
  }

  /// The condition that the scenario itself must state: navtree checks invariants only after changes, not at the start.
  private static func condition(of finding: FuzzFinding, _ flow: FlowDefinition, hasMoves: Bool) -> String? {
    if finding.kind == .always { return finding.name }
    guard finding.kind == .invariant, !hasMoves else { return nil }
    return flow.invariants.first { $0.name == finding.name }?.always.program.source
  }

  private static func count(_ steps: Int) -> String { "\(steps) \(steps == 1 ? "step" : "steps")" }

  /// The place of the broken invariant: ` at FILE:LINE:COLUMN`.
  private static func place(of finding: FuzzFinding, _ flow: FlowDefinition) -> String {
    guard finding.kind == .invariant, let location = flow.place(ofInvariant: finding.name) else { return "" }
    return " \(flow.text(of: location))"
  }

  // MARK: Steps

  /// The steps of the moves, the values that a broken invariant reads at their end, and the example with which a condition
  /// of a scenario doesn't hold there. A refused step, except the last, expects its error.
  private static func steps(
    of moves: [Move], to finding: FuzzFinding, in flow: FlowDefinition, _ conditions: [FuzzCondition],
    from start: Beginning, _ isTold: Bool, _ isSensitive: Bool
  ) -> (steps: [WrittenStep], values: String?, example: JSONObject?) {
    let recorder = CoverageRecorder(flow)
    guard
      let subject = try? FuzzSubject(
        flow, FuzzSubject.Checks(), conditions, from: start, coverage: recorder)
    else { return ([], nil, nil) }
    let mask = PayloadMask(flow)
    var story = isTold ? ChangeStory(of: subject.session, countedBy: recorder) : nil
    var written: [WrittenStep] = []
    for (index, move) in moves.enumerated() {
      let shown = isSensitive ? move : move.masked(mask, in: subject.session)
      var steps = shown.steps(in: subject.session, number: index).map { WrittenStep($0.members) }
      let outcome = subject.perform(move)
      if let last = steps.indices.last {
        if index < moves.count - 1 { steps[last].expect["error"] = move.error(after: outcome) }
        steps[last].remarks = story?.lines(in: subject.session) ?? []
      }
      written += steps
    }
    let values =
      finding.kind == .invariant ? flow.values(ofInvariant: finding.name, in: subject.session) : nil
    let broken = conditions.first {
      finding == FuzzFinding(.always, $0.condition.source) && !$0.holds(in: subject.session)
    }
    return (written, values, broken?.constants[ConditionVariable.example]?.object)
  }
}
