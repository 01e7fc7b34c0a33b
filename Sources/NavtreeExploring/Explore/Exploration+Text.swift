package import NavtreeJSON
import NavtreeText
package import NavtreeFlow
import NavtreeYAML

extension Exploration {
  /// A line for each goal and each finding, with the moves that lead to findings and to the goals that were asked for.
  ///
  /// - Parameters:
  ///   - isSummarised: whether the last line has the numbers of states and moves.
  ///   - showsIgnored: whether what the author acknowledges is told, too.
  package func text(summarised isSummarised: Bool = true, ignored showsIgnored: Bool = false) -> String {
    var lines: [String] = []
    for goal in goals where reason(for: goal) == nil && goal.kind != .breach {
      lines.append(
        "\(goal.verdict.rawValue) \(goal.kind.rawValue) \(goal.name)\(flow.place(of: goal.location))"
          + flow.condition(goal.forged))
      if goal.kind == .goal, goal.verdict == .reached {
        lines += Self.steps(goal.way.map { [$0.text(of: flow)] }, from: goal.origin)
      }
    }
    for property in properties where property.verdict != .broken {
      lines.append("\(property.verdict.rawValue) \(property.name)\(flow.place(of: property.location))")
    }
    for finding in findings where !finding.isTold && reason(for: finding) == nil {
      lines += finding.lines(in: flow)
    }
    if showsIgnored { lines += ignoredLines }
    lines += unused.compactMap { entry, isStale in
      let end = isStale ? "stale" : showsIgnored ? "undecided" : nil
      return end.map { "\($0) \(entry.kind)\(flow.place(of: entry.location)): ignored: \(entry.reason)" }
    }
    if isSummarised { lines.append(summary) }
    return lines.map { $0.escapingControls + "\n" }.joined()
  }

  private var ignoredLines: [String] {
    goals.compactMap { goal in
      reason(for: goal).map {
        "ignored unreachable \(goal.kind.rawValue) \(goal.name)\(flow.place(of: goal.location)): \($0)"
      }
    }
      + findings.compactMap { finding in
        reason(for: finding).map { "ignored \(finding.line(in: flow)): \($0)" }
      }
  }

  /// The most lines of a way.
  private static let mostLines = 120

  fileprivate static func steps(_ moves: [[String]], from origin: Beginning?) -> [String] {
    let start = origin.map { ["  from \($0.name)"] } ?? (moves.isEmpty ? ["  at the start"] : [])
    return start + MoveLines(moves, atMost: mostLines).lines.map { "  \($0)" }
  }

  /// The numbers of states and moves, and what bounds the exploration.
  package var summary: String {
    func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
    let counts = "\(count(stateCount, "state")), \(count(visitCount, "move")), depth \(depth)"
    let all = isWidened ? "all states, widened" : "all states"
    let end = bounds.isEmpty ? all : "bounded: \(bounds.joined(separator: ", "))"
    return "\(counts)\(ignoredCount == 0 ? "" : ", \(ignoredCount) acknowledged"); \(end)"
  }

  /// The same for tools.
  package var json: JSONValue {
    var members: JSONObject = [
      "flow": .string(flow.name), "states": .integer(stateCount), "moves": .integer(visitCount),
      "depth": .integer(depth),
    ]
    if isWidened { members["widened"] = true }
    members["bounds"] = .array(bounds.map { .string($0) })
    members["goals"] = .array(
      goals.map { goal in
        var entry: JSONObject = [
          "verdict": .string(goal.verdict.rawValue), "kind": .string(goal.kind.rawValue),
          "name": .string(goal.name),
        ]
        add(goal.location, to: &entry)
        if goal.verdict == .reached { entry["way"] = way(goal.way) }
        entry["from"] = goal.origin.map { .string($0.name) }
        entry["forged"] = goal.forged.map { .string($0.text(of: flow)) }
        entry["ignored"] = reason(for: goal).map { .string($0) }
        return .object(entry)
      })
    members["properties"] = .array(
      properties.map { property in
        var entry: JSONObject = [
          "name": .string(property.name), "verdict": .string(property.verdict.rawValue),
        ]
        add(property.location, to: &entry)
        return .object(entry)
      })
    members["findings"] = .array(
      findings.map { finding in
        var entry: JSONObject = [
          "kind": .string(finding.kind.rawValue), "name": .string(finding.name),
          "message": .string(finding.sentence),
        ]
        add(finding.location, to: &entry)
        entry["way"] = way(finding.way)
        entry["from"] = finding.origin.map { .string($0.name) }
        entry["forged"] = finding.forged.map { .string($0.text(of: flow)) }
        if !finding.circle.isEmpty { entry["circle"] = way(finding.circle) }
        entry["ignored"] = reason(for: finding).map { .string($0) }
        return .object(entry)
      })
    members["acknowledged"] = .integer(ignoredCount)
    members["unused"] = .array(
      unused.map { entry, isStale in
        var members: JSONObject = [
          "kind": .string(entry.kind), "reason": .string(entry.reason), "stale": .boolean(isStale),
        ]
        add(entry.location, to: &members)
        return .object(members)
      })
    members["inputs"] = .array(
      inputs.map { input in
        ["name": .string(input.name), "values": .array(input.values), "complete": .boolean(input.isComplete)]
      })
    return .object(members)
  }

  private func way(_ moves: [Move]) -> JSONValue { .array(moves.map { .string($0.text(of: flow)) }) }

  private func add(_ location: SourceLocation?, to entry: inout JSONObject) {
    guard let location else { return }
    entry["file"] = .string(flow.file(of: location))
    entry["line"] = .integer(location.line)
    entry["column"] = .integer(location.column)
  }
}

extension Exploration.Finding {
  /// The finding for people: a line, then one for each move, and below that what the move changed.
  package func text(in flow: FlowDefinition) -> String {
    lines(in: flow).map { $0.escapingControls + "\n" }.joined()
  }

  fileprivate func line(in flow: FlowDefinition) -> String {
    "\(kind.rawValue) \(name)\(flow.place(of: location)): \(sentence)\(flow.condition(forged))"
  }

  fileprivate func lines(in flow: FlowDefinition) -> [String] {
    let story = WayStory(of: way + circle, from: origin, in: flow)
    let again = story.moves.dropFirst(way.count).joined().map { "    \($0)" }
    return [line(in: flow)] + Exploration.steps(Array(story.moves.prefix(way.count)), from: origin)
      + (circle.isEmpty ? [] : ["  again and again:"] + again)
  }
}

extension FlowDefinition {
  fileprivate func place(of location: SourceLocation?) -> String {
    location.map { " \(text(of: $0))" } ?? ""
  }

  fileprivate func condition(_ forged: Move?) -> String {
    forged.map { ", if the app itself sends \($0.text(of: self))" } ?? ""
  }
}
