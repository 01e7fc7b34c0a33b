import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import Testing

/// Which requests lists and details make, and what becomes of their cursor.
@Suite struct LoadingTests {
  private static let text = """
    navtree: 1
    flow: search
    start: results
    effects:
      find:
        input: { query: string, cursor: string? }
        output: { items: { type: array, items: { type: object, properties: { id: integer } } }, cursor: string? }
      fetch: { input: { of: integer }, output: { value: string } }
    screens:
      results:
        kind: list
        params: { of: { type: string, default: "" } }
        state: { query: string }
        items: { from: find, with: { query: "${params.of + state.query}" }, maxItems: 100 }
        slots: { detail: { presents: [detail] } }
        actions:
          type: { payload: { text: { type: string, default: "" } }, set: { query: "${action.text}" } }
          open: { present: detail }
          thereAndBack: { send: [ { to: self, action: goTo, with: { of: b } }, { to: self, action: goTo } ] }
          goTo: { payload: { of: { type: string, default: "" } }, setParams: { params: { of: "${action.of}" } } }
      detail:
        kind: detail
        state: { of: integer }
        entity: { from: fetch, with: { of: "${state.of}" } }
        actions: { next: { set: { of: "${state.of + 1}" } } }
    """

  private let session: Session

  init() throws {
    let loaded = FlowLoader.load(Array(Self.text.utf8), file: "search")
    session = try Session(
      try #require(loaded.flow, "\(loaded.diagnostics)"), name: "search", limits: Limits())
  }

  private func send(_ action: String, _ payload: JSONObject = [:]) throws {
    let name = try #require(session.flow.actionNames.index(of: action))
    try session.dispatch(name, payload, to: session.focus(on: nil, window: nil).screen)
  }

  /// Answers the only request with the page of one item, and another cursor.
  private func answer(_ id: Int, _ cursor: JSONValue = nil) throws {
    let effect = try #require(session.owed.first)
    try session.answer(effect.id, output: ["items": [["id": .integer(id)]], "cursor": cursor])
  }

  private func fail() throws { try session.fail(try #require(session.owed.first).id, error: "offline") }

  /// The input of the only request.
  private func input() throws -> [JSONValue] {
    #expect(session.owed.count == 1)
    return try #require(session.owed.first).input
  }

  /// The items and the cursor.
  private func content() throws -> [JSONValue] {
    let screen = try #require(session.screen(session.windows[0].active))
    return [.array(screen.state[0].array?.compactMap { $0["id"] } ?? []), screen.state[3]]
  }

  @Test func aFailedRefreshKeepsTheCursor() throws {
    try answer(1, "two")
    try send("list.refresh")
    #expect(try input() == ["", nil])
    try fail()
    #expect(try content() == [[1], "two"])
    try send("list.more")
    #expect(try input() == ["", "two"])
    try answer(2)
    #expect(try content() == [[1, 2], nil])
  }

  @Test func aRetryRepeatsTheRequestThatFailed() throws {
    try answer(1, "two")
    try send("list.refresh")
    try fail()
    try send("list.retry")
    #expect(try input() == ["", nil])
    try fail()
    try send("list.more")
    try fail()
    try send("type", ["text": "tea"])
    try send("list.retry")
    #expect(try input() == ["", "two"])
    try answer(2, "three")
    #expect(try content() == [[1, 2], "three"])
  }

  @Test func aRetryOfADetailRepeatsItsRequest() throws {
    try answer(1)
    try send("open")
    try fail()
    try send("next")
    try send("detail.retry")
    #expect(try input() == [0])
  }

  @Test(arguments: ["two", nil] as [JSONValue])
  func moreOfAnotherQueryBeginsAnew(cursor: JSONValue) throws {
    try answer(1, cursor)
    try send("type", ["text": "tea"])
    try send("list.more")
    #expect(try input() == ["tea", nil])
    try answer(2, "three")
    #expect(try content() == [[2], "three"])
    try send("list.more")
    #expect(try input() == ["tea", "three"])
  }

  @Test func moreOfTheFormerQueryGoesOn() throws {
    try answer(1, "two")
    try send("type", ["text": "tea"])
    try send("type")
    try send("list.more")
    #expect(try input() == ["", "two"])
  }

  @Test func thereAndBackInOneChangeRequestsOnce() throws {
    try answer(1)
    session.forgetNotices()
    try send("thereAndBack")
    #expect(try input() == ["", nil])
    #expect(session.waitingNotices.count == 1)
    try session.undo(1)
    #expect(try content() == [[1], nil])
    #expect(session.owed.isEmpty)
  }

  /// What it remembers isn't in its state.
  @Test func aRestoredListKnowsItsRequests() throws {
    try answer(1, "two")
    try send("type", ["text": "tea"])
    try send("list.refresh")
    try fail()
    for action in ["list.retry", "list.more"] {
      var report = RestoreReport()
      let restored = try Session(
        restoring: session.stored(StoredScope()), session.flow, name: "search", limits: Limits(),
        clock: SessionClock(.virtual), report: &report)
      #expect(report.isWhole)
      try restored.dispatch(
        try #require(session.flow.actionNames.index(of: action)), [:],
        to: restored.focus(on: nil, window: nil).screen)
      #expect(restored.owed.map(\.input) == [["tea", nil]])
    }
  }

  @Test func undoBringsBackWhatAListRemembers() throws {
    try answer(1, "two")
    try send("type", ["text": "tea"])
    try send("list.more")
    try answer(2, "three")
    try session.undo(2)
    try send("list.more")
    #expect(try input() == ["tea", nil])
    try session.undo(2)
    try send("list.more")
    #expect(try input() == ["", "two"])
  }
}
