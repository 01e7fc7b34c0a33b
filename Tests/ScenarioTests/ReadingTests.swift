import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// Files of scenarios as the model holds them.
struct ReadingTests {
  private static func read(_ text: String, asked: ((String) -> Void)? = nil) -> ScenarioReader.Outcome {
    ScenarioReader.read(Array(text.utf8), file: "tests/people.scenarios.yaml") { path in
      asked?(path)
      let bytes = Files.bytes(of: "\(Files.package)/Specs/social.navtree.yaml") ?? []
      return .success(FlowLoader.load(bytes, file: path))
    }
  }

  @Test func theExampleOfTheDocumentPasses() throws {
    let page = try #require(Files.text(of: "\(Files.package)/Docs/reference/scenarios.md"))
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let example = lines.drop { $0 != "```yaml" }.dropFirst().prefix { $0 != "```" }
    let outcome = Self.read(example.joined(separator: "\n"))
    #expect(DiagnosticReport(outcome.diagnostics, in: outcome.sources).text == "")
    let file = try #require(outcome.file)
    #expect(file.scenarios.count == 4)
    for scenario in file.scenarios {
      let result = ScenarioRunner(file).run(scenario)
      #expect(result.failures.map(\.message) == [], "\(scenario.name)")
    }
  }

  @Test func keysOfTheAuthorAreNoPartOfScreens() throws {
    let outcome = Self.read(
      """
      flow: ../social.navtree.yaml
      scenarios:
        - name: noted
          given:
            x-note: a
            tree: { screen: userList, x-note: b, slots: { detail: { screen: userDetail, x-note: c, params: { user: { id: 1, name: Ada } } } } }
          steps:
            - back: true
              expect: { x-note: d, screens: { /main: { x-note: e, screen: userList, x-why: f } } }
      """)
    #expect(DiagnosticReport(outcome.diagnostics, in: outcome.sources).text == "")
    let file = try #require(outcome.file)
    let result = ScenarioRunner(file).run(try #require(file.scenarios.first))
    #expect(result.failures.map(\.message) == [])
  }

  @Test func eachExampleHasItsOwnValues() throws {
    let outcome = Self.read(
      """
      flow: ../social.navtree.yaml
      defaults: { clock: 2026-01-01T00:00:00Z, tags: people }
      stubs: { fetchUsers: { output: { items: "${example.?items}" } } }
      parts: { one: [{ do: { select: { index: "${example.row}" } } }] }
      scenarios:
        - name: rows
          tags: [smoke]
          examples: [{ row: 0, items: [{ id: 1, name: Ada }] }, { row: 7, items: [], error: rejected }]
          stubs: { fetchUsers: { when: "input.source == 'none'", never: true } }
          steps:
            - part: one
            - do: { search: { query: "row ${example.row} of $${x}" } }
              expect: { error: "${example.?error}", active: /main }
      """)
    #expect(DiagnosticReport(outcome.diagnostics, in: outcome.sources).text == "")
    let file = try #require(outcome.file)
    #expect(file.flowPath == "social.navtree.yaml")
    #expect(file.scenarios.map(\.name) == ["rows [1]", "rows [2]"])
    for (scenario, row) in zip(file.scenarios, [0, 7]) {
      #expect(scenario.clock == 1_767_225_600_000)
      #expect(scenario.tags == ["people", "smoke"])
      #expect(scenario.stubs.map { $0.when == nil } == [false, true])
      guard case .part("one", let steps) = scenario.steps[0].verb,
        case .act("select", let payload)? = steps.first?.verb,
        case .act("search", let search) = scenario.steps[1].verb
      else {
        Issue.record("other steps")
        continue
      }
      #expect(payload == ["index": .integer(row)])
      #expect(search == ["query": .string("row \(row) of ${x}")])
    }
    #expect(file.scenarios[0].steps[1].expect?.error == nil)
    #expect(file.scenarios[1].steps[1].expect?.error?.data.value == ["kind": "rejected"])
  }

  /// Each part runs the next one a number of times.
  private static func chain(of parts: Int, times: Int) -> String {
    let lines = (0..<parts).map { number in
      "  p\(number): [\(Array(repeating: "{ part: p\(number + 1) }", count: times).joined(separator: ", "))]"
    }
    return """
      flow: ../social.navtree.yaml
      parts:
      \(lines.joined(separator: "\n"))
        p\(parts): [{ back: true }]
      scenarios: [{ name: chain, steps: [{ part: p0 }] }]
      """
  }

  @Test(arguments: [(20, 1, "more than 16 parts run each other"), (15, 4, "more than 1000000 steps")])
  func partsThatMakeTooMuchAreRefused(parts: Int, times: Int, message: String) {
    let outcome = Self.read(Self.chain(of: parts, times: times))
    #expect(outcome.file == nil)
    #expect(outcome.diagnostics.allSatisfy { $0.code == .limit })
    #expect(outcome.diagnostics.first?.message.contains(message) == true)
  }

  @Test func theFlowIsAskedForOnceByItsPath() {
    var paths: [String] = []
    let outcome = Self.read("flow: ./a/../b.navtree.yaml\nscenarios: [{ name: x, stps: [] }]") {
      paths.append($0)
    }
    #expect(outcome.file == nil)
    #expect(paths == ["tests/b.navtree.yaml"])
  }
}
