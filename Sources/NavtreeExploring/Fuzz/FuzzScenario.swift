import NavtreeCEL
import NavtreeEngine
package import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeText

/// A failure of the fuzzer as a file with one scenario, which fails as long as the fault is there.
package struct FuzzScenario {
  package let text: String
  /// A hash of the moves, for a file's name.
  package let digest: String

  /// - Parameters:
  ///   - moves: The shrunk moves.
  ///   - origin: A sentence about where it comes from.
  ///   - flowPath: The flow's path relative to the file.
  ///   - isSensitive: Whether sensitive values are written; `***` stands for them otherwise, and such a scenario may not
  ///     run.
  package init(
    of moves: [FuzzMove], finding: FuzzFinding, in flow: FlowDefinition, _ conditions: [FuzzCondition],
    origin: String, flowPath: String, isSensitive: Bool
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
    let scenario = WrittenScenario(
      name: finding.description, always: Self.condition(of: finding, flow, hasMoves: !moves.isEmpty),
      steps: Self.steps(of: moves, in: flow, conditions, isSensitive))
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
    guard finding.kind == .invariant,
      let location = flow.invariants.first(where: { $0.name == finding.name })?.always.location
    else { return "" }
    return " \(flow.file(of: location)):\(location.line):\(location.column)"
  }

  // MARK: Steps

  /// The steps of the moves. A refused step, except the last, expects its error.
  private static func steps(
    of moves: [FuzzMove], in flow: FlowDefinition, _ conditions: [FuzzCondition], _ isSensitive: Bool
  ) -> [WrittenStep] {
    guard let subject = try? FuzzSubject(flow, FuzzSubject.Checks(), conditions) else { return [] }
    let mask = isSensitive ? nil : PayloadMask(flow)
    var written: [WrittenStep] = []
    for (index, move) in moves.enumerated() {
      var steps = steps(of: move, in: subject.session, number: index, mask).map { WrittenStep($0) }
      let outcome = subject.perform(move)
      if index < moves.count - 1, !steps.isEmpty {
        let error: ErrorKind? =
          switch outcome {
          case .accepted, .endless: nil
          case .declined: .notHandled
          case .refused(let failure): failure.kind
          }
        // Back that leads nowhere is no error.
        if let error, !move.isBack { steps[steps.count - 1].expect["error"] = .string(error.rawValue) }
      }
      written += steps
    }
    return written
  }

  /// - Parameter mask: hides sensitive values, if given.
  private static func steps(
    of move: FuzzMove, in session: Session, number: Int, _ mask: PayloadMask?
  ) -> [JSONObject] {
    switch move {
    case .plain(let move):
      let shown = mask.map { move.masked($0, in: session) } ?? move
      return shown.step(in: session).map { [$0.members] } ?? []
    case .kill: return [["kill": true]]
    case .restore:
      let name = JSONValue.string("snapshot\(number)")
      return [["save": name], ["restore": name]]
    case .openWindow(let name):
      var members: JSONObject = ["open": .string(name)]
      if let screen = session.flow.start.first(where: { $0.window == name })?.choices.last?.screen {
        members["screen"] = .string(session.flow.screens[screen.type].name)
        if let params = screen.params?.constant { members["params"] = params }
      }
      return [["window": .object(members)]]
    case .closeWindow(let name): return [["window": ["close": .string(name)]]]
    }
  }
}

extension FuzzMove {
  fileprivate var isBack: Bool { if case .plain(.back) = self { true } else { false } }
}
