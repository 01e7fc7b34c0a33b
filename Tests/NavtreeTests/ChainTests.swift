import Navtree
import NavtreeTestSupport
import Observation
import Testing

/// Chains, as a navigator of an app shows and sets them.
@Suite struct ChainTests {
  /// Two windows: one of tabs, one of a chain. Every screen opens all others, and some refuse to go.
  private static func flow() throws -> Flow {
    try Flow(
      yaml: """
        navtree: 1
        flow: stacks
        start: { main: tabs, other: page }
        prefixes: [app://x]
        links:
          - { url: /, opens: tabs }
          - { url: /deep, opens: [page, page, page, page] }
        screens:
          tabs:
            kind: tabs
            tabs: { one: page, two: page }
            slots: { over: { presents: [page], style: cover } }
          page:
            state: { locked: boolean, asked: integer }
            slots:
              next: { presents: [page] }
              aside: { presents: [page] }
              sheet: { presents: [page], style: sheet }
              note: { presents: [page], style: popover }
            dismissible: "!state.locked"
            actions:
              lock: { set: { locked: true } }
              unlock: { set: { locked: false } }
              dismissRequested: { set: { asked: "${state.asked + 1}" } }
        """, name: "stacks.navtree.yaml")
  }

  private static func session() throws -> Session { try Session(flow(), clock: .virtual()) }

  @Test func aChainIsReadAndSet() throws {
    let session = try Self.session()
    let chain = try #require(session.chain(at: "/other"))
    #expect(chain.id == chain.root)
    #expect(chain.session === session)
    for _ in 0..<3 { try session.push("page", in: "next", onto: .active(in: "other")) }
    let path = chain.path
    #expect(path.count == 3)
    chain.path.removeLast(2)
    #expect(chain.path == [path[0]])
    let history = session.history.map(\.cause)
    chain.path = []
    #expect(session.history.map(\.cause) == history + ["back"])
    #expect(chain.selection == "")
    #expect(chain.chain(in: "next") == nil)
    #expect(session.chain(at: "/none") == nil)
    #expect(session.chain()?.chain(in: "one") != nil)
  }

  @Test func aSetThatLagsBehindClosesNothing() throws {
    let session = try Self.session()
    let chain = try #require(session.chain(at: "/other"))
    try session.push("page", in: "next", onto: .active(in: "other"))
    var shown: [Screen.ID] = []
    let told = track { shown = chain.path }
    #expect(shown.count == 1)
    try session.push("page", in: "next", onto: .active(in: "other"))
    #expect(told.count == 1)
    // The navigator is amid the push, and writes what it shows.
    chain.path = shown
    #expect(chain.path.count == 2)
    // What it doesn't know is no wish either.
    let again = track { shown = chain.path }
    chain.path = shown + [Screen.ID(99)]
    #expect(again.count == 1)
    #expect(chain.path == shown)
  }

  @Test func aGestureClosesNoScreenThatCameMeanwhile() throws {
    let session = try Self.session()
    let chain = try #require(session.chain(at: "/other"))
    try session.push("page", in: "next", onto: "/other")
    let shown = chain.path
    try session.push("page", in: "next", onto: .active(in: "other"))
    chain.path = []
    #expect(chain.path.count == 2)
    #expect(chain.path[0] == shown[0])
    // Nor one with a sheet that came meanwhile.
    try session.present("page", in: "sheet", from: Address(chain.path[1]))
    chain.path = [shown[0]]
    #expect(chain.path.count == 2)
    let sheet = try #require(chain.sheet)
    // Nor a sheet with another one on it.
    try session.present("page", in: "sheet", from: Address(sheet.root))
    chain.sheet = nil
    #expect(chain.sheet === sheet)
    #expect(sheet.sheet != nil)
    // What was seen goes.
    chain.sheet = nil
    #expect(chain.sheet == nil)
  }

