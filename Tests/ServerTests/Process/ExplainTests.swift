import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeTestSupport
import Testing

/// Explanations leave no trace: not in state, ids and numbers, nor in any later output.
@Suite struct ExplainTests {
  private static let paths = Files.paths(below: Files.package + "/Specs", endingIn: ".transcript")
    .map { String($0.dropFirst(Files.package.count + 1)) }

  /// Each conversation is repeated with every action explained before it is sent.
  @Test(arguments: paths)
  func aConversationGoesOnAsIfNothingHadBeenExplained(path: String) throws {
    let transcript = try #require(PlayedTranscript(path: Files.package + "/" + path))
    let arguments = try #require(transcript.arguments)
    let requests = transcript.requests
    let plain = try ChildProcess(arguments).finish(sending: Self.input(requests).utf8)
    let explained = try ChildProcess(arguments)
      .finish(sending: Self.input(requests.flatMap { Self.explanations(of: $0) + [$0] }).utf8)
    let told = explained.text.split(separator: "\n").filter { !$0.hasPrefix(Self.answer) }
    #expect(told == plain.text.split(separator: "\n"))
  }

  /// The windows behind the one that the last change closed have other numbers since.
  @Test func theActiveScreenIsForetoldAfterAWindowHasClosed() throws {
    let server = try Conversation(
      flow: """
        navtree: 1
        flow: windows
        start: home
        screens: { home: { state: { n: integer }, actions: { add: { set: { n: "${state.n + 1}" } } } } }
        """)
    for window in ["second", "third", "fourth"] {
      try server.call("window.open", ["window": .string(window), "screen": "home"])
    }
    try server.call("window.close", ["window": "second"])
    let told = try server.call("explain", ["at": "/fourth", "action": ["type": "add"]])
    #expect(told["active"] == "/fourth")
  }

  /// A link that names a window opens there, wherever it is asked for.
  @Test func theActiveScreenIsForetoldInTheWindowOfALink() throws {
    let server = try Conversation(
      flow: """
        navtree: 1
        flow: windows
        start: home
        links:
          - { url: /deep, at: /main, opens: deep }
        screens:
          home: { slots: { next: { presents: [deep] } } }
          deep: {}
        """)
    try server.call("window.open", ["window": "second", "screen": "home"])
    let request: JSONValue = ["window": "second", "action": ["type": "nav.open", "url": "/deep"]]
    let told = try server.call("explain", request)
    #expect(try server.call("dispatch", request)["active"] == told["active"])
  }

  private static let answer = #"{"jsonrpc":"2.0","id":"explained","#

  private static func input(_ lines: [Substring]) -> String {
    lines.map { $0 + "\n" }.joined()
  }

  /// The request to explain what a request dispatches; nothing for any other.
  private static func explanations(of request: Substring) -> [Substring] {
    guard let request = try? JSONValue(parsing: request), request["method"] == "dispatch",
      case .object(var params)? = request["params"]
    else { return [] }
    params["return"] = nil
    let explain: JSONValue = [
      "jsonrpc": "2.0", "id": "explained", "method": "explain", "params": .object(params),
    ]
    return [Substring("\(explain)")]
  }
}
