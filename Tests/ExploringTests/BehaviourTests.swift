import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// Scenarios and recordings under two versions of a flow.
struct BehaviourTests {
  private static let flow = """
    start: home
    shared: { count: integer }
    effects: { load: { input: { id: integer }, output: { text: string } } }
    screens:
      home:
        state: { last: integer }
        slots: { note: { presents: [note, other] } }
        actions:
          open: { payload: { id: integer }, present: { screen: note, params: { id: "${action.id}" } } }
          keep: { payload: { id: integer }, set: { last: "${action.id}" }, reply: "${action.id}" }
          refuse: { when: shared.count > 0, set: { last: 1 } }
      note:
        params: { id: integer }
        state: { text: string }
        lifecycle: { presented: { effect: { name: load, with: { id: "${params.id}" }, done: loaded } } }
        actions: { loaded: { payload: { output: object }, set: { text: "${action.output.text}" } } }
      other: { params: { id: integer } }
    """

  private static let scenarios = """
    flow: flow.yaml
    scenarios:
      - name: walk
        steps:
          - do: { keep: { id: 7 } }
            expect: { reply: 8 }
          - do: { refuse: {} }
          - do: { open: { id: 3 } }
          - answer: { effect: load, output: { text: milk } }
          - back: true
    """

  private func finding(_ change: (String) -> String) throws -> String? {
    let files = try [Self.flow, change(Self.flow)].map { text in
      let flow = try version(text, file: "flow.yaml")
      let outcome = ScenarioReader.read(Array(Self.scenarios.utf8), file: "s.scenarios.yaml") { _ in
        .success(FlowLoader.Outcome(flow))
      }
      return try #require(outcome.file, "\(outcome.diagnostics.map(\.message))")
    }
    let scenarios = files.compactMap { file in file.scenarios.first.map { (file: file, scenario: $0) } }
    guard let found = ScenarioComparison.compare(scenarios[0], scenarios[1]) else { return nil }
    return "\(found.location.line) \(found.step ?? "begin"): \(found.difference.sentence)"
  }

  @Test(arguments: [
    ("", "", nil),
    // What only one version declares isn't compared.
    ("state: { last: integer }", "state: { last: integer, more: integer }", nil),
    ("reply: \"${action.id}\"", "reply: 1", #"5 do keep {"id":7}: reply: old 7, new 1"#),
    (
      "set: { last: \"${action.id}\" }", "set: { last: 2 }",
      #"5 do keep {"id":7}: /main state last: old 7, new 2"#
    ),
    ("shared.count > 0", "shared.count == 0", #"7 do refuse: error: old "notHandled", new nothing"#),
    (
      "screen: note, params", "screen: other, params",
      #"8 do open {"id":3}: /main/note: old "note", new "other""#
    ),
    (
      "with: { id: \"${params.id}\" }", "with: { id: 9 }",
      #"8 do open {"id":3}: effect load id: old 3, new 9"#
    ),
    (
      "set: { text: \"${action.output.text}\" }", "dismiss: true",
      #"9 answer load {"text":"milk"}: /main/note: old "note", new nothing"#
    ),
    (
      "shared: { count: integer }", "shared: { count: { type: integer, default: 2 } }",
      "3 begin: shared count: old 0, new 2"
    ),
  ])
  func theFirstDifferenceOfAScenarioIsFound(_ old: String, _ new: String, _ expected: String?) throws {
    #expect(try finding { old.isEmpty ? $0 : $0.replacing(old, with: new) } == expected)
  }

  @Test func aRecordingOfAnotherFlowIsRefused() throws {
    let flow = try version(Self.flow, file: "flow.yaml")
    let line: JSONValue = ["navtree": 1, "session": "x", "flow": "x", "params": [:]]
    #expect(throws: Failure.self) {
      try RecordingComparison.compare([line], secrets: [], from: flow, to: flow)
    }
  }
}