  @Test func aSheetThatTheFlowKeepsComesBack() throws {
    let session = try Self.session()
    let chain = try #require(session.chain(at: "/other"))
    try session.present("page", in: "sheet", from: "/other")
    try session.send("lock", to: "/other/sheet")
    let told = track { _ = chain.sheet }
    let sheet = try #require(chain.sheet)
    chain.sheet = nil
    #expect(told.count == 1)
    #expect(chain.sheet === sheet)
    #expect(session.tree["/other/sheet"]?.state["asked"] == 1)
    try session.send("unlock", to: "/other/sheet")
    chain.sheet = nil
    #expect(chain.sheet == nil)
    #expect(chain.popover == nil)
    #expect(chain.cover == nil)
  }

  @Test func tabsAreSelected() throws {
    let session = try Self.session()
    let tabs = try #require(session.chain())
    let told = track { _ = tabs.selection }
    #expect(tabs.selection == "one")
    tabs.selection = "two"
    #expect(tabs.selection == "two")
    #expect(told.count == 1)
    let again = track { _ = tabs.selection }
    tabs.selection = "none"
    #expect(tabs.selection == "two")
    #expect(again.count == 1)
    #expect(tabs.chain(in: "two") === tabs.chain(in: "two"))
    #expect(session.active?.address == "/main/two")
  }

  private func track(_ read: () -> Void) -> Told {
    let told = Told()
    withObservationTracking(read) { told.count += 1 }
    return told
  }

  private final class Told: @unchecked Sendable { var count = 0 }

  /// Random gestures, changes of the flow and updates in any order: once the navigators have read all that they were told
  /// of, they show what is there.
  @Test(arguments: [1, 2])
  func navigatorsAndFlowAgree(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let flow = try Self.flow()
    let all = rounds(1_000_000, inDebug: 20_000, unless: "NAVTREE_GESTURES") / 2
    var done = 0
    while done < all {
      let session = try Session(flow, clock: .virtual())
      var navigators: [Navigator] = []
      for step in 0..<min(500, all) {
        Self.step(session, navigators.flatMap(\.all).randomElement(using: &random), &random)
        if step % 10 == 9 {
          // A window whose root was replaced gets a navigator of its own.
          navigators = session.tree.windows.compactMap { window in
            guard let chain = session.chain(at: Address("/" + window)) else { return nil }
            return navigators.first { $0.chain.root == chain.root } ?? Navigator(chain)
          }
          for navigator in navigators { Self.settle(navigator) }
          let shown = navigators.map(\.outline)
          let expected = session.tree.windows.map { Navigator.outline(of: session.tree.root(of: $0)) }
          try #require(shown == expected, "seed \(seed), step \(done + step)")
        }
      }
      done += 500
    }
  }

  /// One gesture, or one change that the flow makes by itself.
  private static func step(_ session: Session, _ navigator: Navigator?, _ random: inout SeededGenerator) {
    let screen = session.tree.screens.randomElement(using: &random)
    let address = screen.map { Address($0.id) } ?? .active
    switch Int.random(in: 0..<16, using: &random) {
    case 0...2: navigator?.goBack(Int.random(in: 1...3, using: &random))
    case 3: navigator?.writeBack()
    case 4: navigator?.dismiss([.sheet, .popover, .cover].randomElement(using: &random) ?? .sheet)
    case 5: navigator?.select(["one", "two"].randomElement(using: &random) ?? "one")
    case 6, 7: navigator?.update(pushes: Int.random(in: 0...2, using: &random))
    case 8, 9: _ = try? session.push("page", in: "next", onto: address)
    case 10:
      let slot = ["sheet", "note", "over", "aside"].randomElement(using: &random)
      _ = try? session.present("page", in: slot, from: address)
    case 11: try? session.dismiss(address)
    case 12: _ = try? session.send(Bool.random(using: &random) ? "lock" : "unlock", to: address)
    case 13: _ = try? session.undo()
    case 14: _ = try? session.replace(address, with: "page")
    default:
      guard Int.random(in: 0..<8, using: &random) == 0 else { return }
      let url = Bool.random(using: &random) ? "app://x/" : "app://x/deep"
      _ = try? session.open(url, in: session.tree.windows.randomElement(using: &random))
    }
  }

  private static func settle(_ navigator: Navigator) {
    while let stale = navigator.all.first(where: \.isStale) { stale.update(pushes: 1) }
  }
}
