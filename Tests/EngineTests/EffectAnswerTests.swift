import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML
import Testing

/// What the rules that take an effect's answer know of its request.
@Suite struct EffectAnswerTests {
  private func flow(_ text: String) throws -> FlowDefinition {
    let loaded = FlowLoader.load(Array(text.utf8), file: "answers")
    return try #require(loaded.flow, "\(DiagnosticReport(loaded.diagnostics, in: loaded.source).text)")
  }

  private func dispatch(_ name: String, _ payload: JSONObject = [:], in session: Session) throws {
    let action = try #require(session.flow.actionNames.index(of: name))
    let screen = try session.focus(on: nil, window: nil).screen
    try session.batch { () throws(Failure) in try session.runPart(action, payload, to: screen) }
  }

  private func log(of session: Session) -> JSONValue { session.windows[0].focus.state[0] }

  private static let app = """
    navtree: 1
    flow: app
    start: app
    effects: { save: { input: { text: string, times: { type: integer, default: 2 } }, next: {}, output: {} } }
    screens:
      app:
        state: { log: { type: array, items: string, maxItems: 100 } }
        actions:
          save: { payload: { text: string }, effect: { name: save, with: { text: "${action.text}" }, TAKERS } }
          also: { effect: { name: save, with: { text: x }, done: note } }
          note: { set: { /log/-: "${action.key} ${action.input.text} ${action.input.times}" } }
          hear: { set: { /log/-: heard } }
          own: { payload: { key: integer?, input: string? }, set: { /log/-: "${action.key} ${action.input}" } }
    """

  /// The takers that a rule names, what happens to the second of two effects, and what is noted.
  @Test(arguments: [
    ("done: note", "done", ["save b 2"]),
    ("failed: note", "fail", ["save b 2"]),
    ("next: note", "next", ["save b 2"]),
    (#"done: note, key: "of ${action.text}""#, "done", ["of b b 2"]),
    ("done: hear", "done", ["heard"]),
    // Fields of the author's own that can't have them keep their defaults.
    ("done: own", "done", ["null null"]),
  ])
  func aRuleKnowsWhatWasAsked(takers: String, answer: String, expected: [String]) throws {
    let text = Self.app.split(separator: "TAKERS").joined(separator: takers)
    let session = try Session(try flow(text), name: "app", limits: Limits())
    try dispatch("save", ["text": "a"], in: session)
    try dispatch("save", ["text": "b"], in: session)
    switch answer {
    case "done": try session.answer(2, output: [:])
    case "next": try session.answerNext(2, output: [:])
    default: try session.fail(2, error: "no")
    }
    #expect(log(of: session) == .array(expected.map { .string($0) }))
    // What no rule reads isn't asked of a host that sends the action itself.
    if takers == "done: hear" { try dispatch("hear", ["output": [:]], in: session) }
  }

  /// What another version has asked for fails, with as much of the input as this version can read, and zeros.
  @Test(arguments: [
    ("{ text: string, times: string }", #"{"text":"b","times":""}"#),
    ("{ text: { type: string, maxLength: 0 }, times: integer }", #"{"text":"","times":2}"#),
    ("{ texts: string }", #"{"texts":""}"#),
    ("{}", "{}"),
  ])
  func aLostEffectHasWhatFits(input: String, expected: String) throws {
    let session = try Session(
      try flow(Self.app.split(separator: "TAKERS").joined(separator: "failed: note")), name: "app",
      limits: Limits())
    try dispatch("save", ["text": "b"], in: session)
    let next = try flow(
      """
      navtree: 1
      flow: app
      version: 2
      start: app
      effects: { save: { input: \(input) } }
      screens:
        app:
          state: { log: { type: array, items: string, maxItems: 100 } }
          actions:
            save: { payload: { of: object }, effect: { name: save, with: "${action.of}", failed: note } }
            note: { set: { /log/-: "${action.error.kind}: ${action.key} ${action.input}" } }
      """)
    var report = RestoreReport()
    let restored = try Session(
      restoring: session.stored(StoredScope()), next, name: "app", limits: Limits(),
      clock: SessionClock(.virtual), report: &report)
    #expect(log(of: restored) == .array([.string("cancelled: save \(expected)")]))
  }
}
