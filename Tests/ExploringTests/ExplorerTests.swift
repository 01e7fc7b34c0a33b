import NavtreeCEL
import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import Testing

/// The goals that an exploration reaches, and the faults that it finds.
struct ExplorerTests {
  /// An exploration with the lines of its text, those about reached goals left out.
  private static func lines(
    _ yaml: String, _ set: (inout Explorer.Settings, FlowDefinition) throws -> Void = { _, _ in }
  ) throws -> [String] {
    let flow = try flow(yaml)
    var settings = Explorer.Settings()
    settings.maxStates = 2_000
    try set(&settings, flow)
    let text = try Explorer(flow, settings).run().text()
    return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("reached") }
  }

  /// Flows of one screen or few, and the lines about them.
  private static let flows: [(name: String, yaml: String, lines: [String])] = [
    (
      "everything is reached",
      """
      screens:
        s: { slots: { next: { presents: [t] } }, actions: { open: { present: { screen: t } } } }
        t: {}
      """, ["2 states, 2 moves, depth 1; all states"]
    ),
    (
      "a guard that the schema excludes",
      """
      screens:
        s:
          state: { n: { type: integer, minimum: 0, maximum: 3 }, text: string }
          actions:
            grow: [{ when: state.n < 3, set: { n: "${state.n + 1}" } }, { when: state.n > 3, dismiss: true }]
            write: { payload: { text: string }, set: { text: "${action.text}" }, reply: "${state.text.size() > 100}" }
      """,
      [
        "unreachable rule s.grow#1 flow.yaml:8:67", "unreachable guard s.grow#1:true flow.yaml:8:75",
        "8 states, 22 moves, depth 4; bounded: not every payload of s.write (text)",
      ]
    ),
    (
      "a payload that is compared, whose classes are all tried",
      """
      screens:
        s:
          actions:
            weigh:
              payload: { grams: integer }
              rules:
                - { when: action.grams <= 500, reply: letter }
                - { when: action.grams <= 100, reply: card }
                - reply: parcel
      """,
      [
        "unreachable rule s.weigh#1 flow.yaml:11:13", "unreachable guard s.weigh#1:true flow.yaml:11:21",
        "1 state, 6 moves, depth 0; all states",
      ]
    ),
    (
      "a text that fits nothing",
      """
      screens:
        s: { actions: { name: { payload: { n: { type: string, pattern: "^.$", minLength: 2 } }, reply: yes } } }
      """,
      [
        "bounded rule s.name#0 flow.yaml:5:25",
        "1 state, 0 moves, depth 0; bounded: no payload of s.name fits (n)",
      ]
    ),
    (
      "an answer that nobody asked for, a text that nobody reads, and an error that is read",
      """
      effects: { ask: { output: { text: string } }, send: { input: { text: string } } }
      screens:
        s:
          state: { text: { type: string, maxLength: 9 } }
          slots: { next: { presents: [t] } }
          actions:
            write: { payload: { text: { type: string, maxLength: 9 } }, set: { text: "${action.text}" }, reply: "${state.text}" }
            send: { payload: { text: string }, effect: { name: send, with: { text: "${action.text}" }, failed: unsent, policy: leading } }
            unsent: { private: true, reply: "${action.error.kind}" }
            open: { when: "false", present: { screen: t } }
        t:
          state: { text: string }
          actions:
            ask: { effect: { name: ask, done: told } }
            told: { private: true, set: { text: "${action.output.text}" } }
      """,
      [
        "bounded screen t flow.yaml:14:3", "unreachable rule s.open#0 flow.yaml:13:13",
        "bounded rule t.ask#0 flow.yaml:17:12", "bounded rule t.told#0 flow.yaml:18:13",
        "2 states, 6 moves, depth 1; bounded: not every error of send (kind)",
      ]
    ),
    (
      "rules whose every try fails",
      """
      screens:
        s:
          state: { n: { type: integer, maximum: 3 } }
          actions:
            take: { payload: { n: { type: integer, minimum: 5, maximum: 6 } }, set: { n: "${action.n}" } }
            grow: { when: state.n < 3, set: { n: "${state.n + 4}" } }
      """,
      [
        "unreachable rule s.take#0 flow.yaml:8:13", "unreachable rule s.grow#0 flow.yaml:9:13",
        "unreachable guard s.grow#0:false flow.yaml:9:21",
        "defect s.grow flow.yaml:9:41: flow.yaml:9:41: n: must be at most 3", "  grow at /main",
        "defect s.take flow.yaml:8:81: each try of the rule fails: flow.yaml:8:81: n: must be at most 3",
        "  take { \"n\": 5 } at /main", "1 state, 0 moves, depth 0; all states",
      ]
    ),
    (
      "a counter that nothing bounds",
      """
      screens:
        s:
          state: { n: integer }
          actions:
            inc: { set: { n: "${state.n + 1}" } }
            win: { when: state.n == 5000, dismiss: true }
      """,
      [
        "bounded rule s.win#0 flow.yaml:9:12", "bounded guard s.win#0:true flow.yaml:9:20",
        "2001 states, 2000 moves, depth 2000; bounded: more than 2000 states",
      ]
    ),
    (
      "a counter that nobody reads",
      """
      screens:
        s: { state: { n: integer }, actions: { inc: { set: { n: "${state.n + 1}" } } } }
      """, ["1 state, 1 move, depth 0; all states"]
    ),
    (
      "a rule that the time decides",
      """
      screens:
        s: { actions: { late: { when: "now > timestamp('2030-01-01T00:00:00Z')", reply: late } } }
      """,
      [
        "bounded rule s.late#0 flow.yaml:5:25", "bounded guard s.late#0:true flow.yaml:5:34",
        "1 state, 0 moves, depth 0; bounded: an expression reads the time",
      ]
    ),
    (
      "a dead end, behind a link too",
      """
      screens:
        s: { slots: { next: { presents: [t] } }, actions: { open: { present: { screen: t } } } }
        t: { actions: { end: { reset: { at: root, tree: u } } } }
        u: { actions: { show: { reply: hello } } }
      """,
      [
        "dead-end u flow.yaml:7:3: no move leaves 'u'", "  open at /main", "  end at /main/next",
        "3 states, 4 moves, depth 2; all states",
      ]
    ),
    (
      "an introduction that is seen once is no trap",
      """
      start: intro
      screens:
        intro: { actions: { done: { reset: { at: root, tree: s } } } }
        s: { slots: { next: { presents: [t] } }, actions: { open: { present: { screen: t } } } }
        t: {}
      """, ["3 states, 3 moves, depth 2; all states"]
    ),
  ]

  @Test(arguments: flows.indices) func whatIsFoundIsTold(_ index: Int) throws {
    let (name, yaml, lines) = Self.flows[index]
    let start = yaml.contains("start:") ? "" : "start: s\n"
    let found = try Self.lines("navtree: 1\nflow: f\n\(start)\(yaml)")
    #expect(found == lines, "\(name)")
  }
}
