import NavtreeJSON
import NavtreeScenarios

/// What `navtree fuzz` writes about its findings: their scenarios, or JSON.
struct FuzzReport {
  let isJSON: Bool
  let place: OutputPlace
  /// The flow's path in the scenarios.
  let flowPath: String
  /// The lines above the scenarios, which stand once in a file.
  private let head: String
  private var isEmpty = true
  /// What was found, its run and the scenario that shows it.
  private var findings: [(finding: String, run: Int?, scenario: String)] = []

  init(isJSON: Bool, place: OutputPlace, flow: InputFile) {
    self.isJSON = isJSON
    self.place = place
    flowPath = place.path(toFlow: flow)
    head = WrittenScenario.head(ofFlow: flowPath).map { $0 + "\n" }.joined()
  }

  private var isStream: Bool { !isJSON && place.output == nil }

  /// Without a file, scenarios are written as they come.
  mutating func add(_ finding: String, run: Int?, _ scenario: String) throws {
    let scenario = isJSON || isEmpty ? scenario : scenario.replacing(head, with: "", maxReplacements: 1)
    isEmpty = false
    if isStream { return try Console.write(scenario) }
    findings.append((finding, run, scenario))
  }

  /// - Parameter ignored: What the flow's author acknowledges, and the reasons.
  /// - Throws: the exit status, after reporting why.
  func write(runs: Int, steps: Int, ignored: [(finding: String, reason: String)] = []) throws {
    if isStream { return }
    guard isJSON else { return try place.write(findings.map(\.scenario).joined()) }
    let entries = findings.map { finding, run, scenario -> JSONValue in
      var entry: JSONObject = ["finding": .string(finding), "scenario": .string(scenario)]
      if let run { entry["run"] = .integer(run) }
      return .object(entry)
    }
    let known = ignored.map { finding, reason -> JSONValue in
      ["finding": .string(finding), "reason": .string(reason)]
    }
    let answer: JSONObject = [
      "runs": .integer(runs), "steps": .integer(steps), "findings": .array(entries), "ignored": .array(known),
    ]
    try place.write("\(JSONValue.object(answer))\n")
  }
}
