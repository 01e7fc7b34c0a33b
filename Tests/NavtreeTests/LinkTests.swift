import Navtree
import Testing

/// Links that wait, the URLs of screens, and sessions that begin at a link.
@Suite struct LinkTests {
  private func flow() throws -> Flow {
    try Flow(
      yaml: """
        navtree: 1
        flow: house
        start: door
        shared: { isKnown: boolean }
        effects: { ring: { input: { at: string }, output: { says: string } } }
        prefixes: [app://house]
        links:
          - { url: "/rooms/{name}", opens: { room: { name: "${link.name}" } } }
          - { url: "/vault/{code}", when: shared.isKnown, opens: { room: { name: vault } }, otherwise: { door: {} } }
        screens:
          door:
            actions: { know: { shared: { isKnown: true } } }
          room:
            params: { name: string }
            state: { said: { type: string, default: "" }, rings: integer }
            lifecycle: { presented: { effect: { name: ring, with: { at: "${params.name}" }, done: heard } } }
            actions:
              again: { effect: { name: ring, with: { at: "${params.name}" }, done: heard } }
              heard: { payload: { output: object }, set: { said: "${action.output.says}", rings: "${state.rings + 1}" } }
        """)
  }

  @Test func waitingLinksAreListedAndDropped() throws {
    let session = try Session(flow(), clock: .virtual())
    var problems: [String] = []
    session.onProblem = { problems.append($0.description) }
    #expect(try !session.open("app://house/vault/7"))
    #expect(
      session.waitingLinks.map { [$0.url, $0.link, $0.window, $0.why] } == [
        ["app://house/vault/7", "/vault/{code}", "main", "shared.isKnown is false"]
      ])
    #expect(try session.dropLinks("app://house/vault/8") == 0)
    #expect(try session.dropLinks("app://house/vault/7") == 1)
    #expect(session.waitingLinks.isEmpty)
    #expect(problems == ["the link app://house/vault/7 was dropped: a request has dropped the link"])
    #expect(try !session.open("app://house/vault/7"))
    #expect(try session.dropLinks() == 1)
    try session.send("know")
    #expect(session.active?.name == "door")
    try session.close()
    #expect(#expect(throws: NavtreeError.self) { try session.dropLinks() }?.kind == .closed)
  }

  @Test func aScreenHasAURL() throws {
    let session = try Session(flow(), clock: .virtual())
    try session.open("/rooms/kitchen")
    #expect(try session.url() == "/rooms/kitchen")
    try session.open("/rooms/a%20b")
    #expect(try session.url(of: "/main") == "/rooms/a%20b")
    #expect(#expect(throws: NavtreeError.self) { try session.url(of: "/main/x") }?.kind == .noScreenAt)
  }

  @Test func aSessionBeginsAtALinkWithItsEffectsAnswered() async throws {
    let session = try Session(flow(), at: "/rooms/kitchen", answering: ["ring": ["says": "hello"]])
    #expect(session.active?.params["name"] == "kitchen")
    #expect(session.active?.state["said"] == "hello")
    #expect(session.effectsInFlight.isEmpty)
    try session.send("again")
    await session.settled()
    #expect(session.active?.state["rings"] == 2)
    let vault = try Session(flow(), at: "/vault/7", shared: ["isKnown": true])
    #expect(vault.active?.params["name"] == "vault")
    #expect(vault.effectsInFlight.map(\.name) == ["ring"])
  }

  @Test func aWrongBeginningIsRefused() throws {
    let flow = try flow()
    let calls: [(NavtreeError.Kind, () throws -> Session)] = [
      (.noSuchLink, { try Session(flow, at: "/nowhere") }),
      (.unknownEffect, { try Session(flow, at: "/rooms/x", answering: ["rign": [:]]) }),
      (.invalidParams, { try Session(flow, at: "/rooms/x", answering: ["ring": ["says": 7]]) }),
    ]
    for (kind, call) in calls {
      #expect(#expect(throws: NavtreeError.self) { _ = try call() }?.kind == kind)
    }
    let error = #expect(throws: NavtreeError.self) {
      try Session(flow, at: "/rooms/x", answering: ["rign": [:]])
    }
    #expect(error?.hint == "did you mean 'ring'?")
  }

  @Test func aFlowThatAsksForEverIsStopped() throws {
    let flow = try Flow(
      yaml: """
        navtree: 1
        flow: echo
        start: cave
        effects: { call: { output: {} } }
        links: [ { url: /, opens: cave } ]
        screens:
          cave:
            lifecycle: { presented: { effect: { name: call, done: again } } }
            actions: { again: { effect: { name: call, done: again } } }
        """)
    let session = try Session(flow, at: "/", answering: ["call": [:]])
    #expect(session.effectsInFlight.count == 1)
  }
}
