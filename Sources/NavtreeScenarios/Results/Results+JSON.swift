package import NavtreeJSON
import NavtreeYAML

extension TestRun {
  /// The run as data, in the form that `test.run` answers.
  ///
  /// - Parameter isTimed: Whether each scenario has its duration, in milliseconds.
  package func json(timed isTimed: Bool = false) -> JSONValue {
    let counts = counts
    var members: JSONObject = ["passed": .integer(counts.passed), "failed": .integer(counts.failed)]
    if counts.skipped > 0 { members["skipped"] = .integer(counts.skipped) }
    if let seed { members["seed"] = .integer(Int(truncatingIfNeeded: seed)) }
    members["scenarios"] = .array(results.map { $0.json(timed: isTimed) })
    if counts.wrong > 0 { members["wrong"] = .array(wrongFiles.map(\.json)) }
    return .object(members)
  }
}

extension WrongFile {
  package var json: JSONValue {
    if let reason { return ["file": .string(name), "message": .string(reason)] }
    return ["file": .string(name), "diagnostics": DiagnosticReport(diagnostics, in: sources).json]
  }
}

extension ScenarioResult {
  /// - Parameter isTimed: Whether it has its duration, in milliseconds.
  package func json(timed isTimed: Bool = false) -> JSONValue {
    var members: JSONObject = [
      "name": .string(name), "file": .string(file), "line": .integer(location.line),
      "column": .integer(location.column), "passed": .boolean(hasPassed),
    ]
    if !tags.isEmpty { members["tags"] = .array(tags.map { .string($0) }) }
    if isTimed { members["duration"] = .number(Double(duration) / 1_000_000) }
    members["steps"] = .array(steps.map(\.json))
    if !failures.isEmpty { members["failures"] = .array(failures.map(\.json)) }
    if let scene {
      members["outline"] = .string(scene.outline)
      members["owed"] = .array(scene.owed.map { .string($0) })
      members["flow"] = .string(flow)
      members["rules"] = .array(scene.rules)
    }
    return .object(members)
  }
}

extension ScenarioResult.StepResult {
  fileprivate var json: JSONValue {
    var members: JSONObject = [
      "step": .string(sentence), "line": .integer(location.line), "column": .integer(location.column),
      "passed": .boolean(hasPassed),
    ]
    if !parts.isEmpty { members["parts"] = .array(parts.map { .string($0) }) }
    return .object(members)
  }
}

extension ScenarioFailure {
  package var json: JSONValue {
    var members: JSONObject = [
      "kind": .string(kind), "message": .string(message), "line": .integer(location.line),
      "column": .integer(location.column),
    ]
    if !differences.isEmpty { members["differences"] = .array(differences.map(\.json)) }
    if let hint { members["hint"] = .string(hint) }
    return .object(members)
  }
}

extension ScenarioFailure.Difference {
  fileprivate var json: JSONValue {
    var members: JSONObject = ["pointer": .string(pointer)]
    if let expected { members["expected"] = expected }
    if let actual { members["actual"] = actual }
    return .object(members)
  }
}
