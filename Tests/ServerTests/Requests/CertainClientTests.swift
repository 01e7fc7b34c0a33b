import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing
import NavtreeSystem

/// A client that asks again, under the same keys, whatever it has no answer for, while its server is killed at any
/// moment. NAVTREE_KILLS is the number of kills.
@Suite struct CertainClientTests {
  private static let kills = rounds(60, inDebug: 15, unless: "NAVTREE_KILLS")

  /// A client that knows what it has asked for and what was answered, and nothing of the server.
  private struct Client {
    private var random = SeededGenerator(seed: 1)
    /// The requests without an answer, in order.
    var open: [String] = []
    private(set) var count = 0
    /// The session, if each request is done exactly once.
    private(set) var list: [Int] = []
    private(set) var sum = 0
    private(set) var now = 0
    private(set) var pushes = 0
    private(set) var effects = 0
    private var isAsking = false

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    /// A request that does more if it is done twice.
    mutating func next() -> String {
      if isAsking {
        isAsking = false
        sum += 2
        return ask("effect.done", #""effect":\#(effects),"output":{"cents":2}"#)
      }
      switch below(8) {
      case 0...1:
        sum += 1
        list.append(sum)
        return ask("dispatch", #""at":"/main","action":{"type":"sell"}"#)
      case 2:
        now += 3
        return ask("clock.advance", #""by":3"#)
      case 3:
        pushes += 1
        return ask("push", #""screen":"till","at":"/main""#)
      case 4:
        effects += 1
        isAsking = true
        return ask("dispatch", #""at":"/main","action":{"type":"ask"}"#)
      case 5:
        let numbers = (0..<3).map { 10 * count + $0 }
        list += numbers
        let entries = numbers.map { #"{"at":"/main","action":{"type":"note","number":\#($0)}}"# }
        return ask("batch", #""atomic":\#(below(2) == 0),"actions":[\#(entries.joined(separator: ","))]"#)
      default:
        list.append(10 * count)
        return ask("dispatch", #""at":"/main","action":{"type":"note","number":\#(10 * count)}"#)
      }
    }

    /// Requests that make the session small again.
    mutating func begin() {
      list = []
      pushes = 0
      _ = ask("popToRoot", #""at":"/main""#)
      _ = ask("dispatch", #""at":"/main","action":{"type":"clear"}"#)
    }

    private mutating func ask(_ method: String, _ params: String) -> String {
      count += 1
      open.append(
        #"{"jsonrpc":"2.0","id":\#(count),"method":"\#(method)","params":{"request":"\#(count)",\#(params)}}"#
      )
      return open[open.count - 1]
    }
  }

  @Test func eachChangeIsMadeExactlyOnce() throws {
    let folder = try TemporaryFolder()
    Files.write(Till.flow, to: folder.path + "/till.navtree.yaml")
    let command = [
      "serve", folder.path + "/till.navtree.yaml", "--clock", "virtual", "--store",
      "sqlite:\(folder.path)/store.db",
    ]
    var client = Client()
    var askedAgain = 0
    for kill in 1...max(Self.kills, 1) {
      let run = try LoadRun(command, [#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#])
      var unanswered = client.open[...]
      askedAgain += unanswered.count
      let window = [1, 4, 16, 64][client.below(4)]
      // One in five is killed while it starts.
      if client.below(5) > 0 { run.run(for: LoadRun.patience, window: 1, until: { run.hasBegun }) }
      run.run(for: client.below(100_000), window: window) { unanswered.popFirst() ?? client.next() }
      let complaint = try run.kill()
      #expect(complaint == "", "kill \(kill)")
      try #require(run.answersToLines.filter { $0.contains(#""error":"#) } == [], "kill \(kill)")
      client.open.removeFirst(run.answersToLines.count)
      if kill % 20 == 0 || kill == Self.kills { try check(&client, command) }
    }
    print("\(Self.kills) kills, \(client.count) requests, \(askedAgain) asked again: each done once")
  }

  /// Asks for the rest, and compares the session with what was asked for.
  private func check(_ client: inout Client, _ command: [String]) throws {
    let save = #"{"jsonrpc":"2.0","id":0,"method":"snapshot.save"}"#
    let lines = client.open + [save]
    let outcome = try ChildProcess(command).finish(sending: lines.map { $0 + "\n" }.joined().utf8)
    let answers = outcome.lines.filter { $0.hasPrefix(#"{"jsonrpc":"2.0","id""#) }
    try #require(answers.count == lines.count)
    try #require(answers.filter { $0.contains(#""error":"#) } == [])
    client.open = []
    let saved = try #require(try JSONValue(parsing: String(answers[answers.count - 1]))["result"])
    let rows = saved["rows"]?.array ?? []
    try #require(rows.first?["state"]?["sales"]?.array?.compactMap(\.integer) == client.list)
    #expect(rows.first?["state"]?["sum"]?.integer == client.sum)
    #expect(rows.count == 1 + client.pushes)
    #expect(saved["now"]?.integer == client.now)
    #expect(saved["next"]?["effect"]?.integer == 1 + client.effects)
    #expect((saved["effects"]?.array ?? []).count <= 1)
    client.begin()
  }
}
