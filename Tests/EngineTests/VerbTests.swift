import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import Testing

/// Each verb by itself: where it leads, and how it fails.
@Suite struct VerbTests {
  private static let flow = """
    navtree: 1
    flow: verbs
    start: home
    links:
      - url: /page/{number:integer}
        opens: { screen: home, slots: { list: [page, { page: { number: "${link.number}" } }] } }
    screens:
      home:
        kind: tabs
        tabs: { list: { screen: page }, more: { screen: desk } }
        slots: { over: { presents: [note], style: sheet } }
      desk: { kind: split, panes: { left: { screen: page }, right: { screen: page } } }
      page:
        params: { number: { type: integer, default: 0 }, text: { type: string, default: "" } }
        identity: params.number
        slots: { next: { presents: [page] }, also: { presents: [note], style: cover } }
      note:
        returns: string
        dismissible: "!state.isDirty"
        state: { isDirty: boolean }
        actions: { write: { set: { isDirty: true } } }
    """

  private let session: Session

  init() throws {
    let loaded = FlowLoader.load(Array(Self.flow.utf8), file: "verbs")
    session = try Session(try #require(loaded.flow, "\(loaded.diagnostics)"), name: "verbs", limits: Limits())
  }

  private func screen(_ name: String, _ params: JSONObject? = nil) throws -> ScreenRequest {
    ScreenRequest(type: try #require(session.flow.screenNames.index(of: name)), params: params)
  }

  private func page(_ number: Int) throws -> ScreenRequest {
    try screen("page", ["number": .integer(number)])
  }

  /// Runs a verb from a place, by default the active screen, and answers the path that is active then.
  @discardableResult
  private func run(_ request: NavigationRequest, at place: String? = nil, force: Bool = false) throws
    -> String
  {
    let cursor: Cursor
    if var place {
      cursor = try place.withUTF8 { try session.focus(on: Address(UnsafeRawBufferPointer($0)), window: nil) }
    } else {
      cursor = try session.focus(on: nil, window: nil)
    }
    _ = try session.navigate(request, at: cursor.screen, force: force)
    return active
  }

  private var active: String {
    let window = session.windows[0]
    return window.address(of: window.active)
  }

  private func push(_ number: Int) throws {
    try run(.push(Push(screen: page(number), slot: nil, onDuplicate: .push)))
  }

  private func expect(_ kind: ErrorKind, _ body: () throws -> Void) {
    let (seq, before) = (session.seq, active)
    #expect {
      try body()
    } throws: {
      ($0 as? Failure)?.kind == kind
    }
    #expect(session.seq == seq)
    #expect(active == before)
  }

  @Test func presentFillsASlotOnce() throws {
    func present(_ ifOccupied: OccupiedHandling, in slot: String? = nil) throws -> NavigationRequest {
      .present(
        Present(screen: try screen("note"), slot: slot, ifOccupied: ifOccupied, onDuplicate: .push))
    }
    #expect(try run(present(.fail)) == "/main/list/also")
    let first = session.windows[0].active
    expect(.slotOccupied) { try run(present(.fail), at: "/main/list") }
    try run(present(.ignore), at: "/main/list")
    #expect(session.windows[0].active == first)
    try run(present(.replace), at: "/main/list")
    #expect(session.windows[0].active != first)
    expect(.notPresentable) { try run(present(.fail, in: "next"), at: "/main/list") }
  }

  @Test func pushGoesOnTopUnlessItIsADoubleTap() throws {
    try push(1)
    #expect(active == "/main/list/next")
    try run(.push(Push(screen: page(1), slot: nil, onDuplicate: .ignore)))
    #expect(active == "/main/list/next")
    try run(
      .push(
        Push(screen: screen("page", ["number": 1, "text": "again"]), slot: nil, onDuplicate: .reuse)))
    let window = session.windows[0]
    #expect(window.screen(window.active)?.params == [1, "again"])
    try run(.push(Push(screen: page(1), slot: nil, onDuplicate: .push)), at: "/main/list")
    #expect(active == "/main/list/next/next")
    expect(.notPresentable) { try run(.push(Push(screen: screen("home"), slot: nil, onDuplicate: .push))) }
  }

  @Test func navigateGoesToWhatIsThere() throws {
    func navigate(_ number: Int, pop: Bool = false) throws -> NavigationRequest {
      .navigate(Navigate(screen: try page(number), pop: pop, merge: false, onDuplicate: .push))
    }
    try push(1)
    try push(2)
    #expect(try run(navigate(1, pop: true)) == "/main/list/next")
    #expect(try run(navigate(3)) == "/main/list/next/next")
    #expect(try run(navigate(0), at: "/main") == "/main/list/next/next")
  }

  @Test func replaceAndResetPutScreensInPlace() throws {
    try push(1)
    try push(2)
    #expect(try run(.replace(Replace(screen: page(3))), at: "/main/list/next") == "/main/list/next")
    let tree = TreeRequest.chain([.init(try page(4)), .init(try page(5)), .init(try page(6))])
    #expect(try run(.reset(Reset(tree: tree, reuse: false))) == "/main/list/next/next")
    let kept = session.windows[0].active
    try run(.reset(Reset(tree: tree, reuse: true)))
    #expect(session.windows[0].active == kept)
    expect(.notPresentable) { try run(.replace(Replace(screen: screen("home")))) }
  }

  @Test func popRemovesFromTheTop() throws {
    for number in 1...4 { try push(number) }
    #expect(try run(.pop(Pop(count: 2))) == "/main/list/next/next")
    let missing = PopTo(screen: try page(9), identity: nil, merge: false, otherwise: .fail)
    expect(.nothingToPop) { try run(.popTo(missing)) }
    #expect(
      try run(.popTo(PopTo(screen: page(1), identity: nil, merge: false, otherwise: .fail)))
        == "/main/list/next")
    #expect(
      try run(.popTo(PopTo(screen: page(9), identity: nil, merge: false, otherwise: .push)))
        == "/main/list/next/next")
    #expect(try run(.popToRoot) == "/main/list")
    expect(.nothingToPop) { try run(.popToRoot) }
    expect(.nothingToPop) { try run(.pop(Pop(count: 1))) }
  }

  @Test func dismissAsksAndGivesAResult() throws {
    let note = Present(screen: try screen("note"), slot: nil, ifOccupied: .fail, onDuplicate: .push)
    try run(.present(note))
    expect(.invalidParams) { try run(.dismiss(Dismiss(result: 7, all: false))) }
    let write = try #require(session.flow.actionNames.index(of: "write"))
    try session.dispatch(write, [:], to: session.focus(on: nil, window: nil).screen)
    expect(.dismissRefused) { try run(.dismiss(Dismiss(result: "yes", all: false))) }
    #expect(try run(.dismiss(Dismiss(result: "yes", all: true)), force: true) == "/main/list")
    expect(.notDismissable) { try run(.dismiss(Dismiss(result: nil, all: false))) }
    expect(.notDismissable) { try run(.dismiss(Dismiss(result: nil, all: true))) }
  }

  @Test func selectFocusAndBackChoose() throws {
    #expect(try run(.select(Select(tab: "more", params: nil))) == "/main/more/left")
    #expect(try run(.focus(Focus(pane: "right"))) == "/main/more/right")
    #expect(try run(.back) == "/main/list")
    let seq = session.seq
    #expect(try run(.back) == "/main/list")
    #expect(session.seq == seq)
    expect(.invalidParams) { try run(.select(Select(tab: "none", params: nil))) }
    expect(.invalidParams) { try run(.focus(Focus(pane: "left"))) }
    try run(.select(Select(tab: "list", params: ["number": 8])))
    #expect(session.windows[0].screen(session.windows[0].active)?.params == [8, ""])
  }

  @Test func setParamsMergesOrReplaces() throws {
    func params() -> [JSONValue]? {
      session.windows[0].screen(session.windows[0].active)?.params
    }
    try run(.setParams(SetParams(params: ["number": 1, "text": "a"], replace: false)))
    try run(.setParams(SetParams(params: ["number": 2], replace: false)))
    #expect(params() == [2, "a"])
    try run(.setParams(SetParams(params: ["number": 3], replace: true)))
    #expect(params() == [3, ""])
    expect(.invalidParams) { try run(.setParams(SetParams(params: ["number": "one"], replace: false))) }
  }

  @Test func openFollowsALink() throws {
    #expect(try run(.open(Open(url: "/page/5"))) == "/main/list/next")
    expect(.noSuchLink) { try run(.open(Open(url: "/nowhere"))) }
  }

  /// Stored navigations and requests name a verb as a flow does.
  @Test(arguments: NavigationRequest.all.indices)
  func aVerbIsFoundByItsName(index: Int) throws {
    let request = NavigationRequest.all[index]
    #expect(NavigationRequest(named: "\(request.name)").map { "\($0)" } == "\(request)")
    #expect(NavigationTemplate.all[index].actionName == request.actionName)
  }
}
