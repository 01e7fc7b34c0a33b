import NavigationTree
package import NavtreeEngine
package import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeText

/// A finding as a file with one scenario: the moves, and what the flow does.
///
/// `navtree test` passes it, since it is the app that differs.
package struct AppScenario {
  package let text: String
  /// A part of a file's name that is the same for the same moves.
  package let fileStem: String
  /// Whether `***` stands for values of sensitive fields in its steps.
  package let isMasked: Bool

  /// - Parameters:
  ///   - flowPath: The flow's path relative to the file.
  ///   - source: The command that found it.
  ///   - sensitive: Whether values of sensitive fields are shown.
  /// - Throws: the reason that a session can't begin.
  package init(
    of finding: AppFinding, _ flow: FlowDefinition, flowPath: String, source: String, sensitive: Bool
  ) throws(Failure) {
    let session = try Session(flow, name: flow.name, limits: Limits())
    var steps: [WrittenStep] = []
    var isMasked = false
    let mask = PayloadMask(flow)
    for (index, move) in finding.moves.enumerated() {
      let shown = sensitive ? move : move.masked(mask, in: session)
      if shown != move { isMasked = true }
      guard let step = shown.step(in: session) else { continue }
      let outcome = move.perform(on: session)
      var expect: JSONObject = [:]
      if case .endless = outcome {
        expect["error"] = .string(ErrorKind.limitExceeded.rawValue)
      } else if let error = outcome.error(of: step) {
        expect["error"] = .string(error.rawValue)
      }
      if index == finding.moves.count - 1, let window = session.world.windows.first {
        expect["active"] = .string(window.address(of: window.active))
      }
      steps.append(WrittenStep(step.members, expect: expect))
    }
    self.isMasked = isMasked
    let scenario = WrittenScenario(
      name: "the app \(finding.sentence)", steps: steps, remarks: finding.story(sensitive: sensitive))
    text =
      (["# Found by \(source)."] + WrittenScenario.head(ofFlow: flowPath) + scenario.lines)
      .joined(separator: "\n") + "\n"
    let hash = "\(Fingerprint(of: steps.map(\.text).joined()))".prefix(8)
    let kind = finding.reason.word.unicodeScalars.map {
      $0.properties.isAlphabetic && $0.isASCII ? Character($0) : "-"
    }
    fileStem = "app-\(String(kind))-\(hash)"
  }

}

extension AppFinding {
  /// The finding in some words, such as `differs in title after 3 steps`.
  package var sentence: String {
    let time =
      switch moves.count {
      case 0: "at its start"
      case 1: "after 1 step"
      case let count: "after \(count) steps"
      }
    return switch reason {
    case .differs(let differences): "differs in \(differences.first?.name ?? "nothing") \(time)"
    case .fault(.ended): "ends \(time)"
    case .fault: "hangs \(time)"
    }
  }

  /// The finding in lines for people: what the flow has, and what the app shows.
  package func story(sensitive: Bool) -> [String] {
    var lines: [String]
    switch reason {
    case .differs(let differences):
      lines = differences.flatMap { difference in
        [
          "\(difference.name): the flow has \(difference.flowText(sensitive: sensitive))",
          "\(difference.name): the app has \(difference.appText(sensitive: sensitive))",
        ]
      }
    case .fault(let fault): lines = ["\(fault)"]
    }
    if !isReproducible {
      lines.append("It isn't so each time: the same steps led elsewhere when they were tried again.")
    }
    return lines.map(\.escapingControls)
  }
}

extension Move {
  /// The move with `***` in place of sensitive values.
  func masked(_ mask: PayloadMask, in session: Session) -> Move {
    switch self {
    case .act(let action, let payload, let path):
      return .act(action, payload: mask.shown(payload, of: action), at: path)
    case .open(let url): return .open(url: session.shown(url: url))
    case .answer(let answer):
      guard let effect = session.flow.effects.first(where: { $0.name == answer.effect }) else { return self }
      let outcome: EffectAnswer.Outcome =
        switch answer.outcome {
        case .output(let output): .output(Self.hiding(output, effect.output))
        case .next(let output): .next(Self.hiding(output, effect.next))
        case .error(.object(let error)): .error(.object(Self.hiding(error, effect.errors)))
        case .error(let error): .error(error)
        }
      return .answer(
        EffectAnswer(effect: answer.effect, at: answer.at, turn: answer.turn, outcome: outcome))
    case .back, .dismiss, .select, .focus, .navigate, .late, .advance: return self
    }
  }

  private static func hiding(_ values: JSONObject, _ record: RecordDefinition?) -> JSONObject {
    var shown = values
    for field in record?.fields ?? [] where field.sensitive || !field.secrets.isEmpty {
      if shown[field.name] != nil { shown[field.name] = StateView.hidden }
    }
    return shown
  }
}
