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
      guard let step = shown.steps(in: session).first else { continue }
      var written = WrittenStep(step.members)
      written.expect["error"] = move.error(after: move.perform(on: session))
      if index == finding.moves.count - 1, let window = session.windows.first {
        written.expect["active"] = .string(window.address(of: window.active))
      }
      steps.append(written)
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
