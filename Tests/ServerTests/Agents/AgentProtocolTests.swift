import NavtreeJSON
import NavtreeJSONReading
import NavtreeSystem
import NavtreeTestSupport
import Testing

/// The Model Context Protocol as `navtree mcp` speaks it, beside the transcripts of `Specs/agents`.
@Suite struct AgentProtocolTests {
  private static let shop = "Specs/shop.navtree.yaml"

  private static func initialize(_ version: String) -> String {
    #"{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"\#(version)","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#
  }

  @Test func theToolsAreToldInFewTokens() throws {
    let (lines, _) = try AgentClient.talk([AgentClient.request(1, "tools/list")])
    var result = try #require(lines[0]["result"]?.object)
    let tools = try #require(result["tools"]?.array)
    #expect(
      tools.compactMap { $0["name"]?.string } == [
        "check", "open", "see", "do", "why", "path_to", "test", "save",
      ])
    let schemas = tools.compactMap { $0["outputSchema"] }
    #expect(schemas.count == 8)
    #expect(schemas.reduce(0) { $0 + $1.description.count } <= 600 * 4)
    result["tools"] = .array(
      tools.map { tool in
        var tool = tool.object ?? [:]
        tool["outputSchema"] = nil
        return .object(tool)
      })
    #expect(JSONValue.object(result).description.count <= 900 * 4)
  }

  @Test(arguments: ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
  func aHandshakeSettlesARevision(version: String) throws {
    let (lines, _) = try AgentClient.talk(
      [
        Self.initialize(version), #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
        #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"see"}}"#,
      ], [Self.shop])
    #expect(lines[0]["result"]?["protocolVersion"] == .string(version))
    let tool = lines[1]["result"]?["tools"]?[0]
    #expect((tool?["annotations"] != nil) == (version >= "2025-03-26"))
    #expect((tool?["outputSchema"] != nil) == (version >= "2025-06-18"))
    let text = try #require(lines[2]["result"]?["content"]?[0]?["text"]?.string)
    if version >= "2025-06-18" {
      #expect(lines[2]["result"]?["structuredContent"] == (try JSONValue(parsing: text)))
    } else {
      #expect(lines[2]["result"]?["structuredContent"] == nil)
    }
  }

  /// A list of a thousand rows, and a text that is longer still.
  private static let long = """
    navtree: 1
    flow: long
    start: home
    shared:
      rows: { type: array, items: integer, default: [\((0..<2_000).map(String.init).joined(separator: ", "))] }
      text: { type: string, default: "\(String(repeating: "long ä ", count: 4_000))" }
    screens:
      home:
        slots: { next: { presents: [home], style: push } }
        actions: { on: { push: home } }

    """

  @Test func noAnswerIsLongerThanItsTokens() throws {
    let push: JSONValue = ["action": ["type": "on"]]
    let results = try AgentClient.call([
      ("open", ["flow": .string(Self.long)]), ("do", ["steps": .array(Array(repeating: push, count: 150))]),
      ("see", [:]), ("see", ["max": 300]), ("see", ["max": 400]), ("see", ["max": 100_000]),
      ("see", ["since": 0, "max": 700]), ("save", [:]),
      (
        "test",
        [
          "scenarios": .string(
            "flow: long\nscenarios: [{ name: x, steps: [{ do: \(String(repeating: "n", count: 30_000)) }] }]\n"
          )
        ]
      ),
    ])
    for (result, most) in zip(results, [2_000, 2_000, 2_000, 300, 400, 100_000, 700, 2_000, 2_000]) {
      #expect(result.tokens <= most)
    }
    let cut = results[2]["structuredContent"]?["cut"]?.array?.compactMap(\.string) ?? []
    #expect(cut.contains { $0.hasPrefix("shared: ") })
    #expect(cut.contains { $0.hasPrefix("max=") })
    #expect(results[5]["structuredContent"]?["cut"] == nil)
    #expect(results[5]["structuredContent"]?["shared"]?["rows"]?.array?.count == 2_000)
  }

  @Test(.enabled(if: PostgresServer.isInstalled))
  func theSessionOfAProcessThatWasKilledIsWaitedFor() throws {
    let server = try #require(PostgresServer.shared)
    let store = ["--store", server.url(schema: "agents")]
    let killed = try ChildProcess(["serve", Self.shop, "--lease", "1s"] + store, in: Files.package)
    let select = #"{"jsonrpc":"2.0","id":1,"method":"select","params":{"tab":"basket"}}"#
    _ = killed.send("\(select)\n".utf8)
    _ = try killed.line()
    killed.killAtOnce()
    let (lines, _) = try AgentClient.talk([AgentClient.call(1, "see")], [Self.shop] + store)
    #expect(lines.first?["result"]?["structuredContent"]?["seq"] == 1)
  }

  @Test func theLineOfTheActiveScreenIsNeverCut() throws {
    let push: JSONValue = ["action": ["type": "on"]]
    let windows = (0..<30).map { number -> JSONValue in
      ["method": "window.open", "params": ["window": .string("w\(number)"), "screen": "home"]]
    }
    let steps = Array(repeating: push, count: 60) + windows
    let results = try AgentClient.call([
      ("open", ["flow": .string(Self.long)]), ("do", ["steps": .array(steps)]), ("see", ["max": 300]),
      ("see", ["max": 600]), ("see", ["since": 0, "max": 300]),
    ])
    for result in results[2...3] {
      #expect(result.tokens <= 600)
      let outline = try #require(result["structuredContent"]?["outline"]?.string)
      #expect(outline.contains("next: home #61  <- active"), "\(outline)")
    }
  }

  @Test func aResourceSaysHowToGetTheRest() throws {
    let (lines, _) = try AgentClient.talk(
      [AgentClient.request(1, "resources/read", ["uri": "navtree://bank/graph?max=300"])],
      ["Specs/bank.navtree.yaml"])
    let text = try #require(lines[0]["result"]?["contents"]?[0]?["text"]?.string)
    #expect(lines[0]["result"]?.tokens ?? 0 <= 300)
    let uri = try #require(text.split(separator: " ").first { $0.hasPrefix("navtree://") })
    let (whole, _) = try AgentClient.talk(
      [AgentClient.request(1, "resources/read", ["uri": .string(String(uri))])], ["Specs/bank.navtree.yaml"])
    let all = try #require(whole[0]["result"]?["contents"]?[0]?["text"]?.string)
    #expect(!all.contains("… cut") && all.hasPrefix(text.prefix(100)))
  }

  @Test func aSensitiveValueNeverAppears() throws {
    let secret = "hunter2-s3cret"
    let submit: JSONValue = ["type": "submit", "name": "ada", "password": .string(secret)]
    let (lines, _) = try AgentClient.talk(
      [
        AgentClient.call(1, "do", ["steps": [["method": "link.open", "params": ["url": "/letters/7"]]]]),
        AgentClient.call(2, "why", ["action": submit]),
        AgentClient.call(3, "do", ["steps": [["action": submit]]]),
        AgentClient.call(4, "see"), AgentClient.call(5, "see", ["since": 0]), AgentClient.call(6, "save"),
        AgentClient.request(7, "resources/read", ["uri": "navtree://sign-in/outline"]),
        AgentClient.call(8, "do", ["steps": [["method": "state.get", "params": ["sensitive": true]]]]),
        AgentClient.call(
          9, "do", ["steps": [["method": "effect.done", "params": ["effect": 1, "output": ["user": 1]]]]]),
      ], ["Specs/guides/sign-in.navtree.yaml"])
    #expect(lines.count == 9)
    #expect(lines[3].description.contains("***"))
    for line in lines { #expect(!line.description.contains(secret), "\(line)") }
  }

  /// Nothing has happened, and what was before can still be undone.
  @Test func stepsHappenTogetherOrNotAtAll() throws {
    let open: JSONValue = ["action": ["type": "open", "name": "Sencha"]]
    let results = try AgentClient.call(
      [
        ("do", ["steps": [open]]),
        ("do", ["steps": [["method": "back"], open, ["action": ["type": "open", "name": "Oolong"]]]]),
        ("see", ["since": 0]), ("do", ["steps": [["method": "history.undo"], ["method": "history.redo"]]]),
        ("do", ["steps": [["method": "back"]], "ifSeq": 0]), ("do", ["steps": [["method": "session.close"]]]),
        ("do", ["steps": [], "to": "basket"]), ("do", [:]), ("do", ["to": "nowhere"]),
      ], [Self.shop])
    #expect(results[1]["isError"] == true)
    let failure = try JSONValue(parsing: results[1]["content"]?[0]?["text"]?.string ?? "")
    #expect(failure["step"] == 2 && failure["error"]?["kind"] == "rejected" && failure["instead"] != nil)
    #expect(results[2]["structuredContent"]?["seq"] == 1)
    #expect(results[2]["structuredContent"]?["changes"]?.array?.count == 1)
    #expect(results[3]["structuredContent"]?["seq"] == 3)
    let kinds = try results[4...].map {
      try JSONValue(parsing: $0["content"]?[0]?["text"]?.string ?? "")["error"]?["kind"]?.string ?? ""
    }
    #expect(kinds == ["conflict", "invalidParams", "invalidParams", "invalidParams", "unknownScreen"])
  }

  private static let ticking = """
    navtree: 1
    flow: ticking
    start: home
    screens:
      home:
        state: { n: integer }
        actions:
          begin: { after: { delay: 1s, send: tick } }
          tick: { set: { n: "${state.n + 1}" }, after: { delay: 1s, send: tick } }

    """

  @Test func whatChangedIsToldHoweverManyChangesThereWere() throws {
    let hour: JSONValue = ["steps": [["method": "clock.advance", "params": ["by": "1h"]]]]
    let foreign: JSONValue = [
      "session": "ticking", "steps": [["action": ["type": "begin"], "session": "other"]],
    ]
    let results = try AgentClient.call([
      ("open", ["flow": .string(Self.ticking)]), ("do", ["steps": [["action": ["type": "begin"]]]]),
      ("do", hour),
      ("open", ["flow": "ticking", "session": "other"]), ("do", foreign),
    ])
    #expect(
      results[2]["structuredContent"]?["changes"] == [
        ["op": "replace", "path": "/screens/1/state/n", "value": 3600]
      ])
    // A step goes to the session of the call.
    #expect(results[4]["isError"] == true)
  }

  @Test func aFlowWhoseFileHasGoneIsntOpenedAsItWas() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/ticking.navtree.yaml"
    Files.write(Self.ticking, to: path)
    let agent = try ChildProcess(["mcp", "ticking.navtree.yaml"], in: folder.path)
    func open(_ number: Int) throws -> JSONValue {
      let request = AgentClient.call(number, "open", ["flow": "ticking", "session": .string("s\(number)")])
      _ = agent.send((request + "\n").utf8)
      return try JSONValue(parsing: agent.line())["result"] ?? .null
    }
    #expect(try open(1)["isError"] != true)
    Files.write(Self.ticking.replacing("flow: ticking", with: "flow: other"), to: path)
    #expect(try open(2)["isError"] == true)
    unlink(path)
    #expect(try open(3)["isError"] == true)
    agent.killAtOnce()
  }

  @Test func aFileIsReadAndWrittenBelowTheRootAlone() throws {
    let folder = try TemporaryFolder()
    Files.write(
      try #require(Files.text(of: "\(Files.package)/\(Self.shop)")), to: "\(folder.path)/shop.navtree.yaml")
    Files.write("mine\n", to: "\(folder.path)/mine.scenarios.yaml")
    let step: JSONValue = ["steps": [["method": "select", "params": ["tab": "basket"]]]]
    let results = try AgentClient.call(
      [
        ("do", step), ("save", ["path": "../out.scenarios.yaml"]), ("save", ["path": "a\0.scenarios.yaml"]),
        ("save", ["path": "mine.scenarios.yaml"]),
        ("save", ["path": "new.scenarios.yaml"]), ("test", ["scenarios": "new.scenarios.yaml"]),
        ("test", ["scenarios": "/etc/passwd"]), ("open", ["flow": "/etc/hostname"]),
        ("check", ["flow": "none.yaml"]),
      ], ["shop.navtree.yaml"], in: folder.path)
    #expect(
      results.map { $0["isError"] == true } == [false, true, true, true, false, false, true, true, true])
    #expect(results[5]["structuredContent"] == ["passed": 1, "failed": 0])
    #expect(Files.text(of: "\(folder.path)/mine.scenarios.yaml") == "mine\n")
  }

  @Test func aFlowWithErrorsCanBeMended() throws {
    let folder = try TemporaryFolder()
    Files.write("navtree: 1\nflow: f\nstart: a\nscreens: { b: {} }\n", to: "\(folder.path)/f.navtree.yaml")
    let (lines, outcome) = try AgentClient.talk(
      [AgentClient.call(1, "see"), AgentClient.call(2, "check", ["flow": "f.navtree.yaml"])],
      ["f.navtree.yaml"],
      in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.errorText.contains("no screen named 'a'"))
    #expect(lines[0]["result"]?["isError"] == true)
    #expect(lines[1]["result"]?["structuredContent"]?["ok"] == false)
  }

  @Test func aFlowThatIsGivenIsKnownByItsNameAlone() throws {
    let opened = ["one", "two"].map { name -> (String, JSONValue) in
      let screen = "\(name): { state: { n: integer }, actions: { add: { set: { n: 1 } } } }"
      let text = "navtree: 1\nflow: \(name)\nstart: \(name)\nscreens: { \(screen) }\n"
      return ("open", ["flow": .string(text)])
    }
    let step: JSONValue = ["session": "two", "steps": [["action": ["type": "add"]]]]
    let results = try AgentClient.call(
      opened + [("do", step), ("save", ["session": "two"]), ("check", ["flow": "two"])])
    let scenarios = try #require(results[3]["structuredContent"]?["scenarios"])
    let tested = try AgentClient.call(opened + [("test", ["scenarios": scenarios])])
    #expect(tested[2]["structuredContent"] == ["passed": 1, "failed": 0])
    #expect(results[4]["content"]?[0]?["text"]?.string?.contains("isn't kept") == true)
  }

  @Test func aSessionGoesOnInItsStore() throws {
    let folder = try TemporaryFolder()
    Files.write(
      try #require(Files.text(of: "\(Files.package)/\(Self.shop)")), to: "\(folder.path)/shop.navtree.yaml")
    let arguments = ["shop.navtree.yaml", "--store", "sqlite:s.db"]
    let step: JSONValue = ["steps": [["method": "select", "params": ["tab": "basket"]]]]
    _ = try AgentClient.call([("do", step)], arguments, in: folder.path)
    let results = try AgentClient.call([("see", [:])], arguments, in: folder.path)
    #expect(results[0]["structuredContent"]?["at"] == "/main/basket")
  }

  /// A request that takes long is cancelled by a line that came after it, and has no answer.
  @Test func aLongRequestIsCancelled() throws {
    let (lines, _) = try AgentClient.talk(
      [
        AgentClient.call(2, "path_to", ["to": "size(screens[0].state.notes) == 900"]),
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}"#,
        AgentClient.call(3, "see"),
      ], ["Specs/templates/notes.navtree.yaml"])
    #expect(lines.compactMap { $0["id"]?.integer } == [3])
  }

  @Test(arguments: [
    AgentClient.request(1, "tools/list"),
    AgentClient.call(1, "path_to", ["to": "size(screens[0].state.notes) == 900"]),
  ])
  func aProcessWhoseAnswersNobodyReadsEnds(request: String) throws {
    let process = try ChildProcess(["mcp", "Specs/templates/notes.navtree.yaml"])
    process.closeOutput()
    _ = process.send("\(request)\n".utf8)
    #expect(try process.wait() == 0)
  }

  /// The line came together with the request, and none after it; what falls due later happens.
  @Test func aCancelledRequestStopsNothingElse() throws {
    let flow = """
      navtree: 1
      flow: late
      start: home
      screens:
        home:
          slots: { next: { presents: [home], style: push } }
          actions:
            wait: { after: { delay: 200ms, send: on } }
            on: { push: home }

      """
    let process = try ChildProcess(["mcp", "Specs/templates/notes.navtree.yaml", "--clock", "real"])
    let long: JSONValue = ["session": "notes", "to": "size(screens[0].state.notes) == 900"]
    let lines = [
      Self.initialize("2025-11-25"), AgentClient.call(1, "open", ["flow": .string(flow)]),
      #"{"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":"navtree://late/outline"}}"#,
      AgentClient.call(3, "do", ["session": "late", "steps": [["action": ["type": "wait"]]]]),
      AgentClient.call(4, "path_to", long),
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":4}}"#,
    ]
    let input = Array((lines.joined(separator: "\n") + "\n").utf8)
    #expect(process.send(input) == input.count)
    while try JSONValue(parsing: try process.line())["id"] != 3 {}
    #expect(try JSONValue(parsing: try process.line())["method"] == "notifications/resources/updated")
  }

  /// Python's client of the protocol, in each of its modes.
  @Test(
    .enabled(if: Python.has("mcp"), "no package mcp: see .ci/python"),
    arguments: ["auto", "legacy", "2026-07-28"])
  func thePythonClientDrivesIt(mode: String) throws {
    let program = try #require(Files.text(of: "\(Files.package)/Tests/Wire/agent.py"))
    let outcome = try #require(
      try Python.run(program, on: "\(ChildProcess.navtree)\n\(Files.package)\n\(mode)"))
    #expect(
      outcome.text == "\(mode == "legacy" ? "2025-11-25" : "2026-07-28"): done\n", "\(outcome.errorText)")
  }
}
