import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import Testing

/// The session's work that was begun in a window which has closed since.
@Suite struct ClosedWindowTests {
  private static let text = """
    navtree: 1
    flow: desk
    start: desk
    effects: { send: { output: { number: integer } } }
    actions:
      later: { after: { delay: 1s, send: remind } }
      remind: { navigate: note }
      post: { effect: { name: send, done: posted } }
      posted: { navigate: note }
      leave:
        closeWindow: "${screen.window}"
        effect: { name: send, done: posted }
        after: { delay: 1s, send: remind }
    screens:
      desk: { slots: { note: { presents: [note] } } }
      note: {}
    """

  private let session: Session
  private let clock = SessionClock(.virtual)

  init() throws {
    let loaded = FlowLoader.load(Array(Self.text.utf8), file: "desk")
    session = try Session(
      try #require(loaded.flow, "\(loaded.diagnostics)"), name: "desk", limits: Limits(), clock: clock)
    try open(session)
    for action in ["later", "post"] {
      let name = try #require(session.flow.actionNames.index(of: action))
      try session.dispatch(name, [:], to: session.focus(on: nil, window: "second").screen)
    }
  }

  private func open(_ session: Session) throws {
    let desk = ScreenRequest(type: try #require(session.flow.screenNames.index(of: "desk")), params: nil)
    _ = try session.openWindow("second", desk)
  }

  /// The active screens of all windows.
  private func active(_ session: Session) -> [String] {
    session.windows.map { $0.address(of: $0.active) }
  }

  @Test func aLaterWindowOfItsNameIsAnotherOne() throws {
    try session.closeWindow("second", force: false)
    try open(session)
    _ = try session.advance(by: 1_000)
    #expect(active(session) == ["/main/note", "/second"])
    try session.answer(1, output: ["number": 7])
    #expect(active(session) == ["/main/note", "/second"])
  }

  @Test func whatARuleBeginsAsItClosesItsOwnWindowIsLeftToTheFirst() throws {
    let leave = try #require(session.flow.actionNames.index(of: "leave"))
    try session.dispatch(leave, [:], to: session.focus(on: nil, window: "second").screen)
    try open(session)
    try session.answer(2, output: ["number": 7])
    #expect(active(session) == ["/main/note", "/second"])
    _ = try session.advance(by: 1_000)
    #expect(active(session) == ["/main/note", "/second"])
  }

  @Test func undoGivesTheWorkBackToTheWindow() throws {
    try session.closeWindow("second", force: false)
    _ = try session.advance(by: 400)
    try session.undo(1)
    _ = try session.advance(by: 600)
    #expect(active(session) == ["/main", "/second/note"])
    try session.undo(1)
    try session.answer(1, output: ["number": 7])
    #expect(active(session) == ["/main", "/second/note"])
  }

  /// A stored form of a session whose window can't be restored.
  @Test func aWindowOpenedAfterARestoreIsAnotherOne() throws {
    var stored = session.stored(StoredScope())
    stored.windows = ["main"]
    for screen in stored.screens where screen.window == "second" { stored.remove(screen.id) }
    var report = RestoreReport()
    let restored = try Session(
      restoring: stored, session.flow, name: "desk", limits: Limits(), clock: SessionClock(.virtual),
      report: &report)
    try open(restored)
    _ = try restored.advance(by: 1_000)
    #expect(active(restored) == ["/main/note", "/second"])
  }
}
