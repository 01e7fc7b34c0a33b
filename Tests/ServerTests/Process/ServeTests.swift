import NavtreeJSON
import Testing
import NavtreeTestSupport
import NavtreeSystem

private let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
private let pong = #"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n"

/// The built binary, with any input on its pipe.
@Suite(.serialized)
struct ServeTests {
  private func serve() throws -> ChildProcess { try ChildProcess(["serve"]) }

  @Test
  func nothingIsAnsweredToNothing() throws {
    let outcome = try serve().finish()
    #expect(outcome.text == "")
    #expect(outcome.errorText == "")
    #expect(outcome.status == 0)
  }

  @Test
  func aLastLineWithoutNewlineIsALine() throws {
    let outcome = try serve().finish(sending: (ping + ping.dropLast()).utf8)
    #expect(outcome.text == pong + pong)
    #expect(outcome.status == 0)
  }

  @Test
  func halfALineAtTheEndIsAnsweredAsNoJSON() throws {
    let outcome = try serve().finish(sending: (ping + ping.prefix(12)).utf8)
    #expect(outcome.text.hasPrefix(pong))
    #expect(outcome.lines.count == 2)
    #expect(outcome.text.contains("-32700"))
    #expect(outcome.status == 0)
  }

  @Test(
    arguments: [
      ("invalid UTF-8", 0xFF, 2, #""code":-32700"#),
      ("a NUL", 0, 1, #""code":-32700"#),
      ("a million brackets", UInt8(ascii: "["), 1_000_000, #""limit":"depth""#),
      ("a line of 20 MB", UInt8(ascii: " "), 20_000_000, #""limit":"line""#),
    ] as [(String, UInt8, Int, String)])
  func aLineThatIsNoRequestIsAnsweredAndTheNextIsRead(
    name: String, byte: UInt8, count: Int, expected: String
  ) throws {
    let child = try serve()
    let line = Array(repeating: byte, count: count)
    let bytes = Array(ping.utf8) + line + Array("\n".utf8) + Array(ping.utf8)
    let sent = child.send(bytes)
    #expect(sent == bytes.count)
    #expect(try child.line() + "\n" == pong)
    #expect(try child.line().contains(expected))
    #expect(try child.line() + "\n" == pong)
    if let peak = child.peakMemory { #expect(peak < 96 << 20) }
    let outcome = try child.finish()
    #expect(outcome.text == "")
    #expect(outcome.errorText == "")
    #expect(outcome.status == 0)
  }

  @Test(arguments: [1, 2])
  func howTheInputIsCutNeverMatters(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let child = try serve()
    let requests = (0..<200).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# + "\r\n\n" }
    var rest = Array(requests.joined().utf8)[...]
    while !rest.isEmpty {
      let part = rest.prefix(Int.random(in: 1...100, using: &random))
      #expect(child.send(part) == part.count)
      rest = rest.dropFirst(part.count)
    }
    let outcome = try child.finish()
    #expect(outcome.text == (0..<200).map { #"{"jsonrpc":"2.0","id":\#($0),"result":{}}"# + "\n" }.joined())
  }

  @Test
  func aRequestIsAnsweredBeforeTheNextIsThere() throws {
    let child = try serve()
    for _ in 0..<3 {
      #expect(child.send(ping.utf8) == ping.utf8.count)
      #expect(try child.line() + "\n" == pong)
    }
    #expect(try child.finish().status == 0)
  }

  @Test
  func shutdownIsAnsweredAndNothingAfterIt() throws {
    let shutdown = #"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"# + "\n"
    let child = try serve()
    // The input stays open.
    #expect(child.send((ping + shutdown + ping).utf8) > 0)
    #expect(try child.line() + "\n" == pong)
    #expect(try child.line() + "\n" == pong)
    #expect(try child.line() == "")
    #expect(try child.wait() == 0)
  }

  @Test
  func aReaderThatGoesAwayEndsItWithoutAWord() throws {
    let idle = try serve()
    #expect(idle.send(ping.utf8) > 0)
    #expect(try idle.line() + "\n" == pong)
    idle.closeOutput()
    #expect(try idle.wait() == 0)

    let busy = try serve()
    busy.closeOutput()
    let outcome = try busy.finish(sending: String(repeating: ping, count: 100_000).utf8)
    #expect(outcome.errorText == "")
    #expect(outcome.status == 0)
  }

  @Test
  func aReaderThatNeverReadsStopsTheReading() throws {
    let child = try serve()
    let flood = Array(String(repeating: ping, count: 1_000_000).utf8)
    let sent = child.send(flood, patience: 500)
    // The waiting output, and the content of the pipes.
    #expect(sent < 4 << 20)
    if let peak = child.peakMemory { #expect(peak < 64 << 20) }
    let outcome = try child.finish()
    #expect(outcome.lines.count == (sent + ping.utf8.count - 1) / ping.utf8.count)
    #expect(outcome.lines.dropLast().allSatisfy { $0 + "\n" == pong })
    #expect(outcome.status == 0)
  }

  @Test(arguments: [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)] as [(Int32, Int32)])
  func aSignalEndsIt(signal: Int32, status: Int32) throws {
    let idle = try serve()
    #expect(idle.send(ping.utf8) > 0)
    #expect(try idle.line() + "\n" == pong)
    kill(idle.identifier, signal)
    let outcome = try idle.finish()
    #expect(outcome.status == status)
    #expect(outcome.errorText == "")

    let stuck = try serve()
    _ = stuck.send(String(repeating: ping, count: 200_000).utf8, patience: 200)
    kill(stuck.identifier, signal)
    #expect(try stuck.wait() == status)
  }

  private func waitUntilRead(_ child: ChildProcess) {
    var waiting: Int32 = 1
    while ioctl(child.input, UInt(FIONREAD), &waiting) == 0, waiting > 0 { usleep(1_000) }
  }

  /// The batch would never end. What was answered before it is stored, and the change that its first action was, if
  /// each is its own.
  @Test(arguments: [true, false])
  func aSignalBreaksOffALongRequest(atomic: Bool) throws {
    let folder = try TemporaryFolder()
    let command = [
      "serve", "Specs/behaviour/work.navtree.yaml", "--store", "sqlite:\(folder.path)/s.db", "--limit",
      "work=1000000000000", "--limit", "queue=1000000000",
    ]
    let child = try ChildProcess(command)
    let add = #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"add"}}}"# + "\n"
    // The chain ends at 500, which an odd count never is: it is 3 when the chain begins.
    for seq in 1...2 {
      #expect(child.send(add.utf8) > 0)
      #expect(try child.line().contains(#""seq":\#(seq)"#))
    }
    let chain =
      #"{"jsonrpc":"2.0","id":2,"method":"batch","params":{"atomic":\#(atomic),"actions":[{"action":{"type":"add"}},{"action":{"type":"chain"}}]}}"#
      + "\n"
    #expect(child.send((chain + add).utf8) > 0)
    waitUntilRead(child)
    // It is in the chain once it has worked for a while.
    let enough = (child.processorTicks ?? 0) + 50
    for _ in 0..<60_000 where child.processorTicks ?? enough < enough { usleep(10_000) }
    kill(child.identifier, SIGTERM)
    let outcome = try child.finish()
    #expect(outcome.status == 143)
    #expect(outcome.lines.isEmpty)
    #expect(outcome.errorText == "")
    let get = #"{"jsonrpc":"2.0","id":3,"method":"state.get","params":{"pointer":"/state/count"}}"# + "\n"
    let again = try ChildProcess(command).finish(sending: get.utf8)
    #expect(again.lines == [#"{"jsonrpc":"2.0","id":3,"result":\#(atomic ? 2 : 3)}"#])
  }

  @Test(arguments: ["plan", "clock.advance"])
  func aSignalEndsAPlanAndManyTimers(method: String) throws {
    let flow =
      method == "plan" ? "Specs/social.navtree.yaml" : "Specs/behaviour/work.navtree.yaml"
    let child = try ChildProcess([
      "serve", flow, "--clock", "virtual", "--limit", "work=1000000000000", "--limit", "firings=1000000000",
    ])
    if method == "clock.advance" {
      let tick = #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"tick"}}}"# + "\n"
      #expect(child.send(tick.utf8) > 0)
    }
    // The answer, or the request of the first effect.
    _ = try child.line()
    let line =
      method == "plan"
      ? #"{"jsonrpc":"2.0","id":2,"method":"plan","params":{"when":"size(screens) > 1000","maxStates":20000}}"#
      : #"{"jsonrpc":"2.0","id":2,"method":"clock.advance","params":{"by":"1000h"}}"#
    #expect(child.send((line + "\n").utf8) > 0)
    waitUntilRead(child)
    kill(child.identifier, SIGINT)
    let outcome = try child.finish()
    #expect(outcome.status == 130)
    #expect(outcome.lines.isEmpty)
  }

  @Test
  func theOutputIsLeftAsItWas() throws {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let before = fcntl(ends[1], F_GETFL)
    let child = try ChildProcess(["serve"], writingTo: ends[1])
    #expect(try child.finish(sending: ping.utf8).status == 0)
    #expect(fcntl(ends[1], F_GETFL) == before)
  }

  @Test(.enabled(if: Conformance.has("json.jsonl")))
  func everyTextOfTheJSONSuiteIsReadAsParams() throws {
    let tests = try Conformance.tests("json.jsonl")
    var input: [UInt8] = []
    var expected: [(id: String, expect: String)] = []
    for test in tests {
      let text = Conformance.base64(try #require(test["bytes_base64"]?.string))
      if text.contains(0x0A) { continue }
      expected.append((try #require(test["id"]?.string), try #require(test["expect"]?.string)))
      input += Array(#"{"jsonrpc":"2.0","id":1,"method":"ping","params":"#.utf8) + text + Array("}\n".utf8)
    }
    try #require(!expected.isEmpty)
    let outcome = try serve().finish(sending: input + Array(ping.utf8))
    try #require(outcome.lines.count == expected.count + 1)
    #expect(outcome.lines.last.map { $0 + "\n" } == pong)
    var passed = 0
    for (line, (id, expect)) in zip(outcome.lines, expected) {
      let isRefused = line.contains(#""code":-32700"#) || line.contains(#""limit":"depth""#)
      let isExpected = expect == "either" || isRefused == (expect == "reject")
      #expect(isExpected, "\(id): \(line)")
      if isExpected { passed += 1 }
    }
    print("json through the server: \(passed)/\(expected.count)")
  }
}
