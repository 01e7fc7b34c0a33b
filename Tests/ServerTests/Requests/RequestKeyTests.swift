import NavtreeEngine
import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import NavtreeTestSupport
import Testing

/// Requests that are asked again under their keys.
@Suite struct RequestKeyTests {
  private static let sell: JSONValue = ["action": ["type": "sell"]]

  private let server: Conversation

  init() throws {
    server = try Conversation(flow: Till.flow)
  }

  /// The kind of the error that answers a request.
  private func refusal(_ method: String, _ params: JSONValue) -> String? {
    do {
      try server.call(method, params)
      return nil
    } catch { return (error as? Conversation.Refusal)?.kind }
  }

  private func sum(of session: String = "till") throws -> JSONValue {
    try server.call("state.get", ["session": .string(session), "at": "/main", "pointer": "/state/sum"])
  }

  // MARK: The methods

  /// What opens and closes sessions, and what only reads, has no key.
  @Test func everyMethodThatChangesAnOpenSessionTakesAKeyAndACondition() {
    let changing = MethodTable.methods.filter { $0.nature.changesSession }.map(\.name)
    #expect(
      Set(changing)
        == Set(MethodTable.groups.first { $0.title == "Built-in navigation" }?.methods.map(\.name) ?? [])
        .union([
          "dispatch", "batch", "broadcast", "window.open", "window.close", "effect.done", "effect.next",
          "effect.fail", "transition.done",
          "link.open",
          "link.drop", "clock.advance", "clock.pause", "clock.resume", "history.undo", "history.redo",
          "history.goto",
        ]))
    for method in MethodTable.methods {
      let names = method.parameters.map(\.name)
      #expect(names.contains("request") == (method.nature.changesSession), "\(method.name)")
      let takesCondition =
        method.nature.changesSession
        || ["session.close", "session.delete", "snapshot.restore"].contains(method.name)
      #expect(names.contains("ifSeq") == takesCondition, "\(method.name)")
      #expect(!takesCondition || method.errors.contains(.conflict), "\(method.name)")
      let concernsOne = method.nature == .reads || method.nature.changesSession
      #expect(!concernsOne || names.contains("session"), "\(method.name)")
    }
  }

  @Test(arguments: Till.requests.indices)
  func aRequestAskedAgainGetsItsFirstAnswerAndNothingHappens(index: Int) throws {
    let (method, params) = Till.requests[index]
    let server = Conversation()
    try Till.begun(server)
    let request = params.with("request", "k")
    let first = try #require(try server.call(method, request).object)
    let state = try server.call("snapshot.save")
    let line: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": request]
    let output = server.send("\(line)")
    // No notification comes with it.
    #expect(output.split(separator: "\n").count == 1)
    let again = try #require(try JSONValue(parsing: output)["result"])
    for (name, value) in again.object ?? [:] { #expect(first[name] == value, "\(method): \(name)") }
    let told: Set = [
      "declined", "failed", "created", "removed", "changed", "shared", "asked", "patch", "state",
    ]
    #expect(
      Set(first.keys).subtracting(again.object.map { Array($0.keys) } ?? []).isSubset(of: told), "\(method)")
    #expect(try server.call("snapshot.save") == state)
    let schema = OpenRPCDocument.whole["methods"]?.array?.first { $0["name"] == .string(method) }
    let check = SchemaCheck(shared: OpenRPCDocument.whole["components"]?["schemas"] ?? .null)
    #expect(check.faults(of: again, schema?["result"]?["schema"] ?? .null) == [], "\(method)")
  }

  @Test func aPausedClockStaysAsItIs() throws {
    try server.call("session.open", ["flow": "till", "session": "real", "clock": "real"])
    try server.call("clock.pause", ["session": "real", "request": "a"])
    try server.call("clock.resume", ["session": "real", "request": "b"])
    #expect(try server.call("clock.pause", ["session": "real", "request": "a"]) == ["now": 0])
    #expect(try server.call("clock.get", ["session": "real"])["paused"] == nil)
  }

  // MARK: What is the same request

  /// The session is where the key is kept, the seq a condition, and the order of members means nothing.
  @Test(arguments: [
    #"{"action":{"type":"sell","cents":2},"request":"k"}"#,
    #"{"request":"k","action":{"cents":2.0,"type":"sell"}}"#,
    #"{"action":{"type":"sell","cents":2},"request":"k","session":"till"}"#,
    #"{"action":{"type":"sell","cents":2},"request":"k","ifSeq":7}"#,
  ])
  func theSameRequestMayBeWrittenInOtherWays(params: String) throws {
    try server.call("dispatch", ["action": ["type": "sell", "cents": 2], "request": "k"])
    #expect(try server.call("dispatch", JSONValue(parsing: params))["seq"] == 1)
    #expect(try sum() == 1)
  }

  @Test(arguments: [
    ("dispatch", #"{"action":{"type":"sell","cents":3}}"#), ("dispatch", #"{"action":{"type":"sell"}}"#),
    ("dispatch", #"{"action":{"type":"sell","cents":2},"at":"/main"}"#),
    ("dispatch", #"{"action":{"type":"sell","cents":2},"return":["receipt"]}"#),
    ("dispatch", #"{"action":{"type":"sell","cents":"2"}}"#), ("push", #"{"screen":"till"}"#), ("pop", "{}"),
  ])
  func aKeyOfAnotherRequestIsRefused(method: String, params: String) throws {
    try server.call("dispatch", ["action": ["type": "sell", "cents": 2], "request": "k"])
    let params = try JSONValue(parsing: params).with("request", "k")
    #expect(refusal(method, params) == "invalidParams")
    #expect(try sum() == 1)
  }

  @Test(arguments: ["", "5", "null", "[]", "true", #"{"a":1}"#])
  func aKeyIsAStringWithACharacter(key: String) throws {
    let key = key.isEmpty ? JSONValue.string("") : try JSONValue(parsing: key)
    #expect(refusal("dispatch", Self.sell.with("request", key)) == "invalidParams")
    #expect(try sum() == 0)
  }

  @Test func aKeyMayBeLongAndHasNoOtherForm() throws {
    let long = JSONValue.string(String(repeating: "k", count: 100_000))
    for (index, key) in [long, "\u{e9}", "e\u{301}", " ", "\0"].enumerated() {
      for _ in 0..<2 {
        let answer = try server.call("dispatch", Self.sell.with("request", key))
        #expect(answer["seq"] == .integer(index + 1))
      }
    }
  }

  @Test func eachSessionHasKeysOfItsOwn() throws {
    try server.call("session.open", ["flow": "till", "session": "other"])
    for session in ["till", "other", "till", "other"] {
      try server.call("dispatch", Self.sell.with("request", "k").with("session", .string(session)))
    }
    #expect(try sum() == 1)
    #expect(try sum(of: "other") == 1)
  }

  /// The effect's key finds its session, though the effect isn't in flight any more.
  @Test func anEffectIsAnsweredOnceByItsKeyAlone() throws {
    try server.call("session.open", ["flow": "till", "session": "other"])
    try server.call("dispatch", ["session": "other", "action": ["type": "ask"]])
    let effects = try server.call("effect.list", ["session": "other"])
    let answer: JSONValue = ["effect": effects[0]?["key"] ?? .null, "output": ["cents": 5], "request": "k"]
    for _ in 0..<2 { #expect(try server.call("effect.done", answer.with("ifSeq", 1))["seq"] == 2) }
    #expect(try sum(of: "other") == 5)
    #expect(refusal("effect.done", answer.with("request", "l")) == "notInFlight")
  }

  // MARK: What is remembered

  @Test func aRefusedRequestIsTriedAgain() throws {
    let params: JSONValue = ["url": "/tills", "at": "/main/next", "request": "k"]
    let push: JSONValue = ["screen": "till", "at": "/main/next", "request": "k"]
    #expect(refusal("push", push) == "noScreenAt")
    try server.call("push", ["screen": "till"])
    #expect(try server.call("push", push)["seq"] == 2)
    #expect(try server.call("push", push)["seq"] == 2)
    // The refused request has left no trace.
    #expect(refusal("link.open", params) == "invalidParams")
  }

  @Test func aFailedAtomicBatchIsTriedAgain() throws {
    let batch: JSONValue = [
      "actions": [["action": ["type": "sell"]], ["action": ["type": "nav.pop"]]], "request": "k",
    ]
    #expect(refusal("batch", batch) == "nothingToPop")
    try server.call("push", ["screen": "till"])
    #expect(try server.call("batch", batch)["seq"] == 2)
    #expect(try server.call("batch", batch)["seq"] == 2)
  }

  /// The refused screen's own change is its own.
  @Test func aRefusedDismissalAsksTheScreenAgain() throws {
    try server.call("present", ["screen": "slip"])
    for _ in 0..<2 { #expect(refusal("dismiss", ["request": "k"]) == "dismissRefused") }
    #expect(try server.call("state.get", ["at": "/main/slip", "pointer": "/state/asked"]) == 2)
  }

  /// An answer is an answer, even if nothing had to be done.
  @Test func anAnswerThatNothingWasDoneIsRemembered() throws {
    #expect(try server.call("back", ["request": "k"])["handled"] == false)
    try server.call("push", ["screen": "till"])
    #expect(try server.call("back", ["request": "k"])["handled"] == false)
    #expect(try server.call("back", ["request": "l"])["handled"] == true)
  }

  @Test func aLongReplyIsNotToldAgain() throws {
    // From 0 to 1040 they take 4,096 bytes.
    let fitting: JSONValue = ["action": ["type": "list", "count": 1_041], "request": "a"]
    let longer: JSONValue = ["action": ["type": "list", "count": 1_042], "request": "b"]
    let first = try server.call("dispatch", fitting)
    #expect("\(first["reply"] ?? .null)".utf8.count == 4_096)
    #expect(try server.call("dispatch", fitting) == first)
    #expect(try server.call("dispatch", longer)["reply"] != nil)
    #expect(try server.call("dispatch", longer) == ["seq": 2, "handledBy": "/main", "active": "/main"])
  }

  @Test func whatIsDoneStaysDoneAfterAnUndo() throws {
    try server.call("dispatch", Self.sell.with("request", "k"))
    try server.call("history.undo", ["request": "u"])
    #expect(try server.call("dispatch", Self.sell.with("request", "k"))["seq"] == 1)
    #expect(try server.call("history.undo", ["request": "u"])["seq"] == 2)
    #expect(try sum() == 0)
    try server.call("history.redo")
    try server.call("history.goto", ["seq": 0])
    #expect(try server.call("dispatch", Self.sell.with("request", "k"))["seq"] == 1)
    #expect(try sum() == 0)
  }

  @Test func beyondTheLimitTheOldestIsForgotten() throws {
    var limits = Limits()
    limits[.remembered] = 3
    let server = try Conversation(flow: Till.flow, limits: limits)
    func seq(_ key: String) throws -> JSONValue? {
      try server.call("dispatch", Self.sell.with("request", .string(key)))["seq"]
    }
    for (index, key) in ["a", "b", "c"].enumerated() { #expect(try seq(key) == .integer(index + 1)) }
    #expect(try seq("a") == 1)
    #expect(try seq("d") == 4)
    #expect(try seq("b") == 2)
    #expect(try seq("a") == 5)
    #expect(try seq("c") == 3)
    #expect(try seq("b") == 6)
  }

  /// A notification is done once, and its answer serves a request.
  @Test func aNotificationHasAKeyToo() throws {
    let params = Self.sell.with("request", "k")
    for _ in 0..<2 {
      let line: JSONValue = ["jsonrpc": "2.0", "method": "dispatch", "params": params]
      #expect(server.send("\(line)") == "")
    }
    #expect(try server.call("dispatch", params)["reply"] == 1)
  }

  @Test func requestsOfOneLineShareTheirKeys() throws {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "dispatch", "params": Self.sell.with("request", "k"),
    ]
    let answers = try JSONValue(parsing: server.send("\(JSONValue.array([request, request]))"))
    #expect(answers[0] == answers[1])
    #expect(try sum() == 1)
  }

  // MARK: Copies

  @Test func aForkAndARestoredSnapshotBeginWithNone() throws {
    try server.call("dispatch", Self.sell.with("request", "k"))
    try server.call("session.fork", ["session": "till", "as": "fork"])
    try server.call("session.fork", ["session": "till", "as": "past", "seq": 0])
    let saved = try server.call("snapshot.save", ["session": "till"])
    #expect(saved["requests"] == nil)
    let entry: JSONValue = ["number": 1, "key": "k", "content": "c", "answer": [:]]
    try server.call("snapshot.restore", ["session": "copy", "snapshot": saved.with("requests", [entry])])
    for (session, sum) in [("fork", 2), ("past", 1), ("copy", 2)] {
      try server.call("dispatch", Self.sell.with("request", "k").with("session", .string(session)))
      #expect(try self.sum(of: session) == .integer(sum), "\(session)")
    }
    #expect(try sum(of: "till") == 1)
  }

  // MARK: Recordings

  @Test func aRecordingHasEachRequestOnceAndWithoutItsKey() throws {
    try server.call("session.open", ["flow": "till", "session": "taped", "record": true])
    for params in [Self.sell.with("request", "k"), Self.sell.with("request", "k").with("ifSeq", 0)] {
      try server.call("dispatch", params.with("session", "taped"))
    }
    #expect(refusal("pop", ["session": "taped", "request": "k"]) == "invalidParams")
    #expect(refusal("dispatch", Self.sell.with("session", "taped").with("ifSeq", 5)) == "conflict")
    try server.call("dispatch", Self.sell.with("session", "taped").with("ifSeq", 1))
    let recording = try server.call("recording.export", ["session": "taped"])
    let params = recording["lines"]?.array?.dropFirst().map { $0["params"] }
    #expect(params == [["action": ["type": "sell"]], ["action": ["type": "sell"]]])
    let replayed = try server.call("recording.replay", ["lines": recording["lines"] ?? []])
    #expect(replayed["equal"] == true)
    #expect(replayed["lines"] == 3)
  }

  // MARK: Rehearsals

  /// Several steps of an agent are rehearsed first.
  @Test func aStepThatWasAnsweredIsntRehearsedAnew() throws {
    let flow = """
      navtree: 1
      flow: once
      start: home
      screens:
        home: { slots: { next: { presents: [note] } }, actions: { go: { present: note } } }
        note: { state: { n: integer }, actions: { add: { set: { n: 1 } } } }

      """
    let go: JSONValue = [
      "method": "dispatch", "params": ["at": "/main", "action": ["type": "go"], "request": "k"],
    ]
    let results = try AgentClient.call([
      ("open", ["flow": .string(flow)]), ("do", ["steps": [go]]),
      ("do", ["steps": [go, ["action": ["type": "add"]]]]),
    ])
    #expect(results[2]["structuredContent"]?["seq"] == 2)
  }
}
