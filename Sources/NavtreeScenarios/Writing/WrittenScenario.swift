package import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON

/// A scenario as it is written to a file.
package struct WrittenScenario {
  /// Unique in its file.
  var name: String
  /// Sentences above its name.
  var comments: [String] = []
  /// Such as `2026-01-01T00:00:00Z`; nil for the first instant.
  var clock: String?
  package var given: JSONObject = [:]
  var steps: [WrittenStep] = []
  /// Whether nothing is left after its last step.
  var owesNothing = false
  /// Sentences below its last step.
  var remarks: [String] = []

  /// The values of `example`, once for each of which it runs.
  package var examples: [JSONObject] = []
  /// A condition that must always hold.
  var always: String?

  /// A scenario of the given steps, from the start.
  package init(
    name: String, comments: [String] = [], always: String? = nil, steps: [WrittenStep] = [],
    remarks: [String] = []
  ) {
    self.name = name
    self.comments = comments
    self.always = always
    self.steps = steps
    self.remarks = remarks
  }

  /// A scenario of steps from the start, each with all that it does.
  ///
  /// - Returns: nil if a step can't be done.
  /// - Throws: the reason that the flow can't be opened.
  /// - Complexity: O(number of steps · size of all screens).
  package init?(name: String, doing steps: [Step], of flow: FlowDefinition) throws(Failure) {
    let scenario = Scenario(name: name, location: RecordedStep.location)
    let piece = try RecordedPiece(scenario, WrittenScenario(name: name), of: flow)
    for step in steps {
      guard let written = piece.add(RecordedStep.observed(step), line: 0) else { return nil }
      piece.append([written])
    }
    piece.end()
    self = piece.written
  }

  /// The lines of a file above its scenarios.
  package static func head(ofFlow path: String) -> [String] {
    [YAMLText.member("flow", .string(path), indent: 0), "scenarios:"]
  }

  /// Its lines in a file, as an element of `scenarios`.
  package var lines: [String] { text.lines }

  /// Whether it does anything but show the start.
  var hasSteps: Bool { steps.contains { !$0.isStart } }

  /// The scenario as an element of `scenarios`, and the line of each step, counted from the element's.
  var text: (lines: [String], steps: [Int]) {
    var lines = comments.map { "  # \($0)" }
    lines.append("  - name: \(YAMLText.sentence(name))")
    if let clock { lines.append("    clock: \(clock)") }
    if !given.isEmpty {
      lines += ("    " + YAMLText.member("given", .object(given), indent: 4)).split(separator: "\n").map(
        String.init)
    }
    if !examples.isEmpty {
      lines.append("    examples: \(YAMLText.line(.array(examples.map { .object($0) })))")
    }
    if let always { lines.append("    always: \(YAMLText.line([.string(always)]))") }
    var starts: [Int] = []
    lines.append(steps.isEmpty ? "    steps: [{ advance: 0ms }]" : "    steps:")
    for step in steps {
      lines += step.comments.map { "      # \($0)" }
      starts.append(lines.count)
      lines += step.text.split(separator: "\n").map(String.init)
      lines += step.remarks.map { "        # \($0)" }
    }
    if owesNothing { lines.append("    ends: { owed: nothing }") }
    lines += remarks.map { "      # \($0)" }
    return (lines, starts)
  }
}

/// A step as it is written to a file.
package struct WrittenStep {
  /// Sentences above it.
  var comments: [String] = []
  /// Without `expect`.
  var members: JSONObject
  package var expect: JSONObject
  /// Sentences below it.
  package var remarks: [String] = []
  /// The line of the recording.
  let line: Int
  /// The action for people, or the verb.
  let word: String

  /// Whether it only says what the session shows at its start.
  var isStart = false

  init(comments: [String] = [], members: JSONObject, expect: JSONObject, line: Int, word: String) {
    self.comments = comments
    self.members = members
    self.expect = expect
    self.line = line
    self.word = word
  }

  /// A step with what is expected after it.
  package init(_ members: JSONObject, expect: JSONObject = [:]) {
    self.init(members: members, expect: expect, line: 0, word: "")
  }

  var isRefused: Bool { expect["error"] != nil }

  /// Its lines in a file, as an element of `steps`.
  package var text: String {
    var parts = members.map { YAMLText.member($0.key, $0.value, indent: 8) }
    if !expect.isEmpty { parts.append(YAMLText.member("expect", .object(expect), indent: 8)) }
    return "      - " + parts.joined(separator: "\n        ")
  }
}
