import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// What `navtree serve --coverage` counts.
@Suite struct CoverageTests {
  static let flow = "Tests/Expected/Coverage/all.navtree.yaml"

  /// Serves a flow, and gives the bytes of its coverage.
  static func serve(
    _ requests: String, _ options: [String] = [], flow: String = flow, in folder: TemporaryFolder
  ) throws -> String {
    let file = folder.path + "/coverage.json"
    let outcome = try ChildProcess(["serve", flow, "--coverage", file, "--clock", "virtual"] + options)
      .finish(sending: requests.utf8)
    try #require(outcome.status == 0, "\(outcome.errorText)")
    return try #require(Files.text(of: file))
  }

  /// The counts of a file's only flow as lines: `rules main.open[0] 2`, `guards main.open[0] true 1`.
  static func counts(in text: String) throws -> [String] {
    let file = try JSONValue(parsing: text)
    let flow = try #require(file["flows"]?[0]?.object)
    var lines: [String] = []
    for (kind, items) in flow {
      for (item, value) in items.object ?? [:] {
        if let outcomes = value.object {
          lines += outcomes.map { "\(kind) \(item) \($0.key) \($0.value)" }
        } else {
          lines.append("\(kind) \(item) \(value)")
        }
      }
    }
    return lines
  }

  private static func request(_ method: String, _ params: String = "{}") -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"# + "\n"
  }

  private static func dispatch(_ action: String) -> String { request("dispatch", #"{"action":\#(action)}"#) }

  private static let signIn = dispatch(#"{"type":"signIn","name":"ada"}"#)
  private static let open = dispatch(#"{"type":"open"}"#)
  private static let fetch = dispatch(#"{"type":"fetch"}"#)
  private static let divide = dispatch(#"{"type":"divide","by":3}"#)

  /// Requests to a session that is signed in, and the counts of the list and its effect that they lead to. A list
  /// and its `list.isLarge` are made and evaluated by nothing else.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let requests: String
    let counts: [String]
    var kinds = ["slots", "actions", "rules", "guards", "effects", "computed", "pairs"]
  }

  private static let cases = [
    Case(
      testDescription: "a rule counts with its action, screens and slots", requests: open,
      counts: ["slots list.detail 1", "actions list.open 1", "rules list.open[0] 1"],
      kinds: ["slots", "actions", "rules"]),
    Case(
      testDescription: "what is undone later stays counted, and a redo counts nothing",
      requests: open + request("history.undo") + request("history.redo"),
      counts: ["slots list.detail 1", "actions list.open 1", "rules list.open[0] 1"],
      kinds: ["slots", "actions", "rules"]),
    Case(
      testDescription: "a failed batch counts what it offered and evaluated",
      requests: request(
        "batch", #"{"actions":[{"action":{"type":"divide","by":3}},{"action":{"type":"nobody"}}]}"#),
      counts: ["actions list.divide 1", "guards list.divide[0] true 1"]),
    Case(
      testDescription: "a batch counts what stands",
      requests: request(
        "batch", #"{"actions":[{"action":{"type":"divide","by":3}},{"action":{"type":"divide","by":9}}]}"#),
      counts: [
        "actions list.divide 2", "guards list.divide[0] true 1", "guards list.divide[0] false 1",
      ]),
    Case(
      testDescription: "a guard that fails is counted apart",
      requests: dispatch(#"{"type":"divide","by":0}"#),
      counts: ["actions list.divide 1", "guards list.divide[0] error 1"]),
    Case(
      testDescription: "an explanation counts nothing",
      requests: request("explain", #"{"action":{"type":"divide","by":3}}"#), counts: []),
    Case(
      testDescription: "neither do possible actions nor a resolved link",
      requests: request("state.actions") + request("link.resolve", #"{"url":"/"}"#), counts: []),
    Case(
      testDescription: "a fork goes on in a row",
      requests: divide + request("session.fork", #"{"session":"all","as":"b"}"#)
        + request("dispatch", #"{"session":"b","action":{"type":"twice"}}"#)
        + request("dispatch", #"{"session":"all","action":{"type":"twice"}}"#),
      counts: ["pairs list.divide[0] list.twice[1] 2"], kinds: ["pairs"]),
    Case(
      testDescription: "an effect whose change is undone is cancelled, and an answer to it late",
      requests: fetch + request("history.undo")
        + request("effect.done", #"{"effect":1,"output":{"n":1}}"#),
      counts: ["effects fetch cancelled 1", "effects fetch late 1"], kinds: ["effects"]),
    Case(
      testDescription: "an effect is cancelled with its screen",
      requests: fetch + request("session.list") + dispatch(#"{"type":"signOut"}"#),
      counts: ["effects fetch cancelled 1"], kinds: ["effects"]),
    Case(
      testDescription: "an effect without an end has none", requests: fetch, counts: [], kinds: ["effects"]),
    Case(
      testDescription: "a refused answer is no end",
      requests: fetch + request("effect.done", #"{"effect":1,"output":{"n":"many"}}"#), counts: [],
      kinds: ["effects"]),
    Case(
      testDescription: "a reader of computed values evaluates them",
      requests: request("state.get", #"{"computed":true}"#) + request("state.get"),
      counts: ["computed list.double 1"], kinds: ["computed"]),
    Case(
      testDescription: "a screen that refuses to be dismissed counts each time, and its rule once",
      requests: dispatch(#"{"type":"edit"}"#) + dispatch(#"{"type":"type","text":"x"}"#) + request("dismiss")
        + request("dismiss") + request("dismiss", #"{"force":true}"#),
      counts: ["dismissals editor 2"], kinds: ["dismissals"]),
  ]

  @Test(arguments: cases)
  func aRequestCounts(_ example: Case) throws {
    let folder = try TemporaryFolder()
    let history = ["--limit", "history=100"]
    let counts = try Self.counts(in: Self.serve(Self.signIn + example.requests, history, in: folder))
    let found = counts.filter { line in
      let words = line.split(separator: " ")
      return example.kinds.contains(String(words[0]))
        && ["list.", "fetch", "editor"].contains { words[1].hasPrefix($0) }
        && (words[0] != "pairs" || words[2].hasPrefix("list."))
    }
    #expect(Set(found) == Set(example.counts))
  }

  /// The screens of a stored session are made once.
  @Test func aRestoredSessionMakesNothing() throws {
    let folder = try TemporaryFolder()
    let store = ["--store", "sqlite:\(folder.path)/sessions.db"]
    _ = try Self.serve(Self.signIn, store, in: folder)
    let before = try Self.counts(in: try #require(Files.text(of: folder.path + "/coverage.json")))
    let text = try Self.serve("", store, in: folder)
    #expect(try Self.counts(in: text) == before)
    #expect(try JSONValue(parsing: text)["flows"]?[0]?["sessions"] == 2)
  }

  /// Processes that end at once all find their counts in the file.
  @Test func manyProcessesMayWriteOneFile() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/coverage.json"
    let processes = try (0..<6).map { _ in try ChildProcess(["serve", Self.flow, "--coverage", file]) }
    for process in processes { #expect(try process.finish(sending: Self.signIn.utf8).status == 0) }
    let text = try #require(Files.text(of: file))
    #expect(try JSONValue(parsing: text)["flows"]?[0]?["sessions"] == 6)
    #expect(try Self.counts(in: text).contains("rules welcome.signIn[1] 6"))
    #expect(Files.names(in: folder.path, endingIn: "") == ["coverage.json"])
  }

  /// A file that can't take the coverage is refused before anything is served.
  @Test(arguments: [
    ("{}", 1, "it isn't coverage: an object with 'coverage' and 'flows' is expected"),
    ("{", 1, "it isn't the JSON of coverage: the JSON text ends too early, after 1 byte"),
    (#"{"coverage":2,"flows":[]}"#, 1, "its form is 2, and this navtree knows 1"),
    (
      #"{"coverage":1,"flows":[{"flow":"all","hash":"0123456789abcdef","files":[]}]}"#, 1,
      "the coverage is of another version of 'all': its hash is 0123456789abcdef, not "
    ),
    (
      #"{"coverage":1,"flows":[{"flow":"all","hash":"0","files":[],"rules":{"a[0]":-1}}]}"#, 1,
      "the count of 'a[0]' must be an integer from 0"
    ),
    (
      #"{"coverage":1,"flows":[{"flow":"all","hash":"0","files":[],"rulers":{}}]}"#, 1,
      "'rulers' is no kind of things that are counted"
    ),
  ])
  func aWrongFileIsRefused(text: String, status: Int32, message: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/coverage.json"
    Files.write(text, to: file)
    let outcome = try ChildProcess(["serve", Self.flow, "--coverage", file]).finish()
    #expect(outcome.status == status)
    #expect(outcome.errorText.hasPrefix("navtree: \(file): \(message)"), "\(outcome.errorText)")
    #expect(Files.text(of: file) == text)
  }

  @Test func anUnwritableFileIsRefusedAtTheStart() throws {
    let outcome = try ChildProcess(["serve", Self.flow, "--coverage", "/nowhere/coverage.json"])
      .finish(sending: Self.signIn.utf8)
    #expect(outcome.status == 74)
    #expect(outcome.text == "")
  }

  // MARK: All conversations of the specs

  /// Measuring changes nothing, and the counts agree with each other.
  @Test(arguments: PlayedTranscript.right)
  func aMeasuredSessionSaysTheSame(path: String) throws {
    let folder = try TemporaryFolder()
    let transcript = try #require(PlayedTranscript(path: path))
    let (played, outcome) = try transcript.played(with: ["--coverage", folder.path + "/coverage.json"])
    #expect(outcome.errorText == "")
    #expect(transcript.difference(to: played) == nil)
    let file = try JSONValue(parsing: try #require(Files.text(of: folder.path + "/coverage.json")))
    for flow in file["flows"]?.array ?? [] { #expect(Self.contradictions(in: flow) == []) }
  }

  /// Rules that ran more often than their guards held, or than their actions were offered.
  private static func contradictions(in flow: JSONValue) -> [String] {
    var wrong: [String] = []
    for (name, count) in flow["rules"]?.object ?? [:] {
      if let held = flow["guards"]?[name], (held["true"]?.integer ?? 0) < (count.integer ?? 0) {
        wrong.append("\(name) ran \(count) times, and its guard held \(held)")
      }
      let action = String(name.prefix { $0 != "[" })
      if !action.contains("("), (flow["actions"]?[action]?.integer ?? 0) < (count.integer ?? 0) {
        wrong.append("\(name) ran \(count) times, and its action was offered less often")
      }
    }
    for (name, counts) in flow["links"]?.object ?? [:]
    where counts["matched"] == nil && counts["waited"] != nil {
      wrong.append("\(name) waited without a match")
    }
    return wrong
  }
}
