import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import Testing

/// Links that wait: what opens meanwhile, what holds them, and how they end.
@Suite struct WaitingLinkTests {
  private static let flow = """
    navtree: 1
    flow: waiting
    start: { main: app, side: page }
    shared: { user: string, adult: boolean }
    links:
      - { url: /news, at: /main/news, opens: { screen: page }, when: shared.user != '', otherwise: { screen: gate } }
      - { url: /wine, at: /main/news, opens: [page, wine], when: "shared.user != '' && shared.adult", otherwise: { screen: gate } }
      - { url: /later, at: ., opens: app, when: shared.user != '' }
      - { url: /desk, at: /main/desk/left, opens: { screen: page }, when: shared.user != '', otherwise: { screen: note } }
      - { url: /inside, at: /main/news, opens: { screen: page }, when: shared.user != '', otherwise: { screen: page } }
      - { url: /above, at: /main/news/next/next, opens: { screen: page }, when: shared.user != '', otherwise: { screen: gate } }
      - { url: /over, at: /main/over, opens: { screen: gate }, when: shared.user != '', otherwise: { screen: gate } }
    actions:
      signIn: { shared: { user: ada } }
      signOut: { shared: { user: "" } }
      beAdult: { shared: { adult: true } }
      forget: { drop: links }
    screens:
      app:
        kind: tabs
        tabs: { news: page, desk: desk }
        slots: { over: { presents: [gate, draft], style: cover } }
        actions: { write: { present: draft } }
      desk: { kind: split, panes: { left: page }, slots: { hint: { presents: [note], style: popover }, next: { presents: [note] } } }
      page: { slots: { next: { presents: [page, wine, draft] } }, actions: { scribble: { push: draft } } }
      gate: {}
      wine: {}
      note: {}
      draft:
        state: { asked: integer, isDirty: { type: boolean, default: true } }
        dismissible: "!state.isDirty"
        actions:
          dismissRequested: { set: { asked: "${state.asked + 1}" } }
          save: { set: { isDirty: false } }
          send: { dismiss: true }
    """

  private let session: Session
  private let notices = Notices()

  init() throws {
    let loaded = FlowLoader.load(Array(Self.flow.utf8), file: "waiting")
    let flow = try #require(loaded.flow, "\(loaded.diagnostics)")
    session = try Session(flow, name: "waiting", limits: Limits(), notices: notices)
  }

  private func act(_ name: String) throws {
    let action = try #require(session.flow.actionNames.index(of: name))
    try session.dispatch(action, [:], to: session.focus(on: nil, window: "main").screen)
  }

  @discardableResult
  private func open(_ url: String, force: Bool = false) throws -> NavigationOutcome {
    try session.navigate(.open(Open(url: url)), at: session.windows[0].focus.id, force: force)
  }

  private var active: String {
    let window = session.windows[0]
    return window.address(of: window.active)
  }

  private var waiting: [String] { LinkReader(session).waiting.map(LinkReader(session).shown) }

  private var reasons: [String] { LinkReader(session).waiting.map(LinkReader(session).reason) }

  /// The kinds of the reasons that hosts were told.
  private var told: [String] {
    notices.all.compactMap { notice in
      if case .linkFailed(_, let link, _, let failure) = notice { "\(link) \(failure.kind)" } else { nil }
    }
  }

  private func asked() throws -> JSONValue? {
    let window = session.windows[0]
    return window.screen(window.active)?.state.first
  }

  @Test(arguments: [
    // The place takes it.
    ("/inside", "/main/news"),
    // A slot of the screen that has the place does.
    ("/news", "/main/over"),
    // The nearest screen on the way comes first, and a modal slot before one to push in.
    ("/desk", "/main/desk/hint"),
    // The place isn't there yet, and a screen on the way has a slot.
    ("/above", "/main/over"),
    ("/over", "/main/over"),
  ])
  func whatOpensMeanwhileLeavesThePlaceWhereItIs(url: String, place: String) throws {
    try open(url)
    #expect(active == place)
    try act("signIn")
    #expect(waiting.isEmpty)
    #expect(told == (url == "/above" ? ["/above noScreenAt"] : []))
  }

