import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// Followers of what screens compute from their places, beside random moves, resets that reuse screens, and steps back.
@Suite struct MoveWalkTests {
  private static let flow = """
    navtree: 1
    flow: places
    start: { main: room, side: room }
    screens:
      room:
        params: { n: { type: integer, default: 0 } }
        slots: { next: { presents: [room] }, over: { presents: [room], style: sheet } }
        computed:
          where: screen.path
          window: screen.window
          above: "parent == null ? -1 : parent.params.n"
    """
  private static let pointers: [JSONPointer] = [
    ["computed"], ["computed", "where"], ["computed", "window"], ["computed", "above"],
  ]
  private static let followers = 10

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func whatAScreenComputesFromItsPlaceIsTold(seed: UInt64) throws {
    let loaded = FlowLoader.load(Array(Self.flow.utf8), file: "places")
    let notices = Notices()
    let session = try Session(
      try #require(loaded.flow, "\(loaded.diagnostics)"), name: "places", limits: RandomOperation.limits,
      notices: notices)
    var random = SeededGenerator(seed: seed)
    var followers: [Int: Follower] = [:]
    var (last, told) = (0, 0)
    for step in 0..<rounds(2_000, inDebug: 300) {
      while followers.count < Self.followers {
        last += 1
        followers[last] = try Self.follower(last, of: session, using: &random)
      }
      let operation = Self.operate(session, using: &random)
      let caused = notices.all
      notices.removeAll()
      for notice in caused {
        switch notice {
        case .stateChanged(let change):
          try followers[change.subscription]?.take(change)
          told += 1
        case .subscriptionEnded(let number, _): followers[number] = nil
        default: break
        }
      }
      for follower in followers.values {
        let present = try follower.present(in: session)
        try #require(
          follower.value == present, "seed \(seed), step \(step), \(operation): \(follower.wish)")
      }
    }
    #expect(told > rounds(100, inDebug: 10), "\(told) told")
  }

  private static func follower(_ number: Int, of session: Session, using random: inout SeededGenerator) throws
    -> Follower
  {
    if Int.random(in: 0..<5, using: &random) == 0 {
      let selected = [nil, "params.n", "screen.window"].randomElement(using: &random) ?? nil
      let query = try QueryRequest(
        screen: "room", condition: nil, select: selected, expression: nil, sensitive: false)
      return try Follower(number, .query(query), .patch, of: session)
    }
    let id = Snapshot(of: session).ids.randomElement(using: &random) ?? ScreenID(1)
    return try Follower(
      number,
      .state(
        .screen(id), pointers.randomElement(using: &random) ?? [], StateView(levels: 1, computed: true)),
      .patch, of: session)
  }

  /// Does something to a screen, if that can be done.
  private static func operate(_ session: Session, using random: inout SeededGenerator) -> String {
    let ids = Snapshot(of: session).ids
    let (id, other) = (
      ids.randomElement(using: &random) ?? ScreenID(1), ids.randomElement(using: &random) ?? ScreenID(1)
    )
    func room() -> ScreenRequest {
      ScreenRequest(type: 0, params: ["n": .integer(.random(in: 0...1, using: &random))])
    }
    let slot = Bool.random(using: &random) ? "next" : "over"
    let request: NavigationRequest
    switch Int.random(in: 0..<10, using: &random) {
    case 0...1:
      request = .present(Present(screen: room(), slot: slot, ifOccupied: .fail, onDuplicate: .push))
    case 2...5:
      request = .move(MoveScreen(to: other.description, slot: slot, ifOccupied: .replace))
    case 6...7:
      let rooms = (0..<Int.random(in: 1...3, using: &random)).map { _ in TreeRequest.Node(room()) }
      request = .reset(Reset(tree: .chain(rooms), reuse: true))
    case 8: request = .setParams(SetParams(params: ["n": .integer(3)], replace: false))
    default:
      if Bool.random(using: &random) {
        _ = try? session.undo(1)
        return "undo"
      }
      _ = try? session.redo(1)
      return "redo"
    }
    _ = try? session.navigate(request, at: id, force: true)
    return "\(request) at \(id)"
  }
}
