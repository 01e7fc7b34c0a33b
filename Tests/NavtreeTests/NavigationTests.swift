import Navtree
import NavtreeTestSupport
import Testing

@Suite struct NavigationTests {
  @Test func screensComeAndGo() throws {
    let session = try Session(Flows.counter(), clock: .virtual())
    #expect(try session.push("counter", ["start": 1]) == Screen.ID(2))
    #expect(try session.present("counter", ["start": 2], in: "over") == Screen.ID(3))
    #expect(try session.present("counter", in: "over", from: "/main/next", ifOccupied: .ignore) == nil)
    #expect(
      #expect(throws: NavtreeError.self) { try session.present("counter", in: "over", from: "/main/next") }?
        .kind
        == .slotOccupied)
    #expect(
      session.outline == """
        /main
        | counter #1  (hidden)
        | next: counter #2
        |   over (sheet): counter #3  <- active

        """)
    try session.dismiss()
    #expect(try session.back())
    #expect(try session.back() == false)
    try session.push("counter")
    try session.push("counter")
    try session.pop(1)
    try session.push("counter")
    try session.popToRoot()
    #expect(session.tree.count == 1)
    #expect(try session.navigate(to: "counter", ["start": 7]) == session.active?.id)
    #expect(try session.replace(with: "counter", ["start": 8]) == session.active?.id)
    try session.setParams(["start": 9])
    #expect(session.active?.params["start"] == 9)
    #expect(try session.push("counter", ["start": 9], onDuplicate: .ignore) == session.active?.id)
  }

  @Test func aScreenThatIsNotDismissibleStaysUnlessForced() throws {
    let session = try Session(Flows.counter(), clock: .virtual())
    try session.push("counter", ["start": 100])
    #expect(#expect(throws: NavtreeError.self) { try session.pop() }?.kind == .dismissRefused)
    try session.pop(force: true)
    #expect(session.tree.count == 1)
  }

  @Test func aScreenIsGoneBackTo() throws {
    let session = try Session(Flows.counter(), clock: .virtual())
    let first = try session.push("counter", ["start": 1])
    try session.push("counter", ["start": 2])
    #expect(
      #expect(throws: NavtreeError.self) { try session.popTo("counter", identity: "x") }?.kind
        == .nothingToPop)
    #expect(#expect(throws: NavtreeError.self) { try session.popTo("contr") }?.data["pointer"] == "/screen")
    let made = try session.popTo("counter", ["start": 9], identity: "x", otherwise: .push)
    #expect(session.active?.id == made)
    #expect(session.tree.count == 4)
    try session.popTo("counter", ["start": 8], identity: "x", otherwise: .replace)
    #expect(session.active?.params["start"] == 8)
    #expect(session.tree.count == 4)
    try session.pop(2)
    #expect(try session.popTo("counter", identity: .null, merge: true) == first)
    #expect(Session.IfMissing.allCases.map(\.rawValue) == ["fail", "replace", "push"])
  }

  @Test func aTreeTakesThePlaceOfAnother() throws {
    let session = try Session(Flows.counter(), clock: .virtual())
    try session.send("add")
    let root = try session.reset(
      to: ["screen": "counter", "slots": ["next": ["screen": "counter", "state": ["count": 7]]]], reuse: true)
    #expect(root == Screen.ID(1))
    #expect(session.tree["/main"]?.state["count"] == 1)
    #expect(session.tree["/main/next"]?.state["count"] == 7)
    try session.reset(to: ["counter", ["counter": ["start": 3]]], at: "/main")
    #expect(session.tree["/main/next"]?.params["start"] == 3)
    let error = #expect(throws: NavtreeError.self) { try session.reset(to: ["counter", ["contr": [:]]]) }
    #expect(error?.kind == .unknownScreen)
    #expect(error?.data["pointer"]?.string?.hasPrefix("/tree/1") == true)
    #expect(session.tree.count == 2)
  }

  @Test func aLinkOpensItsTree() throws {
    let session = try Session(Flows.counter(), clock: .virtual())
    #expect(try session.open("app://x/count/7"))
    #expect(session.active?.params["start"] == 7)
  }

  @Test func tabsAndPanesAreChosen() throws {
    let session = try Session(
      Flow(contentsOf: Files.package + "/Specs/shop.navtree.yaml"), clock: .virtual())
    let basket = try session.select(tab: "basket")
    #expect(session.active?.id == basket)
    #expect(session.tree["/main"]?.selected == "basket")
    let flow = try Flow(
      yaml: """
        navtree: 1
        flow: desk
        start: desk
        screens:
          desk: { kind: split, panes: { left: page, right: page } }
          page: {}
        """)
    let desk = try Session(flow, clock: .virtual())
    try desk.focus(pane: "right")
    #expect(desk.active?.address == "/main/right")
    #expect(desk.tree["/main"]?.slots.map(\.style) == [.pane, .pane])
  }

  @Test func windowsHaveTreesOfTheirOwn() throws {
    let session = try Session(Flows.counter(), clock: .virtual())
    let root = try session.openWindow("second", "counter", ["start": 4])
    #expect(session.tree.windows == ["main", "second"])
    #expect(session.tree.root(of: "second")?.id == root)
    #expect(session.tree.root(of: "third") == nil)
    #expect(session.tree.active(in: "second")?.state["count"] == 4)
    #expect(session.tree.active(in: "third") == nil)
    #expect(
      #expect(throws: NavtreeError.self) { try session.send("add") }?.hint?.contains("main, second") == true)
    try session.send("add", to: .active(in: "second"))
    #expect(session.tree["/second"]?.state["count"] == 5)
    try session.closeWindow("second")
    #expect(session.tree["/second"] == nil)
  }

  @Test func theTreeIsRead() throws {
    let session = try Session(Flows.counter(), clock: .virtual())
    try session.push("counter", ["start": 2])
    let root = try #require(session.tree["/main"])
    let child = try #require(root["next"])
    #expect(root["elsewhere"] == nil)
    #expect(session.tree.screens == [root, child])
    #expect(child.presenter == root)
    #expect(child.slot == "next")
    #expect(root.presenter == nil)
    #expect(root.slot == nil)
    #expect(root.selected == nil)
    #expect(child.name == "counter")
    #expect(child.window == "main")
    #expect(child.address == "/main/next")
    #expect(child.isActive)
    #expect(!root.isActive)
    #expect(root.slots.map(\.name) == ["next", "over"])
    #expect(root.slots.map(\.style) == [.push, .sheet])
    #expect(root.slots[0].screen == child)
    #expect(try child.computed("double") == 4)
    #expect(try child.computed("treble") == nil)
    #expect(child.state.names == ["count", "name", "letters", "secret"])
    #expect(child.state["secret"] == "hush")
    #expect(child.state["absent"] == nil)
    struct State: Decodable, Equatable {
      let count: Int
      let name: String
    }
    #expect(try child.state.decoded(as: State.self) == State(count: 2, name: ""))
    #expect(child.id < Screen.ID(3))
    #expect(child.id.number == 2)
    try session.pop()
    #expect(!child.isAlive)
    #expect(child.address == "#2")
    #expect(child.name == "")
    #expect(child.window == "")
    #expect(child.slots.isEmpty)
    #expect(child.state["count"] == nil)
    #expect(root.isAlive)
  }

  @Test func stylesAreThoseOfTheFormat() {
    #expect(Screen.Style.allCases == [.push, .sheet, .popover, .cover, .tab, .pane])
    #expect(Session.IfOccupied.allCases == [.fail, .replace, .ignore])
    #expect(Session.OnDuplicate.allCases == [.push, .ignore, .reuse])
  }
}
