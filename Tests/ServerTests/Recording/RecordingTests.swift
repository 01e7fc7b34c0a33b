import NavtreeJSON
import OrderedCollections
import NavtreeServer
import NavtreeEngine
import NavtreeTestSupport
import Testing

@Suite struct RecordingTests {
  /// A server that runs a flow in a session that is recorded.
  private static func recorded(_ yaml: String, limits: Limits = Limits()) throws -> Conversation {
    let server = Conversation(limits: limits)
    let loaded = try server.call("flow.load", ["yaml": .string(yaml)])
    try server.call(
      "session.open",
      ["flow": loaded["flow"] ?? .null, "session": "first", "clock": "virtual", "record": true])
    return server
  }

  private static func line(_ method: String, _ params: JSONObject, session: JSONValue) -> String {
    var params = params
    params["session"] = session
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(params),
    ]
    return request.description
  }

  /// The whole visible state of a session.
  private static func views(_ session: JSONValue, of server: Conversation) -> [String] {
    ["state.outline", "history.list", "clock.get", "link.pending", "window.list"].map {
      server.send(line($0, [:], session: session))
    } + [server.send(line("state.get", ["at": "/main", "flat": true, "sensitive": true], session: session))]
  }

  /// The real clock need not have moved between a request and the timer that it set.
  @Test func aTimerWithoutDelayIsReplayed() throws {
    let server = Conversation()
    try server.call(
      "flow.load",
      [
        "yaml": """
        navtree: 1
        flow: f
        start: home
        screens:
          home:
            state: { count: integer }
            actions:
              begin: { after: { delay: 0, send: tick } }
              tick: { set: { count: "${state.count + 1}" } }
        """
      ])
    server.pass(to: 1_000)
    try server.call("session.open", ["flow": "f", "clock": "real", "record": true])
    try server.call("dispatch", ["action": ["type": "begin"]])
    server.pass(to: 1_000)
    #expect(try server.call("state.get", ["at": "/main", "pointer": "/state/count"]) == 1)
    let lines = try #require(server.call("recording.export")["lines"]?.array)
    let replay = try server.call("recording.replay", ["lines": .array(lines)])
    #expect(replay == ["equal": true, "lines": 3, "zeroed": 0])
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func whatWasRecordedGivesTheSameBytesWhenItIsAskedAgain(seed: UInt64) throws {
    let server = try Self.recorded(ExampleFlow.yaml)
    var random = SeededGenerator(seed: seed)
    var answers: [String] = []
    for _ in 0..<500 {
      let request = RandomRequest(using: &random)
      answers.append(server.send(Self.line(request.method, request.params, session: "first")))
    }
    #expect(answers.count { !$0.contains(#""error""#) } > 100)
    let recording = try server.call("recording.export", ["session": "first"])
    let lines = try #require(recording["lines"]?.array)
    #expect(lines.count == answers.count + 1)
    let other = try Self.recorded(ExampleFlow.yaml)
    for (line, answer) in zip(lines.dropFirst(), answers) {
      let method = try #require(line["method"]?.string)
      #expect(
        other.send(Self.line(method, line["params"]?.object ?? [:], session: "first")) == answer,
        "seed \(seed): \(line)")
    }
    #expect(Self.views("first", of: other) == Self.views("first", of: server))
    #expect(try other.call("recording.export", ["session": "first"]) == recording)
    let replay = try server.call("recording.replay", ["lines": .array(lines)])
    #expect(replay == ["equal": true, "lines": .integer(lines.count), "zeroed": 0])
  }

  @Test func originsAreRecordedAndHintsAreNot() throws {
    let server = try Self.recorded(ExampleFlow.yaml)
    let hinted: JSONValue = ["type": "nav.push", "screen": "message", "params": ["id": 9], "hint": "h1nt"]
    let requests: [(String, JSONObject)] = [
      ("push", ["screen": "message", "params": ["id": 7], "hint": "h1nt", "origin": "user"]),
      ("dispatch", ["action": hinted, "origin": "bot"]),
      ("batch", ["actions": [["action": hinted]], "origin": "push-service"]),
    ]
    for (method, params) in requests {
      #expect(!server.send(Self.line(method, params, session: "first")).contains(#""error""#))
    }
    let lines = try #require(server.call("recording.export", ["session": "first"])["lines"]?.array)
    #expect(!lines.description.contains("h1nt"))
    #expect(lines.dropFirst().map { $0["params"]?["origin"] } == ["user", "bot", "push-service"])
    let replay = try server.call("recording.replay", ["lines": .array(lines)])
    #expect(replay["equal"] == true)
    let other = try Self.recorded(ExampleFlow.yaml)
    for line in lines.dropFirst() {
      let method = try #require(line["method"]?.string)
      _ = other.send(Self.line(method, line["params"]?.object ?? [:], session: "first"))
    }
    let history = try other.call("history.list", ["session": "first"])
    #expect(history.array?.map { $0["origin"] } == [nil, "user", "bot", "push-service"])
  }

  @Test(arguments: [5, 6] as [UInt64])
  func aForkAnswersWhatTheOriginalDid(seed: UInt64) throws {
    let server = try Self.recorded(ExampleFlow.yaml)
    var random = SeededGenerator(seed: seed)
    for number in 0..<30 {
      for _ in 0..<10 {
        let request = RandomRequest(using: &random)
        _ = server.send(Self.line(request.method, request.params, session: "first"))
      }
      let fork = JSONValue.string("fork\(number)")
      _ = try server.call("session.fork", ["session": "first", "as": fork])
      #expect(Self.views(fork, of: server) == Self.views("first", of: server))
      for _ in 0..<10 {
        let request = RandomRequest(using: &random)
        let answer = server.send(Self.line(request.method, request.params, session: "first"))
        #expect(server.send(Self.line(request.method, request.params, session: fork)) == answer)
      }
      #expect(Self.views(fork, of: server) == Self.views("first", of: server))
      #expect(try server.call("session.compare", ["session": "first", "with": fork]) == [])
    }
    let lines = try server.call("recording.export", ["session": "first"])["lines"] ?? []
    #expect(try server.call("recording.replay", ["lines": lines])["equal"] == true)
  }

  private static let login = """
    navtree: 1
    flow: login
    start: form
    screens:
      form:
        params: { token: { type: string, sensitive: true, default: "" } }
        state: { password: { type: string, sensitive: true }, user: string, tries: integer }
        slots: { next: { presents: [form] } }
        actions:
          enter:
            payload: { user: string, password: { type: string, sensitive: true } }
            rules:
              - when: action.password == 'sesame'
                set: { user: "${action.user}", password: "${action.password}" }
              - set: { tries: "${state.tries + 1}" }
    """

  /// Requests with secrets in many places.
  private static let secretive: [(String, JSONValue)] = [
    ("dispatch", ["action": ["type": "enter", "user": "ada", "password": "guess"]]),
    ("dispatch", ["action": ["type": "enter", "user": "ada", "password": "sesame"]]),
    ("push", ["screen": "form", "params": ["token": "t0ken"]]),
    ("dispatch", ["action": ["type": "nav.setParams", "params": ["token": "t1ken"]]]),
    ("batch", ["actions": [["action": ["type": "enter", "user": "bob", "password": "sesame"]]]]),
    ("reset", ["tree": [["form": ["token": "t2ken"]], "form"]]),
    (
      "reset",
      [
        "tree": [
          "screen": "form", "state": ["password": "sesame"],
          "slots": ["next": ["screen": "form", "params": ["token": "t3ken"]]],
        ]
      ]
    ),
  ]

  @Test func whatIsSensitiveIsKeptApart() throws {
    let server = try Self.recorded(Self.login)
    for (method, params) in Self.secretive { try server.call(method, params) }
    let recording = try server.call("recording.export")
    #expect(recording["secrets"] == nil)
    let text = recording.description
    for secret in ["guess", "sesame", "t0ken", "t1ken", "t2ken", "t3ken"] {
      #expect(!text.contains(secret), "\(secret)")
    }
    let whole = try server.call("recording.export", ["sensitive": true])
    let secrets = try #require(whole["secrets"])
    #expect(
      secrets.description
        == #"[{"line":2,"values":["guess"]},{"line":3,"values":["sesame"]},{"line":4,"values":["t0ken"]},"#
        + #"{"line":5,"values":["t1ken"]},{"line":6,"values":["sesame"]},{"line":7,"values":["t2ken"]},"#
        + #"{"line":8,"values":["sesame","t3ken"]}]"#)
    let lines = try #require(whole["lines"])
    #expect(
      try server.call("recording.replay", ["lines": lines, "secrets": secrets])
        == ["equal": true, "lines": 8, "zeroed": 0])
    // Without them the rule that needs the password doesn't run.
    #expect(
      try server.call("recording.replay", ["lines": lines])
        == [
          "equal": false, "lines": 2, "line": 3, "place": "/screens/1/state/user", "recorded": "ada",
          "zeroed": 2,
        ])
  }

  /// Where another link may have sensitive values elsewhere, nothing of a URL stays.
  @Test func aURLLeadsToItsLinkWithoutItsSensitiveValues() throws {
    let server = try Self.recorded(
      """
      navtree: 1
      flow: account
      start: home
      screens:
        home: { slots: { top: { presents: [reset] } } }
        reset: { params: { user: string, token: { type: string, sensitive: true, default: "" } } }
      links:
        - { url: "/reset/{user}", query: { token: string }, opens: [{ reset: { user: "${link.user}", token: "${link.token}" } }] }
        - { url: "/pages/{page:integer}", opens: [{ reset: { user: "${string(link.page)}" } }] }
        - { url: "/pages/{token}", opens: [{ reset: { user: ada, token: "${link.token}" } }] }
      """)
    let urls = [
      "/reset/ada?token=planted1&ref=planted2", "/pages/planted3", "/pages/7", "/reset/ada?tokn=planted4",
    ]
    for url in urls { _ = try? server.call("link.open", ["url": .string(url)]) }
    let lines = try server.call("recording.export")["lines"] ?? []
    #expect(!lines.description.contains("planted"))
    #expect(
      lines.array?.dropFirst().map { $0["params"]?["url"] ?? "none" }
        == ["/reset/ada?token=a", "/pages/a", "", ""])
    let replayed = try server.call("recording.replay", ["lines": lines])
    #expect(replayed["lines"] == 3, "\(replayed)")
  }

  private static func counter(_ step: Int) -> String {
    """
    navtree: 1
    flow: counter
    start: page
    screens:
      page:
        state: { count: integer, text: string }
        slots: { next: { presents: [page] } }
        actions:
          count: { set: { count: "${state.count + \(step)}" } }
          grow: { payload: { text: string }, set: { text: "${action.text}" } }
    """
  }

  @Test func aReplayOfAnotherFlowSaysWhereItDiffers() throws {
    let server = try Self.recorded(Self.counter(1))
    try server.call("push", ["screen": "page"])
    try server.call("dispatch", ["action": ["type": "count"]])
    let lines = try #require(try server.call("recording.export")["lines"])
    _ = try server.call("flow.load", ["yaml": .string(Self.counter(2))])
    #expect(
      try server.call("recording.replay", ["lines": lines])
        == [
          "equal": false, "lines": 2, "line": 3, "place": "/screens/2/state/count", "recorded": 1,
          "replayed": 2, "zeroed": 0, "changedFlows": ["counter"],
        ])
  }

  @Test func aLongValueStandsAsItsHash() throws {
    let server = try Self.recorded(Self.counter(1))
    let text = JSONValue.string(String(repeating: "x", count: 1_023))
    try server.call("dispatch", ["action": ["type": "grow", "text": text]])
    let lines = try #require(try server.call("recording.export")["lines"]?.array)
    #expect(lines.last?["changed"] == nil)
    #expect(lines.last?["hashed"]?["/screens/1/state/text"]?.string?.count == 16)
    #expect(try server.call("recording.replay", ["lines": .array(lines)])["equal"] == true)
  }

  @Test func aRecordingBeyondTheLimitIsCutAndSaysSo() throws {
    var limits = Limits()
    limits[.recording] = 1_000
    let server = try Self.recorded(Self.counter(1), limits: limits)
    for _ in 0..<20 { try server.call("dispatch", ["action": ["type": "count"]]) }
    let recording = try server.call("recording.export")
    #expect(recording["complete"] == false)
    let lines = try #require(recording["lines"]?.array)
    #expect(lines.map { $0.description.utf8.count + 1 }.reduce(0, +) <= 1_000)
    #expect((5...15).contains(lines.count))
    #expect(try server.call("recording.replay", ["lines": .array(lines)])["equal"] == true)
  }

  @Test func whatIsNotRecordedCantBeExported() throws {
    let server = try Conversation(flow: Self.counter(1))
    #expect { try server.call("recording.export") } throws: { error in
      (error as? Conversation.Refusal)?.kind == "invalidParams"
    }
  }

  @Test(
    arguments: [
      ([["navtree": 2]], 1), ([["session": "a", "method": "pop"]], 1), ([3], 1),
    ] as [(JSONValue, Int)])
  func whatIsNoRecordingIsRefused(lines: JSONValue, line: Int) throws {
    let server = try Conversation(flow: Self.counter(1))
    #expect { try server.call("recording.replay", ["lines": lines]) } throws: { error in
      (error as? Conversation.Refusal)?.error["data"]?["line"] == .integer(line)
    }
  }
}
