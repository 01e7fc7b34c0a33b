import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeYAML
import OrderedCollections
import NavtreeEngine
import Testing

/// The results of migrations of sessions that an older version of a flow has stored.
@Suite struct MigrationTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    /// Under `migrations`, in one line.
    let migrations: String
    /// The state of the screen, its params, and the shared state, after it.
    let becomes: JSONValue
    /// `field fate: reason` of everything that isn't kept.
    let report: [String]

    var testDescription: String { name }
  }

  /// Of version 0: a screen `page` with the params `{id: 7}`, the state `{a: 1, b: 2}`, and shared `{s: x, t: y}`.
  private static let snapshot: JSONValue = [
    "snapshot": 1, "flow": "book", "version": 0, "hash": "", "seq": 3, "next": [:], "windows": ["main"],
    "rows": [
      [
        "id": 1, "parent": nil, "slot": nil, "window": "main", "screen": "page", "params": ["id": 7],
        "state": ["a": 1, "b": 2],
      ]
    ], "shared": ["s": "x", "t": "y"],
  ]

  private func restore(_ migrations: String) throws -> (session: Session, report: RestoreReport) {
    let text = """
      navtree: 1
      flow: book
      version: 2
      start: { screen: page, params: { id: 0 } }
      shared: { s: string, t: string }
      screens:
        page: { params: { id: integer }, state: { a: integer, b: { type: integer, maximum: 9 } } }
        leaf: { params: { id: integer }, state: { a: integer, b: integer } }
      migrations: \(migrations)
      """
    let loaded = FlowLoader.load(Array(text.utf8), file: "book")
    let flow = try #require(loaded.flow, "\(DiagnosticReport(loaded.diagnostics, in: loaded.source).text)")
    var report = RestoreReport()
    let session = try Session(
      restoring: try StoredSession(Self.snapshot), flow, name: "book", limits: Limits(),
      clock: SessionClock(.virtual), report: &report)
    return (session, report)
  }

  static let cases = [
    Case(
      name: "two fields change names",
      migrations: "{ 0: [{ screen: page, rename: { fields: { a: b, b: a } } }] }",
      becomes: ["page", ["id": 7], ["a": 2, "b": 1], ["s": "x", "t": "y"]],
      report: ["page.state.a migrated: it was 'b'", "page.state.b migrated: it was 'a'"]),
    Case(
      name: "a field takes the name of another",
      migrations: "{ 0: [{ screen: page, rename: { fields: { a: b } } }] }",
      becomes: ["page", ["id": 7], ["a": 0, "b": 1], ["s": "x", "t": "y"]],
      report: [
        "page.state.b dropped: the migration from version 0 gives 'a' its name",
        "page.state.a defaulted: nothing is stored", "page.state.b migrated: it was 'a'",
      ]),
    Case(
      name: "values see what was there before their step",
      migrations: "{ 0: [{ screen: page, set: { a: '${old.state.b}', b: '${old.state.a}' } }] }",
      becomes: ["page", ["id": 7], ["a": 2, "b": 1], ["s": "x", "t": "y"]],
      report: [
        "page.state.a migrated: the migration from version 0 sets it",
        "page.state.b migrated: the migration from version 0 sets it",
      ]),
    Case(
      name: "versions run in order, however they are written",
      migrations: """
        { 1: [{ screen: page, set: { a: '${old.state.a * 10}' } }], \
        0: [{ screen: page, set: { a: '${old.state.a + 1}' } }] }
        """,
      becomes: ["page", ["id": 7], ["a": 20, "b": 2], ["s": "x", "t": "y"]],
      report: ["page.state.a migrated: the migration from version 1 sets it"]),
    Case(
      name: "a field renamed twice was the stored one",
      migrations:
        "{ 0: [{ rename: { fields: { s: u } } }], 1: [{ drop: { fields: [t] } }, { rename: { fields: { u: t } } }] }",
      becomes: ["page", ["id": 7], ["a": 1, "b": 2], ["s": "", "t": "x"]],
      report: [
        "shared.t dropped: the migration from version 1 drops it", "shared.s defaulted: nothing is stored",
        "shared.t migrated: it was 's'",
      ]),
    Case(
      name: "a screen and its params",
      migrations:
        "{ 1: [{ screen: page, params: { id: '${old.params.id + old.state.a}' } }, { rename: { screens: { page: leaf } } }] }",
      becomes: ["leaf", ["id": 8], ["a": 1, "b": 2], ["s": "x", "t": "y"]],
      report: [
        "leaf.params.id migrated: the migration from version 1 sets it", "leaf migrated: it was 'page'",
      ]),
    Case(
      name: "shared values", migrations: "{ 0: [{ set: { s: '${old.shared.t + old.shared.s}' } }] }",
      becomes: ["page", ["id": 7], ["a": 1, "b": 2], ["s": "yx", "t": "y"]],
      report: ["shared.s migrated: the migration from version 0 sets it"]),
    Case(
      name: "a dropped root", migrations: "{ 0: [{ drop: { screens: [page] } }] }",
      becomes: ["page", ["id": 0], ["a": 0, "b": 0], ["s": "x", "t": "y"]],
      report: ["page dropped: the migration from version 0 drops it"]),
    Case(
      name: "no steps", migrations: "{ 0: [] }",
      becomes: ["page", ["id": 7], ["a": 1, "b": 2], ["s": "x", "t": "y"]], report: []),
  ]

  @Test(arguments: cases) func aStoredSessionIsMigrated(_ example: Case) throws {
    let (session, report) = try restore(example.migrations)
    var writer = JSONWriter()
    session.stored(StoredScope()).write(into: &writer)
    let stored = try JSONValue(parsing: writer.text)
    let row = stored["rows"]?[0]
    let becomes: [JSONValue?] = [row?["screen"], row?["params"], row?["state"], stored["shared"]]
    #expect(JSONValue.array(becomes.map { $0 ?? .null }) == example.becomes)
    let told = (report.json.array ?? []).filter { $0["fate"] != "kept" }
    #expect(
      told.map { "\($0["field"]?.string ?? "") \($0["fate"]?.string ?? ""): \($0["reason"]?.string ?? "")" }
        .sorted()
        == example.report.sorted())
    #expect(report.isWhole == example.report.isEmpty)
  }

  @Test(arguments: [
    (
      "{ 0: [{ screen: page, set: { a: '${old.state.c}' } }] }", ErrorKind.expressionFailed,
      "(the migration from version 0, 'a' of page #1)"
    ),
    (
      "{ 1: [{ set: { s: '${old.shared.z}' } }] }", .expressionFailed,
      "(the migration from version 1, 's' of shared)"
    ),
    (
      "{ 0: [{ screen: page, set: { b: '${old.state.a * 10}' } }] }", .flowDefect,
      "page.state.b: must be at most 9 (the migration from version 0 sets it)"
    ),
    (
      "{ 0: [{ set: { s: '${old.shared.t == ''y'' ? dyn(1) : dyn(2)}' } }] }", .flowDefect,
      "shared.s: must be a string, not an integer (the migration from version 0 sets it)"
    ),
  ])
  func aValueThatFailsRefusesTheSession(_ migrations: String, _ kind: ErrorKind, _ message: String) throws {
    let failure = try #require(throws: Failure.self) { try restore(migrations) }
    #expect(failure.kind == kind)
    #expect(failure.message.hasSuffix(message), "\(failure.message)")
    #expect(failure.data["line"] == 9)
  }
}
