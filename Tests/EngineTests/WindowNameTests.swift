import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML
import Testing

/// The names of windows, where rules and addresses have them.
@Suite struct WindowNameTests {
  private func session() throws -> Session {
    let text = """
      navtree: 1
      flow: desk
      start: home
      windows: { document: page }
      screens:
        home: {}
        page:
          state: { seen: { type: array, items: string, maxItems: 100 } }
          slots: { over: { presents: [over], style: sheet } }
          actions:
            look: { set: { /seen/-: "${screen.window}" } }
            cover: { present: over }
        over:
          lifecycle:
            dismissed: { send: { to: parent, action: look } }
          actions: { close: { dismiss: true } }
      """
    let loaded = FlowLoader.load(Array(text.utf8), file: "desk")
    let flow = try #require(loaded.flow, "\(DiagnosticReport(loaded.diagnostics, in: loaded.source).text)")
    return try Session(flow, name: "desk", limits: Limits())
  }

  private func open(_ name: String, in session: Session) throws {
    let page = try #require(session.flow.screenNames.index(of: "page"))
    _ = try session.openWindow(name, ScreenRequest(type: page, params: nil))
  }

  private func dispatch(_ name: String, at place: String, in session: Session) throws {
    let action = try #require(session.flow.actionNames.index(of: name))
    var place = place
    let cursor = try place.withUTF8 {
      try session.focus(on: Address(UnsafeRawBufferPointer($0)), window: nil)
    }
    try session.batch { () throws(Failure) in try session.runPart(action, [:], to: cursor.screen) }
  }

  @Test(arguments: [
    "7", "7f3a01c2-0e1b-4f6a-9c5d-2b8e4a6f1d30", "Tool box", #"say "hi" \n"#, "é", "e\u{301}", ".", "日本",
    String(repeating: "x", count: 128),
  ])
  func aWindowHasAnyName(name: String) throws {
    let session = try session()
    try open(name, in: session)
    try dispatch("look", at: "/\(name)", in: session)
    try dispatch("cover", at: "/\(name)", in: session)
    try dispatch("close", at: "/\(name)/over", in: session)
    let window = session.windows[1]
    #expect(window.focus.state == [.array([.string(name), .string(name)])])
    #expect(NavigationPath("/\(name)/over") == NavigationPath(window: name, slots: ["over"]))
  }

  @Test(arguments: [
    "", " a", "a ", "a/b", "a#1", "a\tb", "a\u{7f}", "a\u{85}", "\u{a0}a", String(repeating: "x", count: 129),
    String(repeating: "é", count: 65),
  ])
  func anotherNameIsRefused(name: String) throws {
    let session = try session()
    #expect {
      try open(name, in: session)
    } throws: {
      ($0 as? Failure)?.kind == .invalidParams
    }
    #expect(session.windows.count == 1)
    #expect(NavigationPath("/\(name)/over") == nil || name == "a/b")
  }

  @Test func namesAreComparedByTheirBytes() throws {
    let session = try session()
    try open("é", in: session)
    try open("e\u{301}", in: session)
    try dispatch("look", at: "/e\u{301}", in: session)
    var report = RestoreReport()
    let restored = try Session(
      restoring: session.stored(StoredScope()), session.flow, name: "desk", limits: Limits(),
      clock: SessionClock(.virtual), report: &report)
    #expect(restored.windows.map { $0.focus.state.first ?? nil } == [nil, [], ["e\u{301}"]])
    #expect {
      try open("é", in: session)
    } throws: {
      ($0 as? Failure)?.kind == .nameTaken
    }
  }
}
