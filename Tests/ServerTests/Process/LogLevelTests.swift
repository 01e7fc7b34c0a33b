import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// What `navtree serve` writes to standard error.
@Suite struct LogLevelTests {
  private static let input = [
    #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"dispatch","params":{"action":{"type":"nothing"}}}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"flow.unload","params":{"flow":"counter"}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"session.close","params":{"session":"counter"}}"#,
  ]

  private static let info = """
    navtree: the flow 'counter' is loaded from Benchmarks/flows/counter.navtree.yaml
    navtree: the session 'counter' of 'counter' is open, with seq 0
    navtree: the flow 'counter' is unloaded
    navtree: the session 'counter' is closed

    """
  private static let debug = """
    navtree: the flow 'counter' is loaded from Benchmarks/flows/counter.navtree.yaml
    navtree: the session 'counter' of 'counter' is open, with seq 0
    navtree: ping
    navtree: dispatch: notHandled
    navtree: the flow 'counter' is unloaded
    navtree: flow.unload
    navtree: the session 'counter' is closed
    navtree: session.close

    """

  @Test(
    arguments: [
      ([], ""), (["--log-level", "error"], ""), (["--log-level", "warning"], ""),
      (["--log-level", "info"], info), (["--log-level", "debug"], debug),
    ] as [([String], String)])
  func aLevelIncludesThoseAboveIt(arguments: [String], expected: String) throws {
    let child = try ChildProcess(["serve", "Benchmarks/flows/counter.navtree.yaml"] + arguments)
    let outcome = try child.finish(sending: (Self.input.joined(separator: "\n") + "\n").utf8)
    #expect(outcome.status == 0)
    #expect(outcome.errorText == expected)
  }

  @Test func linesOfJSONSayTheSameWithTheirLevelTheirTimeAndWhatTheyAreAbout() throws {
    let child = try ChildProcess(
      [
        "serve", "Benchmarks/flows/counter.navtree.yaml", "--log-level", "debug", "--log-format", "json",
        "--metrics", "stderr",
      ])
    let outcome = try child.finish(sending: (Self.input.joined(separator: "\n") + "\n").utf8)
    #expect(outcome.status == 0)
    var lines = try Self.objects(outcome.errorText)
    let metrics = lines.removeLast()
    #expect(metrics["message"] == "metrics" && metrics["metrics"]?["requests"]?["count"] == 4)
    #expect(lines.map { "navtree: \($0["message"]?.string ?? "")\n" }.joined() == Self.debug)
    let rest = lines.map { line in line.object?.filter { !["time", "message"].contains($0.key) } ?? [:] }
    #expect(
      rest.map { "\(JSONValue.object($0))" } == [
        #"{"level":"info","flow":"counter"}"#, #"{"level":"info","session":"counter","flow":"counter"}"#,
        #"{"level":"debug","method":"ping"}"#,
        #"{"level":"debug","method":"dispatch","kind":"notHandled"}"#, #"{"level":"info","flow":"counter"}"#,
        #"{"level":"debug","method":"flow.unload"}"#, #"{"level":"info","session":"counter"}"#,
        #"{"level":"debug","method":"session.close"}"#,
      ])
    for line in lines {
      let time = try #require(line["time"]?.string)
      #expect(time.hasPrefix("20") && time.contains("T") && time.hasSuffix("Z"), "\(time)")
    }
  }

  @Test func whyTheProcessEndsIsALineOfJSONToo() throws {
    let folder = try TemporaryFolder()
    let flow = folder.path + "/two\nlines.navtree.yaml"
    Files.write("navtree: 1\nflow: f\nstart: nowhere\nscreens:\n  a: {}\n", to: flow)
    for (arguments, status, sentence) in [
      ([flow], 1, "no screen named 'nowhere'"), ([folder.path + "/no\nfile"], 74, "no\nfile: No such file"),
      (["--shared", "a=1"], 64, "no flow is given"),
      (["--metrics-interval", "1s"], 64, "goes with --metrics"),
    ] as [([String], Int32, String)] {
      let outcome = try ChildProcess(["serve", "--log-format", "json"] + arguments).finish()
      #expect(outcome.status == status)
      let lines = try Self.objects(outcome.errorText)
      #expect(lines.allSatisfy { $0["level"] == "error" && $0["time"] != nil })
      let messages = lines.compactMap { $0["message"]?.string }
      #expect(messages.first?.contains(sentence) == true, "\(outcome.errorText)")
    }
  }

  private static func objects(_ text: String) throws -> [JSONValue] {
    try text.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
  }
}