  @Test func aLinkGoesOnWaitingForAScreenThatRefuses() throws {
    try act("scribble")
    let draft = session.windows[0].active
    try open("/later")
    try act("signIn")
    #expect(waiting == ["/later"])
    #expect(told.isEmpty)
    #expect(reasons == ["draft at /main/news/next refuses to be dismissed"])
    #expect(try asked() == 1)
    #expect((session.seq, session.answerSeq) == (4, 3))
    // It asks no more, and isn't in the way of a sign-out.
    try act("beAdult")
    try act("signOut")
    #expect(reasons == ["shared.user != '' is false"])
    try act("signIn")
    #expect(try asked() == 1)
    #expect(waiting == ["/later"])
    try act("send")
    #expect(!session.windows[0].contains(draft))
    #expect(waiting.isEmpty)
    #expect(active == "/main/news")
  }

  /// A screen that has saved goes when the user lets it go, not before.
  @Test func aRefusedLinkOpensWhenTheScreenHasGoneHoweverItGoes() throws {
    try act("scribble")
    try open("/later")
    try act("signIn")
    try act("save")
    #expect(waiting == ["/later"])
    _ = try session.navigate(.back, at: session.focus(on: nil, window: "main").screen, force: false)
    #expect(waiting.isEmpty)
  }

  /// The condition holds anew, and the screen would let itself be replaced.
  @Test func aRefusedLinkOpensWhenItsConditionHoldsAgainAndNobodyRefuses() throws {
    try act("scribble")
    try open("/later")
    for name in ["signIn", "signOut", "save"] { try act(name) }
    #expect(waiting == ["/later"])
    try act("signIn")
    #expect(waiting.isEmpty)
  }

  @Test func aScreenIsAskedOnceForAllLinksThatItRefuses() throws {
    try act("scribble")
    try open("/later")
    try open("/news")
    try act("signIn")
    #expect(waiting == ["/later", "/news"])
    _ = try session.navigate(.back, at: session.focus(on: nil, window: "main").screen, force: true)
    #expect(try asked() == 1)
  }

  /// Its `otherwise` no longer holds it: leaving that doesn't drop it.
  @Test func aRefusedLinkIsHeldByNoScreen() throws {
    try act("scribble")
    try open("/news")
    #expect(active == "/main/over")
    try act("signIn")
    #expect(waiting == ["/news"])
    _ = try session.navigate(.back, at: session.focus(on: nil, window: "main").screen, force: false)
    #expect(waiting == ["/news"])
    #expect(told.isEmpty)
  }

  @Test func aLinkThatWaitedIsOpenedOnce() throws {
    try act("scribble")
    try open("/later")
    try act("signIn")
    try open("/later", force: true)
    #expect(waiting.isEmpty)
    let root = session.windows[0].rootID
    try act("beAdult")
    #expect(session.windows[0].rootID == root)
  }

  @Test func openingALinkKeepsAnotherThatWaitsOnTheSameScreen() throws {
    try open("/news")
    try open("/wine")
    #expect(waiting == ["/news", "/wine"])
    try act("signIn")
    #expect(active == "/main/news")
    #expect(waiting == ["/wine"])
    try act("beAdult")
    #expect(active == "/main/news/next")
    #expect(told.isEmpty)
  }

  @Test func undoingTakesARefusalBack() throws {
    try act("scribble")
    try open("/later")
    try act("signIn")
    _ = try session.undo(1)
    _ = try session.undo(1)
    #expect(reasons == ["shared.user != '' is false"])
  }

  @Test func aLinkThatIsDroppedIsTold() throws {
    try open("/news")
    _ = try session.navigate(.back, at: session.focus(on: nil, window: "main").screen, force: false)
    #expect(told == ["/news gone"])
    try open("/news")
    try act("forget")
    #expect(told == ["/news gone", "/news rejected"])
    notices.removeAll()
    try open("/later")
    #expect(try session.dropPendingLinks("/later") == 1)
    #expect(try session.dropPendingLinks("/later") == 0)
    #expect(told == ["/later rejected"])
    notices.removeAll()
    _ = try session.navigate(.open(Open(url: "/later")), at: session.windows[1].rootID, force: false)
    try session.closeWindow("side", force: false)
    #expect(told == ["/later unknownWindow"])
  }

  @Test func aRefusalIsRestored() throws {
    try act("scribble")
    try open("/later")
    try act("signIn")
    var report = RestoreReport()
    let again = try Session(
      restoring: session.stored(StoredScope()), session.flow, name: "again", limits: Limits(),
      clock: SessionClock(.virtual), report: &report)
    #expect(LinkReader(again).waiting.map(LinkReader(again).reason) == reasons)
    #expect(reasons == ["draft at /main/news/next refuses to be dismissed"])
    #expect(report.isWhole)
  }
}
