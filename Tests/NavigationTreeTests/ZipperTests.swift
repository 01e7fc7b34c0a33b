import NavtreeJSON
import NavigationTree
import Testing

@Suite struct ZipperTests {
  /// list(1) › detail(2) › list(3), the focus on the root.
  private func chain() throws -> NavigationZipper {
    var zipper = try #require(NavigationZipper(.made(Types.list, 1), window: "main", catalog: catalog))
    try zipper.present(.made(Types.detail, 2), in: 0)
    zipper.moveToActive()
    try zipper.present(.made(Types.list, 3), in: 0)
    try #require(move(&zipper, ScreenID(1)))
    return zipper
  }

  @Test func anEmptyStateMakesNoZipper() {
    #expect(NavigationZipper(.none, window: "main", catalog: catalog) == nil)
  }

  @Test func aTreeComesOutOfAZipperAsItWentIn() throws {
    var zipper = try chain()
    zipper.moveToActive()
    let tree = zipper.wholeTree()
    var again = try #require(NavigationZipper(tree, window: "main", catalog: catalog))
    again.moveToActive()
    #expect(again.pathText == "/main/detail/list")
    let whole = again.wholeTree()
    #expect(whole == tree)
    #expect(again.faults() == [])
  }

  @Test func aCopyIsAValueOfItsOwn() throws {
    let before = try chain()
    var after = before
    after.moveToActive()
    after.state[0] = .integer(9)
    try #require(move(&after, ScreenID(1)))
    _ = after.dismiss(0)
    #expect(before.count == 3)
    #expect(before.screen(ScreenID(3))?.state == [.integer(0)])
    #expect(before.faults() == [])
    #expect(after.faults() == [])
  }

  @Test func theWalkBehindTheFocusIsInPreOrder() throws {
    var zipper = try chain()
    try zipper.present(.made(Types.leaf, 4), in: 1)
    zipper.moveToActive()
    var seen: [String] = []
    for (screen, _) in zipper.subtree() { seen.append("\(zipper.address(of: screen.id))\(screen.id)") }
    #expect(seen == ["/main#1", "/main/detail#2", "/main/detail/list#3", "/main/filter#4"])
    #expect(zipper.activePathText == "/main/filter")
  }

  @Test func aPathThatEndsEarlyLeavesTheFocusOnTheDeepestScreen() throws {
    var zipper = try chain()
    try #require(!move(&zipper, "/main/detail/other/list"))
    #expect(zipper.pathText == "/main/detail")
    try #require(!move(&zipper, "/mainly"))
    try #require(!move(&zipper, "/main/detail/"))
    #expect(zipper.faults() == [])
  }

  @Test func anIdThatIsAliveCannotBePresentedAgain() throws {
    var zipper = try chain()
    #expect(throws: TreeError.idTaken(ScreenID(3))) { try zipper.present(.made(Types.leaf, 3), in: 1) }
    #expect(throws: TreeError.noSuchSlot(7)) { try zipper.present(.made(Types.leaf, 5), in: 7) }
    #expect(throws: TreeError.nothingGiven) { try zipper.present(.none, in: 1) }
    #expect(throws: TreeError.slotOccupied(by: ScreenID(2), slot: 0)) {
      try zipper.present(.made(Types.leaf, 5), in: 0)
    }
  }

  @Test func aModalIsActiveAheadOfAPushedScreenAndATabOnlyWhenSelected() throws {
    var zipper = try #require(NavigationZipper(.made(Types.shell, 1), window: "main", catalog: catalog))
    try zipper.present(.made(Types.list, 2), in: 0)
    try zipper.present(.made(Types.list, 3), in: 1)
    #expect(zipper.activePathText == "/main/home")
    zipper.select(1)
    #expect(zipper.activePathText == "/main/more")
    try zipper.present(.made(Types.leaf, 4), in: 2)
    #expect(zipper.activePathText == "/main/sheet")
    // Below a tab that isn't selected nothing becomes active.
    try #require(move(&zipper, ScreenID(2)))
    try zipper.present(.made(Types.detail, 5), in: 0)
    #expect(zipper.activePathText == "/main/sheet")
    #expect(zipper.faults() == [])
  }

  @Test func manyLevelsAreBuiltReadAndReleasedWithoutRecursion() throws {
    var zipper = try #require(NavigationZipper(.made(Types.list, 1), window: "main", catalog: catalog))
    let depth = 200_000
    for id in 2...depth {
      try zipper.present(.made(id.isMultiple(of: 2) ? Types.detail : Types.list, id), in: 0)
      zipper.moveToActive()
    }
    #expect(zipper.count == depth)
    #expect(zipper.address(of: ScreenID(depth)) == "#\(depth)")
    #expect(zipper.address(of: ScreenID(3)) == "/main/detail/list")
    var tree = zipper.wholeTree()
    #expect(tree == tree)
    tree = .none
    try #require(move(&zipper, zipper.rootID))
    let removed = zipper.dismiss(0)
    #expect(!removed.isNone && zipper.count == 1)
  }

  @Test func aDeepValueIsReleasedWhereverItIsDropped() {
    var state = NavigationState.none
    for id in 0..<1_000_000 {
      let screen = Screen(
        id: ScreenID(id), type: Types.list, params: [], state: [], selection: 0, slots: Slots([state]))
      state = .list(screen)
    }
    let kept = state.screen?.slots[0]
    state = .none
    #expect(kept?.screen?.id == ScreenID(999_998))
  }
}
