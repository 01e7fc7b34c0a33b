import NavigationTree
import Testing

@Suite struct SubtreeTests {
  /// A pair(1) with a list(2) that holds a detail(3), and a leaf(4).
  private let pair: Screen = {
    let detail = Screen(id: ScreenID(3), type: Types.detail)
    let list = Screen(
      id: ScreenID(2), type: Types.list, params: [], state: [], selection: 0, slots: Slots([.detail(detail)]))
    let leaf = Screen(id: ScreenID(4), type: Types.leaf)
    return Screen(
      id: ScreenID(1), type: Types.pair, params: [], state: [], selection: 0,
      slots: Slots([.list(list), .screen(leaf)]))
  }()

  @Test func aParentComesBeforeWhatItHolds() {
    #expect(pair.subtree().map(\.screen.id.number) == [1, 2, 3, 4])
    #expect(pair.subtree(order: .lastSlotFirst).map(\.screen.id.number) == [1, 4, 2, 3])
  }

  @Test func placesCountFromThatOfTheRoot() throws {
    let zipper = try #require(NavigationZipper(.split(pair), window: "main", catalog: catalog))
    for (screen, place) in pair.subtree() { #expect(zipper.place(of: screen.id) == place) }
    let list = try #require(zipper.screen(ScreenID(2)))
    let place = try #require(zipper.place(of: ScreenID(2)))
    #expect(list.subtree(at: place).map(\.place.depth) == [1, 2])
  }

  @Test func aDeepTreeIsWalkedWithoutRecursion() throws {
    var state = NavigationState.none
    for id in (1...100_000).reversed() {
      state = .list(
        Screen(
          id: ScreenID(id), type: Types.list, params: [], state: [], selection: 0, slots: Slots([state])))
    }
    let root = try #require(state.screen)
    #expect(root.subtree().reduce(0) { count, _ in count + 1 } == 100_000)
    #expect(root.subtree().prefix(3).map(\.screen.id.number) == [1, 2, 3])
  }

  @Test func theWayToTheFocusIsReadWithoutMovingIt() throws {
    var zipper = try #require(NavigationZipper(.split(pair), window: "main", catalog: catalog))
    try #require(move(&zipper, ScreenID(3)))
    #expect(zipper.ancestor(above: .max) { $0 != Types.detail }?.id == ScreenID(2))
    #expect(zipper.ancestor(above: 1) { _ in true }?.id == ScreenID(1))
    #expect(zipper.ancestor(above: .max) { $0 == Types.leaf } == nil)
    #expect(zipper.nearestAncestor(ofType: Types.leaf) == nil)
    let holder = try #require(zipper.parent)
    #expect(zipper.nearestAncestor(ofType: holder.type) == zipper.depth - 1)
    #expect(zipper.ancestor(at: zipper.depth - 1).id == holder.id)
    #expect(zipper.screen(ScreenID(4))?.type == Types.leaf)
    #expect(zipper.focus.id == ScreenID(3))
  }
}
