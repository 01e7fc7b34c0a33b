import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// A tree far deeper than a call stack, through the pipe.
@Suite
struct DepthTests {
  /// Fewer in debug, where each call takes more of the stack.
  private static let depth = rounds(100_000, inDebug: 30_000)

  @Test
  func thousandsOfScreensArePushedReadAndPopped() throws {
    let depth = Self.depth
    var input = ""
    for index in 0..<depth {
      let screen = index.isMultiple(of: 2) ? "detail" : "list"
      input += #"{"jsonrpc":"2.0","id":\#(index),"method":"push","params":{"screen":"\#(screen)"}}"# + "\n"
    }
    let inc = ##""action":{"type":"inc"}"##
    for (method, params) in [
      ("dispatch", ##"{"at":"#\##(depth + 1)",\##(inc)}"##), ("dispatch", #"{"at":"/main",\#(inc)}"#),
      ("state.outline", "{}"), ("state.get", #"{"at":"/main","flat":true}"#), ("popToRoot", "{}"),
      ("session.close", #"{"session":"counter"}"#),
    ] {
      input += #"{"jsonrpc":"2.0","id":"end","method":"\#(method)","params":\#(params)}"# + "\n"
    }
    let child = try ChildProcess(["serve", "Benchmarks/flows/counter.navtree.yaml"])
    let outcome = try child.finish(sending: input.utf8)
    #expect(outcome.status == 0)
    // No output grows with the square of the depth.
    #expect(outcome.output.count < depth * 300)
    let answers = try outcome.lines.suffix(6).map { try JSONValue(parsing: $0)["result"] ?? .null }
    try #require(answers.count == 6 && outcome.lines.count == depth + 6)
    #expect(
      answers[0].description
        == ##"{"seq":\##(depth + 1),"handledBy":"#\##(depth + 1)","active":"#\##(depth + 1)"}"##)
    #expect(
      answers[1].description == ##"{"seq":\##(depth + 2),"handledBy":"/main","active":"#\##(depth + 1)"}"##)
    #expect(answers[2].string?.split(separator: "\n").count == depth + 2)
    #expect(answers[3].array?.count == depth + 1)
    #expect(answers[4].description == ##"{"seq":\##(depth + 3),"active":"/main"}"##)
    #expect(answers[5].description == "{}")
  }

  @Test
  func thousandsOfScreensInOneChainAreStoredAndRestored() throws {
    let depth = Self.depth
    let tree = (0..<depth).map { $0.isMultiple(of: 2) ? #""list""# : #""detail""# }.joined(separator: ",")
    func request(_ method: String, _ params: String) -> String {
      #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"# + "\n"
    }
    let folder = try TemporaryFolder()
    let arguments = [
      "serve", "Benchmarks/flows/counter.navtree.yaml", "--store", "sqlite:\(folder.path)/store.db",
    ]
    let first = try ChildProcess(arguments)
    let inc = ##"{"at":"#\##(depth / 2)","action":{"type":"inc"}}"##
    let stored = try first.finish(
      sending: (request("reset", #"{"tree":[\#(tree)]}"#) + request("dispatch", inc)).utf8)
    #expect(stored.text.contains(##""seq":2,"handledBy":"#\##(depth / 2)","active":"#\##(depth + 1)""##))
    let second = try ChildProcess(arguments)
    let restored = try second.finish(
      sending: (request("state.get", ##"{"at":"#\##(depth / 2)","pointer":"/state/count"}"##)
        + request("session.list", "{}")
        + request("popToRoot", "{}")).utf8)
    try #require(restored.lines.count == 3, "\(restored.errorText)")
    #expect(restored.lines[0].hasSuffix(#""result":1}"#))
    #expect(restored.lines[1].contains(#""seq":2,"open":true,"screens":\#(depth)"#))
    #expect(restored.lines[2].contains(#""seq":3,"active":"/main""#))
    #expect(restored.status == 0)
  }
}
