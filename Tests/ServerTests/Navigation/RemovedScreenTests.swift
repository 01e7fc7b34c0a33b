import NavtreeJSON
import NavtreeJSONReading
import Testing

/// What is left of removed screens, as a host sees it.
@Suite struct RemovedScreenTests {
  private static let owned = """
    navtree: 1
    flow: owned
    start: home
    screens:
      home: { slots: { next: { presents: [page] } } }
      page:
        params: { owner: string }
        slots: { next: { presents: [page] } }
        lifecycle: { dismissed: { send: { to: "${params.owner}", action: note } } }
        actions: { note: { reject: no screen is left to note it } }
    """

  @Test(arguments: ["#2", "/main/next", "/main/next#2"])
  func anActionThatARemovedScreenSendsToAnotherIsDropped(owner: String) throws {
    let host = try Conversation(flow: Self.owned)
    for owner in ["/main/next/next", owner] {
      try host.call("push", ["screen": "page", "params": ["owner": .string(owner)]])
    }
    #expect(try host.call("popToRoot")["active"] == "/main")
  }

  @Test func aTextThatIsNoAddressIsAMistakeOfARemovedScreenToo() throws {
    let host = try Conversation(flow: Self.owned)
    try host.call("push", ["screen": "page", "params": ["owner": "home"]])
    #expect { try host.call("popToRoot") } throws: { ($0 as? Conversation.Refusal)?.kind == "noScreenAt" }
  }

  @Test func whatWasRemovedBeforeAWindowClosedWasInItsOwnWindow() throws {
    let host = try Conversation(
      flow: """
        navtree: 1
        flow: tidied
        start: { main: home, b: home, c: home }
        screens:
          home:
            actions:
              tidy: { steps: [ { reset: { at: /c, tree: home } }, { closeWindow: b } ] }
        """)
    let answer = try host.call(
      "dispatch", ["at": "/main", "action": ["type": "tidy"], "return": ["receipt"]])
    #expect(
      answer["removed"] == [
        ["id": 3, "screen": "home", "window": "c"], ["id": 2, "screen": "home", "window": "b"],
      ])
    #expect { try host.call("state.get", ["at": "#3"]) } throws: {
      ($0 as? Conversation.Refusal)?.error["data"]?["formerAt"] == "/c"
    }
  }

  @Test func aKeptStateIsThatOfTheLastScreenWhicheverWayAnotherTookItsPlace() throws {
    let host = try Conversation(
      flow: """
        navtree: 1
        flow: drafts
        start: home
        links:
          - { url: "/deep/{id}", opens: [home, other, { draft: { id: "${link.id}" } }], reuse: true }
        screens:
          home: { slots: { next: { presents: any } } }
          other: { slots: { next: { presents: any } } }
          draft:
            params: { id: string }
            state: { text: string }
            keep: true
            actions: { write: { payload: { text: string }, set: { text: "${action.text}" } } }
        """)
    let draft: JSONValue = ["screen": "draft", "params": ["id": "1"]]
    func write(_ text: JSONValue) throws {
      try host.call("dispatch", ["action": ["type": "write", "text": text]])
    }
    func text() throws -> JSONValue { try host.call("state.get", ["pointer": "/state/text"]) }
    try host.call("push", draft)
    try write("first")
    try host.call("reset", ["at": "/main", "reuse": true, "tree": ["home", "other", draft]])
    #expect(try text() == "first")
    try write("second")
    for _ in 0..<2 {
      // It stands elsewhere, and then in its place.
      try host.call("reset", ["at": "/main", "reuse": true, "tree": ["home", draft]])
      #expect(try text() == "second")
    }
    try write("third")
    try host.call("link.open", ["url": "/deep/1"])
    #expect(try text() == "third")
  }
}
