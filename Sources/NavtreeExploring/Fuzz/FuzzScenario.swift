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
    lines += [YAMLText.member("flow", .string(flowPath), indent: 0), "scenarios:"]
    lines.append("  - name: \(YAMLText.sentence(finding.description))")
    if let condition = Self.condition(of: finding, flow, hasMoves: !moves.isEmpty) {
      lines.append("    always: \(YAMLText.line(.array([.string(condition)])))")
    }
    let steps = Self.steps(of: moves, in: flow, conditions, isSensitive)
    if steps.isEmpty {
      lines.append("    steps: [{ advance: 0ms }]")
    } else {
      lines.append("    steps:")
      for members in steps {
        let parts = members.map { YAMLText.member($0.key, $0.value, indent: 8) }
        lines.append("      - " + parts.joined(separator: "\n        "))
      }
    }
    text = lines.map { $0 + "\n" }.joined()
  }

  /// The condition that the scenario itself must state: navtree checks invariants after changes, and the start is none.
  private static func condition(of finding: FuzzFinding, _ flow: FlowDefinition, hasMoves: Bool) -> String? {
    if finding.kind == .always { return finding.name }
    guard finding.kind == .invariant, !hasMoves else { return nil }
    return flow.invariants.first { $0.name == finding.name }?.always.program.source
  }

  private static func count(_ steps: Int) -> String { "\(steps) \(steps == 1 ? "step" : "steps")" }

  /// The place of what is broken: ` at FILE:LINE:COLUMN`.
  private static func place(of finding: FuzzFinding, _ flow: FlowDefinition) -> String {
    guard finding.kind == .invariant,
      let location = flow.invariants.first(where: { $0.name == finding.name })?.always.location
    else { return "" }
    return " \(flow.file(of: location)):\(location.line):\(location.column)"
  }

  // MARK: Steps

  /// The steps of the moves, one that is refused but for the last with its error.
  private static func steps(
    of moves: [FuzzMove], in flow: FlowDefinition, _ conditions: [FuzzCondition], _ isSensitive: Bool
  ) -> [JSONObject] {
    guard let subject = try? FuzzSubject(flow, FuzzSubject.Checks(), conditions) else { return [] }
    var written: [JSONObject] = []
    for (index, move) in moves.enumerated() {
      var steps = steps(of: move, in: subject.session, number: index)
      if !isSensitive { steps = steps.map { Self.masked($0, move, subject.session) } }
      let outcome = subject.perform(move)
      if index < moves.count - 1 {
        let error: String? =
          switch outcome {
          case .accepted, .endless: nil
          case .declined: ErrorKind.notHandled.rawValue
          case .refused(let failure): failure.kind.rawValue
          }
        // Back that leads nowhere is no error.
        if let error, !move.isBack { steps[steps.count - 1]["expect"] = ["error": .string(error)] }
      }
      written += steps
    }
    return written
  }

  private static func steps(of move: FuzzMove, in session: Session, number: Int) -> [JSONObject] {
    switch move {
    case .plain(let move): return move.step(in: session).map { [$0.members] } ?? []
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

  /// A step without sensitive values.
  private static func masked(_ members: JSONObject, _ move: FuzzMove, _ session: Session) -> JSONObject {
    guard case .plain(let move) = move else { return members }
    var members = members
    switch move {
    case .act(let action, let payload, _):
      let shown = PayloadMask(session.flow).shown(payload, of: action)
      if shown != payload { members["do"] = .object([session.flow.actionNames[action]: .object(shown)]) }
    case .open(let url): members["open"] = .string(session.shown(url: url))
    case .answer(let answer): mask(&members, answer, session.flow)
    case .back, .dismiss, .select, .focus, .navigate, .late, .advance: break
    }
    return members
  }

  private static func mask(_ members: inout JSONObject, _ answer: EffectAnswer, _ flow: FlowDefinition) {
    guard let effect = flow.effects.first(where: { $0.name == answer.effect }),
      case .object(var step)? = members["answer"]
    else { return }
    for (key, record) in [("output", effect.output), ("next", effect.next), ("error", effect.errors)] {
      guard let record, case .object(var value)? = step[key] else { continue }
      for field in record.fields where value[field.name] != nil && (field.sensitive || !field.secrets.isEmpty)
      {
        value[field.name] = StateView.hidden
      }
      step[key] = .object(value)
    }
    members["answer"] = .object(step)
  }
}

extension FuzzMove {
  fileprivate var isBack: Bool { if case .plain(.back) = self { true } else { false } }
}
