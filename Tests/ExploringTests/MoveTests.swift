import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import Testing

/// The moves of sessions, and what they do.
struct MoveTests {
  private static let shop = """
    navtree: 1
    flow: shop
    start: home
    effects:
      pay: { input: { sum: integer }, output: { ok: boolean } }
    links:
      - { url: "/help", opens: help }
      - { url: "/items/{id:integer}", opens: [home, { item: { id: "${link.id}" } }] }
    screens:
      home:
        state: { limit: integer }
        slots:
          item: { presents: [item] }
          note: { presents: [note], style: sheet }
        actions:
          open: { private: false, payload: { id: { type: integer, minimum: 1, maximum: 2 } }, present: { screen: item, params: { id: "${action.id}" } } }
          write: { present: { screen: note } }
          never: { rules: [{ when: "state.limit > 5", dismiss: true }] }
          wait: { after: { delay: 10s, send: { to: self, action: open, with: { id: 1 } } } }
      item:
        params: { id: integer }
        state: { status: { type: string, enum: [open, paying, paid], default: open } }
        actions:
          pay: { set: { status: paying }, effect: { name: pay, with: { sum: 1 }, done: paid, failed: failed } }
          paid: { set: { status: "${action.output.ok ? 'paid' : 'open'}" } }
          failed: { set: { status: open } }
      note: { actions: { close: { dismiss: true } } }
      help: {}
    """

  private static func texts(_ moves: [Move], _ flow: FlowDefinition) -> [String] {
    moves.map { $0.text(of: flow) }
  }

  @Test func theMovesOfASessionAreItsActionsNavigationsLinksAnswersAndTime() throws {
    let flow = try flow(Self.shop)
    let reader = MoveReader(MoveCatalog(flow))
    let session = try searching(flow)
    #expect(
      Self.texts(reader.moves(of: session), flow) == [
        "open { id: 1 } at /main", "open { id: 2 } at /main", "write at /main", "never at /main",
        "wait at /main", "back in main", "open /help", "open /items/0", "open /items/1",
      ])
    let covered = MoveReader(MoveCatalog(flow), forging: .covered)
    for text in ["open { id: 2 } at /main", "pay at /main/item", "wait at /main", "write at /main"] {
      let moves = reader.moves(of: session)
      #expect(moves.contains { $0.text(of: flow) == text } == !text.hasPrefix("w"), "\(text)")
      let move = try #require((moves + covered.moves(of: session)).first { $0.text(of: flow) == text })
      #expect(move.perform(on: session).isTaken, "\(text)")
    }
    #expect(
      Self.texts(reader.moves(of: session).suffix(9), flow)
        == [
          "dismiss /main/note", "close at /main/note", "back in main", "open /help", "open /items/0",
          "open /items/1", "pay of /main/item answers { ok: false }",
          "pay of /main/item answers { ok: true }", "pay of /main/item fails with { kind: failed }",
          "10s later",
        ].suffix(9))
  }

  /// Of equal effects in a row the first is answered for all; each that another one or a timer tells apart by itself.
  @Test func equalEffectsInARowAreAnsweredOnce() throws {
    let flow = try flow(
      """
      navtree: 1
      flow: pings
      start: main
      effects: { ping: { errors: {} }, pong: { errors: {} }, late: { errors: {} } }
      screens:
        main:
          actions:
            ping: { effect: ping }
            pong: { effect: pong }
            late: { effect: { name: late, timeout: 1s } }
      """)
    let reader = MoveReader(MoveCatalog(flow))
    let session = try searching(flow)
    for text in ["ping", "ping", "ping", "pong", "ping", "late", "late"].map({ "\($0) at /main" }) {
      let move = try #require(reader.moves(of: session).first { $0.text(of: flow) == text })
      #expect(move.perform(on: session).isTaken)
    }
    #expect(
      Self.texts(reader.moves(of: session), flow).filter { $0.contains("answers") } == [
        "ping of /main answers {}", "pong of /main answers {}", "ping of /main (4) answers {}",
        "late of /main answers {}", "late of /main (2) answers {}",
      ])
  }

  @Test func aMoveIsTakenDeclinedOrRefused() throws {
    let flow = try flow(Self.shop)
    let session = try searching(flow)
    let never = try #require(flow.actionNames.index(of: "never"))
    let open = try #require(flow.actionNames.index(of: "open"))
    #expect(Self.name(of: Move.act(never, payload: [:], at: "/main").perform(on: session)) == "declined")
    #expect(Self.name(of: Move.back(window: "main").perform(on: session)) == "declined")
    #expect(
      Self.name(of: Move.act(open, payload: ["id": 7], at: "/main").perform(on: session)) == "invalidParams")
    #expect(
      Self.name(of: Move.navigate(PossibleNavigation(.dismiss), at: "/main/note").perform(on: session))
        == "noScreenAt")
    #expect(Self.name(of: Move.act(open, payload: ["id": 1], at: "/main").perform(on: session)) == "accepted")
    #expect(Self.name(of: Move.late(last: 0, output: ["ok": true]).perform(on: session)) == "unknownEffect")
  }

  private static func name(of outcome: MoveOutcome) -> String {
    switch outcome {
    case .accepted: "accepted"
    case .declined: "declined"
    case .refused(let failure): failure.kind.rawValue
    case .endless: "endless"
    }
  }

  @Test func timersThatNeverEndAreTold() throws {
    let flow = try flow(
      """
      navtree: 1
      flow: loop
      start: home
      screens:
        home:
          actions:
            tick: { after: { delay: 0, send: { to: self, action: tick } } }
      """)
    let session = try searching(flow)
    #expect(Move.act(0, payload: [:], at: "/main").perform(on: session).isTaken)
    #expect(Self.name(of: Move.advance(0).perform(on: session)) == "endless")
  }

  @Test func aSessionGoesBackToACheckpointAnyNumberOfTimes() throws {
    let flow = try specFlow("social")
    let reader = MoveReader(MoveCatalog(flow))
    let session = try searching(flow)
    let all = CountedFields(flow)
    let start = Checkpoint(of: session)
    let key = KeyReader.key(of: session, counting: all)
    var different: Set<StateKey> = []
    for _ in 0..<2 {
      for move in reader.moves(of: session) {
        if move.perform(on: session).isTaken { different.insert(KeyReader.key(of: session, counting: all)) }
        start.restore(session)
        #expect(KeyReader.key(of: session, counting: all) == key)
      }
    }
    #expect(different.count > 5)
  }

  @Test func aSearchForkTellsNobodyAndChangesNothing() throws {
    let flow = try specFlow("social")
    let notices = Notices()
    let session = try Session(flow, name: "s", limits: Limits(), notices: notices)
    let (seq, told) = (session.seq, notices.count)
    let fork = session.searchFork()
    for move in MoveReader(MoveCatalog(flow)).moves(of: fork) { _ = move.perform(on: fork) }
    #expect(fork.seq > seq)
    #expect(session.seq == seq)
    #expect(notices.count == told)
  }
}
