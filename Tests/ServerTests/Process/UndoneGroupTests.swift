import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeTestSupport
import Testing

/// The fate of a group of requests when the store is full: nothing is lost, and nothing is half done.
@Suite(.serialized, .enabled(if: ChildProcess.canLimitFiles, "needs prlimit(2)"))
struct UndoneGroupTests {
  private let folder: TemporaryFolder
  private let server: StoredServer

  /// Serves `counter`, which has counted, and `other`, which hasn't.
  init() throws {
    folder = try TemporaryFolder()
    server = try StoredServer(in: folder)
    try server.call("session.open", ["flow": "counter", "session": "other"])
    try server.call("dispatch", Self.count)
  }

  private static let count: JSONValue = ["session": "counter", "action": ["type": "count"]]
  private static let countOther: JSONValue = ["session": "other", "action": ["type": "count"]]

  /// The name and the seq of each session, and whether it is open.
  private func sessions(_ server: StoredServer) throws -> [String: String] {
    var sessions: [String: String] = [:]
    for entry in try server.call("session.list").array ?? [] {
      sessions[entry["session"]?.string ?? ""] =
        "\(entry["seq"] ?? .null)\(entry["open"] == true ? "" : ", closed")"
    }
    return sessions
  }

  /// The state seen by each process that is started after this one was killed.
  private func sessionsAfterKill() throws -> [String: String] {
    try server.kill()
    let again = try ChildProcess(["serve", "--store", "sqlite:\(folder.path)/store.db"])
    let list = try again.finish(sending: #"{"jsonrpc":"2.0","id":1,"method":"session.list"}"#.utf8)
    var sessions: [String: String] = [:]
    for entry in try JSONValue(parsing: list.text)["result"]?.array ?? [] {
      sessions[entry["session"]?.string ?? ""] = "\(entry["seq"] ?? .null)"
    }
    return sessions
  }

  // MARK: Followers

  @Test(arguments: [true, false])
  func whoUnsubscribedFollowsOn(isBatch: Bool) throws {
    try server.call("subscribe", ["session": "other", "pointer": "/state/count", "form": "value"])
    try server.call("subscribe", ["session": "other", "query": ["expr": "size(screens)"]])
    try server.call("subscribe", ["session": "other", "lifecycle": true])
    try server.call("subscribe", ["session": "other", "form": "transitions"])
    try server.call("subscribe", ["session": "other", "form": "actions"])
    let requests: [(String, JSONValue)] =
      (1...5).map { ("unsubscribe", ["subscription": .integer($0)]) } + [("dispatch", Self.count)]
    let kinds = try server.withoutRoom {
      try isBatch ? server.askTogether(requests) : server.askAtOnce(requests)
    }
    #expect(kinds == Array(repeating: "storage", count: 6))
    _ = server.takeNotifications()
    try server.call("push", ["session": "other", "screen": "counter"])
    try server.call("dispatch", ["session": "other", "at": "/main", "action": ["type": "count"]])
    try server.call("ping")
    let told = server.takeNotifications().map { $0["params"]?["subscription"]?.integer ?? 0 }
    #expect(Set(told) == [1, 2, 3, 4, 5])
    for number in 1...5 { try server.call("unsubscribe", ["subscription": .integer(number)]) }
  }

  /// A followed value has changed meanwhile, so that the subscription ends as any other does.
  @Test func whoUnsubscribedFromWhatIsUndoneIsToldOfTheEnd() throws {
    try server.call("subscribe", ["session": "counter"])
    let kinds = try server.withoutRoom {
      try server.askTogether([("dispatch", Self.count), ("unsubscribe", ["subscription": 1])])
    }
    #expect(kinds == ["storage", "storage"])
    try server.call("ping")
    let told = server.takeNotifications()
    #expect(told.map { $0["method"] } == ["subscription.ended"])
    #expect(told.first?["params"] == ["subscription": 1, "reason": "undone"])
    let again = try server.ask("unsubscribe", ["subscription": 1])
    #expect(again["error"]?["data"]?["kind"] == "unknownSubscription")
  }

  // MARK: Sessions that come and go

  /// Requests that open, close or delete a session.
  private static let requests: [(String, JSONValue)] = [
    ("session.open", ["flow": "counter", "session": "third"]),
    ("session.fork", ["session": "counter", "as": "third", "store": true]),
    ("snapshot.restore", ["session": "third", "snapshot": snapshot]),
    ("session.close", ["session": "other"]),
    ("session.delete", ["session": "other"]),
    ("session.delete", ["session": "counter"]),
  ]

  private static let snapshot: JSONValue = [
    "snapshot": 1, "flow": "counter", "version": 1, "hash": "", "seq": 7, "next": [:], "windows": ["main"],
    "rows": [
      [
        "id": 1, "parent": nil, "slot": nil, "window": "main", "screen": "counter", "params": [:],
        "state": ["count": 7, "items": []],
      ]
    ],
    "shared": [:],
  ]

  @Test(arguments: requests, [true, false])
  func whatHasNoRoomHasntHappened(request: (String, JSONValue), isBatch: Bool) throws {
    let requests = [("dispatch", Self.count), request, ("dispatch", Self.countOther)]
    let before = try sessions(server)
    let kinds = try server.withoutRoom {
      try isBatch ? server.askTogether(requests) : server.askAtOnce(requests)
    }
    // A session that is gone isn't there for the last one.
    #expect(kinds == ["storage", "storage", "storage"])
    #expect(try sessions(server) == before)
    try server.call("dispatch", Self.count)
    try server.call("dispatch", Self.countOther)
    #expect(try sessionsAfterKill() == ["counter": "2", "other": "1"])
  }

  @Test(arguments: requests)
  func whatIsRefusedAloneCanBeAskedAgain(request: (String, JSONValue)) throws {
    let before = try sessions(server)
    let isEmpty = request.0 == "session.close"
    let refused = try server.withoutRoom { try server.ask(request.0, request.1) }
    // Nothing is written to close a session that hasn't changed.
    #expect(refused["error"]?["data"]?["kind"] == (isEmpty ? nil : "storage"))
    if isEmpty { return }
    #expect(try sessions(server) == before)
    try server.call(request.0, request.1)
  }

  /// Requests that open, close or delete a session are final: later requests don't matter.
  @Test(arguments: zip(requests, ["0", "1", "7", "closed", "gone", "gone"]))
  func whatWasDoneIsntUndone(request: (String, JSONValue), becomes: String) throws {
    let huge = JSONValue.string(String(repeating: "x", count: 1 << 20))
    let isCounter = request.1["session"] == "counter" && becomes == "gone"
    let survivor: JSONValue = isCounter ? "other" : "counter"
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder, fileLimit: 512)
    try server.call("session.open", ["flow": "counter", "session": "other"])
    try server.call("dispatch", Self.count)
    let kinds = try server.askTogether([
      request, ("dispatch", ["session": survivor, "action": ["type": "keep", "text": huge]]),
      ("dispatch", ["session": survivor, "action": ["type": "count"]]),
    ])
    #expect(kinds == [nil, "storage", nil])
    let sessions = try sessions(server)
    #expect(sessions[survivor.string ?? ""] == (isCounter ? "1" : "2"))
    switch becomes {
    case "gone": #expect(sessions.count == 1)
    case "closed": #expect(sessions["other"] == "0, closed")
    default: #expect(sessions["third"] == becomes)
    }
  }

