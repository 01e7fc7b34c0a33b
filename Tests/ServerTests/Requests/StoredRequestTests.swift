import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// Keys of requests in a store, which outlive the process.
@Suite(.serialized) struct StoredRequestTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private var path: String { folder.path + "/store.db" }

  private func serve(_ arguments: [String] = []) throws -> StoredServer {
    try StoredServer(in: folder, arguments, flow: Till.flow)
  }

  private static func sell(_ key: String) -> JSONValue {
    ["action": ["type": "sell"], "request": .string(key), "session": "till"]
  }

  private func sum(_ server: StoredServer, of session: String = "till") throws -> JSONValue {
    try server.call("state.get", ["session": .string(session), "at": "/main", "pointer": "/state/sum"])
  }

  private func command(_ arguments: String..., sending text: String = "") throws -> ChildProcess.Outcome {
    try ChildProcess(["store"] + arguments).finish(sending: text.utf8)
  }

  /// Each request in a session of its own.
  @Test func afterAKillTheFirstAnswersAreGivenAgain() throws {
    let server = try serve()
    var sessions: [(name: JSONValue, first: JSONValue, state: JSONValue)] = []
    for (index, request) in Till.requests.enumerated() {
      let name = JSONValue.string("till \(index)")
      try server.call("session.open", ["flow": "till", "session": name])
      for _ in 0..<2 { try server.call("dispatch", ["session": name, "action": ["type": "ask"]]) }
      try server.call("push", ["session": name, "screen": "till"])
      try server.call("dispatch", ["session": name, "action": ["type": "sell"]])
      try server.call("history.undo", ["session": name])
      let first = try server.call(
        request.method, request.params.with("request", "k").with("session", name))
      sessions.append((name, first, try server.call("snapshot.save", ["session": name])))
    }
    try server.kill()
    let next = try serve()
    for (request, session) in zip(Till.requests, sessions) {
      try next.call("session.open", ["flow": "till", "session": session.name])
      let again = try next.call(
        request.method, request.params.with("request", "k").with("session", session.name))
      #expect(again["seq"] == session.first["seq"], "\(request.method)")
      for (name, value) in again.object ?? [:] {
        #expect(session.first[name] == value, "\(request.method): \(name)")
      }
      let state = try next.call("snapshot.save", ["session": session.name])
      for member in ["seq", "now", "rows", "shared"] {
        #expect(state[member] == session.state[member], "\(request.method): \(member)")
      }
    }
  }

  @Test(arguments: ["vacuum", "growth", "close", "later flow"])
  func answersGoWithTheSessionWhereverItIsWritten(way: String) throws {
    let server = try serve()
    try server.call("dispatch", Self.sell("a"))
    if way == "growth" {
      // The changes grow until a snapshot replaces them.
      let long = String(repeating: "x", count: 60_000)
      for index in 0..<20 {
        try server.call("push", ["screen": "till", "request": .string("\(index)")])
        try server.call("link.open", ["url": .string("/tills?long=" + long)])
      }
    }
    if way == "close" { try server.call("session.close", ["session": "till"]) }
    _ = try server.child.finish()
    if way == "vacuum" { #expect(try command("vacuum", path).status == 0) }
    #expect(try command("verify", path).text == "1 session sound, 0 findings\n")
    let later = Till.flow.replacing("flow: till\n", with: "flow: till\nversion: 2\n")
    let next = try StoredServer(in: folder, flow: way == "later flow" ? later : Till.flow)
    #expect(try next.call("dispatch", Self.sell("a"))["seq"] == 1)
    #expect(try sum(next) == 1)
  }

  @Test func anExportedSessionTakesItsAnswersToAnotherStore() throws {
    let server = try serve()
    try server.call("dispatch", Self.sell("a"))
    _ = try server.child.finish()
    let exported = try command("export", path, "till").text
    #expect(try JSONValue(parsing: exported)["requests"]?.array?.count == 1)
    let other = try TemporaryFolder()
    let outcome = try command("import", other.path + "/store.db", "till", sending: exported)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let next = try StoredServer(in: other, flow: Till.flow)
    #expect(try next.call("dispatch", Self.sell("a"))["seq"] == 1)
    #expect(try sum(next) == 1)
    // A session made of the export by `snapshot.restore` is another one.
    try next.call("snapshot.restore", ["snapshot": JSONValue(parsing: exported), "session": "copy"])
    try next.call("dispatch", Self.sell("a").with("session", "copy"))
    #expect(try sum(next, of: "copy") == 2)
  }

  @Test func aStoredForkBeginsWithNone() throws {
    let server = try serve()
    try server.call("dispatch", Self.sell("a"))
    try server.call("session.fork", ["session": "till", "as": "fork", "store": true])
    try server.kill()
    let next = try serve()
    try next.call("session.open", ["flow": "till", "session": "fork"])
    try next.call("dispatch", Self.sell("a").with("session", "fork"))
    #expect(try sum(next, of: "fork") == 2)
    #expect(try next.call("dispatch", Self.sell("a"))["seq"] == 1)
  }

  @Test func theLimitHoldsAcrossProcesses() throws {
    let server = try serve(["--limit", "remembered=3"])
    for key in ["a", "b", "c", "d"] { try server.call("dispatch", Self.sell(key)) }
    try server.kill()
    let next = try serve(["--limit", "remembered=2"])
    #expect(try next.call("dispatch", Self.sell("c"))["seq"] == 3)
    #expect(try next.call("dispatch", Self.sell("b"))["seq"] == 5)
    #expect(try next.call("dispatch", Self.sell("c"))["seq"] == 6)
    try next.kill()
    #expect(try command("verify", path).text == "1 session sound, 0 findings\n")
    let last = try serve()
    for (key, seq) in [("c", 6), ("b", 5)] {
      #expect(try last.call("dispatch", Self.sell(key))["seq"] == .integer(seq))
    }
  }

  /// With `batch` and `off` an answer comes before its change is stored; both are lost together.
  @Test(arguments: ["batch", "off"])
  func whatWasNotStoredIsDoneAgain(durability: String) throws {
    let server = try serve(["--durability", durability])
    for number in 0..<50 { try server.call("dispatch", Self.sell("\(number)")) }
    try server.kill()
    let next = try serve()
    for number in 0..<50 {
      #expect(try next.call("dispatch", Self.sell("\(number)"))["seq"] == .integer(number + 1))
    }
    #expect(try sum(next) == 50)
  }

  /// Neither keys nor params stand in the files.
  @Test func whatIsStoredSaysNothingOfKeyAndParams() throws {
    let server = try serve()
    let params: JSONValue = ["url": "/tills?secret=SeCrEtPaRaM", "request": "SeCrEtKeY"]
    try server.call("link.open", params)
    try server.call("link.drop", ["request": "SeCrEtOtHeR"])
    _ = try server.child.finish()
    #expect(try command("vacuum", path).status == 0)
    for name in Files.paths(below: folder.path, endingIn: "") where name.contains("store.db") {
      let bytes = try #require(Files.bytes(of: name))
      #expect(!String(decoding: bytes, as: UTF8.self).contains("SeCrEt"), "\(name)")
    }
  }

  // MARK: A full store

  /// What is undone isn't remembered, and what was forgotten for it is.
  @Test(.enabled(if: ChildProcess.canLimitFiles, "needs prlimit(2)"), arguments: [true, false])
  func anUndoneGroupLeavesTheAnswersAsTheyWere(isStored: Bool) throws {
    let server = try serve(["--limit", "remembered=3"])
    try server.call("session.fork", ["session": "till", "as": "other", "store": .boolean(isStored)])
    func sell(_ key: String) -> JSONValue { Self.sell(key).with("session", "other") }
    for key in ["a", "b", "c"] { try server.call("dispatch", sell(key)) }
    let kinds = try server.withoutRoom {
      try server.askTogether([
        ("dispatch", Self.sell("x")), ("dispatch", sell("d")), ("dispatch", sell("e")),
        ("dispatch", sell("a")),
        ("clock.advance", ["session": "other", "by": 1, "request": "f"]),
      ])
    }
    #expect(kinds == Array(repeating: "storage", count: 5))
    for (index, key) in ["a", "b", "c"].enumerated() {
      #expect(try server.call("dispatch", sell(key))["seq"] == .integer(index + 1))
    }
    #expect(try server.call("dispatch", sell("d"))["seq"] == 4)
    #expect(try server.call("clock.advance", ["session": "other", "by": 1, "request": "f"])["now"] == 1)
    #expect(try server.call("dispatch", sell("c"))["seq"] == 3)
    guard isStored else { return }
    try server.kill()
    let next = try serve()
    try next.call("session.open", ["flow": "till", "session": "other"])
    for (key, seq) in [("c", 3), ("d", 4)] {
      #expect(try next.call("dispatch", sell(key))["seq"] == .integer(seq))
    }
    #expect(try next.call("clock.advance", ["session": "other", "by": 1, "request": "f"])["now"] == 1)
    #expect(try sum(next, of: "other") == 4)
  }
}
