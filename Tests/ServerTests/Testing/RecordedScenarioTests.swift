import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeServer
import NavtreeTestSupport
import NavtreeYAML
import Testing
import NavtreeSystem

/// Recordings of random walks as scenarios.
@Suite struct RecordedScenarioTests {
  /// `NAVTREE_SEEDS=100` walks more often.
  private static let seeds = 1...UInt64(rounds(2, unless: "NAVTREE_SEEDS"))

  private static func load(_ yaml: String) -> FlowLoader.Outcome {
    FlowLoader.load(Array(yaml.utf8), file: "walk.navtree.yaml")
  }

  private static func scenarios(_ lines: [JSONValue], _ session: String, _ yaml: String) throws
    -> RecordedScenarios
  {
    try RecordedScenarios(
      from: lines, session: session, of: load(yaml), file: "walk.scenarios.yaml",
      flowPath: "walk.navtree.yaml",
      source: "walk.rec")
  }

  /// The failures of the scenarios of a text, with a flow.
  private static func failures(of text: String, _ yaml: String) throws -> [String] {
    let outcome = ScenarioReader.read(
      Array(text.utf8), file: "walk.scenarios.yaml", flow: { _ in .success(load(yaml)) })
    let errors = outcome.diagnostics.filter { $0.severity == .error }.map(\.message)
    guard let file = outcome.file else { return errors }
    let runner = ScenarioRunner(file)
    return file.scenarios.flatMap { scenario in
      runner.run(scenario).failures.map { "\(scenario.name): \($0)" }
    }
  }

  /// Checks that the scenarios fail with each change of the flow that a recording shows on a screen.
  ///
  /// - Returns: the number of those changes.
  private static func checkPlants(
    _ plants: [(String, String)], in yaml: String, _ lines: [JSONValue], _ scenarios: RecordedScenarios
  ) throws -> Int {
    var count = 0
    for (old, new) in plants {
      let changed = yaml.replacing(old, with: new)
      #expect(changed != yaml, "\(old)")
      let flow = try #require(load(changed).flow, "\(old)")
      var replay = Replay(secrets: []) { (_, _) throws(Failure) in flow }
      let difference = try replay.run(lines).difference
      let failures = try failures(of: scenarios.text, changed)
      guard let difference else {
        #expect(failures.isEmpty, "\(old) → \(new): \(failures)")
        continue
      }
      // An effect that only ends is no step's outcome, and a line that no step does isn't there.
      let isSeen = !["/effects/", "/timers/"].contains { difference.place?.hasPrefix($0) ?? false }
      if !isSeen || scenarios.notes.contains(where: { $0.hasPrefix("line \(difference.line):") }) { continue }
      count += 1
      #expect(!failures.isEmpty, "\(old) → \(new): \(difference.sentence)")
    }
    return count
  }

  /// A text whose steps all say `expect: record`, updated.
  private static func updated(_ text: String, _ yaml: String) throws -> String {
    var lines: [Substring] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if isInside, line.hasPrefix("          ") { continue }
      isInside = line.hasPrefix("        expect:")
      lines.append(isInside ? "        expect: record" : line)
    }
    let outcome = ScenarioReader.read(
      Array(lines.joined(separator: "\n").utf8), file: "walk.scenarios.yaml",
      flow: { _ in .success(load(yaml)) })
    // Places and actions that aren't there are read where a refusal is expected.
    guard let file = outcome.file else { return text }
    let update = ExpectationUpdate(of: file)
    #expect(update.left.map(\.text) == [])
    #expect(update.written.count > 10)
    return String(decoding: update.bytes, as: UTF8.self)
  }

  @Test(arguments: seeds)
  func aWalkOverAllRequestsPassesAndTellsChanges(seed: UInt64) throws {
    let server = Conversation()
    _ = try server.call("flow.load", ["yaml": .string(ExampleFlow.yaml)])
    try server.call(
      "session.open", ["flow": "mail", "session": "first", "clock": "virtual", "record": true])
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let request = RandomRequest(using: &random)
      var params = request.params
      params["session"] = "first"
      _ = try? server.call(request.method, .object(params))
    }
    let lines = try #require(server.call("recording.export", ["session": "first"])["lines"]?.array)
    let scenarios = try Self.scenarios(lines, "first", ExampleFlow.yaml)
    #expect(scenarios.stepCount > 40, "seed \(seed)")
    #expect(scenarios.weakenedCount == 0, "seed \(seed)")
    #expect(try Self.failures(of: scenarios.text, ExampleFlow.yaml) == [], "seed \(seed)")
    let updated = try Self.updated(scenarios.text, ExampleFlow.yaml)
    #expect(try Self.failures(of: updated, ExampleFlow.yaml) == [], "seed \(seed)")
    let plants = [
      (#"set: { query: "${action.query}" }"#, #"set: { query: "${action.query + '!'}" }"#),
      (#"id: "${params.id - 1}""#, #"id: "${params.id + 1}""#),
      ("set: { starred: true }", "set: { starred: false }"),
      (
        "write: { present: { screen: compose, then: sent } }",
        "write: { reply: 1, present: { screen: compose, then: sent } }"
      ),
      (#"shared: { user: "${action.user}" }"#, #"shared: { user: "${action.user + 'x'}" }"#),
      (
        "inbox: { screen: folder, params: { name: inbox } }",
        "inbox: { screen: folder, params: { name: in } }"
      ),
    ]
    #expect(try Self.checkPlants(plants, in: ExampleFlow.yaml, lines, scenarios) > 1, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func aWalkOverEffectsPassesAndTellsChanges(seed: UInt64) throws {
    let walk = try EffectWalk(seed: seed, isRecorded: true)
    for _ in 0..<100 { try walk.step() }
    let lines = try walk.recording()
    let scenarios = try Self.scenarios(lines, "walk", EffectWalk.flow)
    #expect(scenarios.stepCount > 60, "seed \(seed)")
    #expect(scenarios.weakenedCount == 0, "seed \(seed)")
    #expect(try Self.failures(of: scenarios.text, EffectWalk.flow) == [], "seed \(seed)")
    let updated = try Self.updated(scenarios.text, EffectWalk.flow)
    #expect(try Self.failures(of: updated, EffectWalk.flow) == [], "seed \(seed)")
    let plants = [
      ("lost: { set: { lost: \"${state.lost + 1}\" } }", "lost: { set: { lost: \"${state.lost + 2}\" } }"),
      ("- set: { right: \"${state.right + 1}\" }", "- set: { right: \"${state.right + 3}\" }"),
      ("steps: [ { back: true } ]", "reply: 1"),
      ("two: people", "two: page"),
    ]
    #expect(try Self.checkPlants(plants, in: EffectWalk.flow, lines, scenarios) > 0, "seed \(seed)")
  }
}