  @Test func whatWasAskedBeforeASessionThatCantBeOpenedIsFinal() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder, fileLimit: 512)
    try server.call(
      "flow.load", ["yaml": .string(StoredServer.flow.replacing("flow: counter", with: "flow: another"))])
    try server.call("session.open", ["flow": "another"])
    try server.call("session.close", ["session": "another"])
    let huge = JSONValue.string(String(repeating: "x", count: 1 << 20))
    let kinds = try server.askTogether([
      ("dispatch", Self.count), ("session.open", ["flow": "counter", "session": "another"]),
      ("dispatch", ["session": "counter", "action": ["type": "keep", "text": huge]]),
    ])
    #expect(kinds == [nil, "nameTaken", "storage"])
    #expect(try sessions(server)["counter"] == "1")
  }

  @Test func aSessionThatCantBeBroughtUpToDateIsntOpen() throws {
    try server.call("session.close", ["session": "other"])
    let changed = StoredServer.flow.replacing("count: integer,", with: "count: integer, more: string,")
    try server.call("flow.load", ["yaml": .string(changed)])
    let open: JSONValue = ["flow": "counter", "session": "other"]
    let refused = try server.withoutRoom { try server.ask("session.open", open) }
    #expect(refused["error"]?["data"]?["kind"] == "storage")
    #expect(try sessions(server) == ["counter": "1", "other": "0, closed"])
    #expect(try server.call("session.open", open)["restored"] == true)
  }

  @Test func nobodyIsAskedForWhatASessionWantsThatIsntOpened() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(
      in: folder,
      flow: """
        navtree: 1
        flow: counter
        start: { screen: counter }
        effects: { work: { input: {}, output: {} } }
        screens:
          counter: { lifecycle: { presented: { effect: { name: work } } } }
        """)
    let opening = try server.ask("session.open", ["flow": "counter", "session": "other", "link": "/nowhere"])
    #expect(opening["error"]?["data"]?["kind"] == "noSuchLink")
    try server.call("ping")
    #expect(server.takeNotifications().map { $0["params"]?["session"] } == ["counter"])
    #expect(try sessions(server) == ["counter": "0"])
  }

  // MARK: The process

  @Test func aProcessThatCantStoreGoesOn() throws {
    let kinds = try server.withoutRoom {
      try server.askTogether([("dispatch", Self.count), ("shutdown", [:])])
    }
    #expect(kinds == ["storage", "storage"])
    #expect(try server.call("dispatch", Self.count)["seq"] == 2)
    try server.call("shutdown")
    #expect(try server.child.finish().status == 0)
  }

  @Test func aFlowThatWasLoadedInVainIsntThere() throws {
    let other = StoredServer.flow.replacing("flow: counter", with: "flow: another")
    let kinds = try server.withoutRoom {
      try server.askTogether([("flow.load", ["yaml": .string(other)]), ("dispatch", Self.count)])
    }
    #expect(kinds == ["storage", "storage"])
    #expect(try server.call("flow.list").array?.count == 1)
  }

  /// Output requested before a session that can't be opened, in one batch, isn't lost.
  @Test func whatASessionCausesIsntLostWithAnother() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(
      in: folder,
      flow: """
        navtree: 1
        flow: counter
        start: { screen: counter }
        effects: { work: { input: {}, output: {} } }
        screens:
          counter:
            actions: { count: { effect: { name: work } } }
        """)
    let other = StoredServer.flow.replacing("flow: counter", with: "flow: another")
    try server.call("flow.load", ["yaml": .string(other)])
    try server.call("session.open", ["flow": "another"])
    try server.call("session.close", ["session": "another"])
    let kinds = try server.askTogether([
      ("dispatch", Self.count), ("session.open", ["flow": "counter", "session": "another"]),
    ])
    #expect(kinds == [nil, "nameTaken"])
    try server.call("ping")
    #expect(server.takeNotifications().map { $0["method"] } == ["effect.requested"])
  }
}
