import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeTestSupport
import Testing

/// A client that follows a screen and doesn't read while it is changed.
@Suite struct SlowReaderTests {
  private static let changes = rounds(100_000, inDebug: 50_000)

  @Test func aReaderThatFallsBehindIsToldTheRestAsOneAndNothingIsKeptForEachChange() throws {
    let child = try ChildProcess(["serve", "Benchmarks/flows/counter.navtree.yaml"])
    let subscribe =
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"depth":1,"initial":false}}"# + "\n"
    #expect(child.send(subscribe.utf8) == subscribe.utf8.count)
    _ = try child.line()
    let change = #"{"jsonrpc":"2.0","method":"dispatch","params":{"action":{"type":"inc"}}}"# + "\n"
    let all = Array(repeating: change, count: Self.changes).joined()
    // They are taken though nobody reads their notifications.
    #expect(child.send(all.utf8) == all.utf8.count)
    if let peak = child.peakMemory { #expect(peak < 64 << 20) }
    let outcome = try child.finish()
    #expect(outcome.status == 0)
    var seq = 0
    var merged = 0
    for line in outcome.lines {
      let params = try #require(JSONValue(parsing: line)["params"], "\(line)")
      let told = try #require(params["seq"]?.integer)
      let since = params["since"]?.integer
      #expect((since ?? told) == seq + 1, "none is left out")
      if let since { merged = max(merged, told - since + 1) }
      seq = told
      #expect(params["patch"]?[0]?["value"]?.integer == told)
    }
    #expect(seq == Self.changes)
    #expect(merged > Self.changes / 2, "the most told as one: \(merged) of \(outcome.lines.count)")
    #expect(outcome.lines.count < Self.changes / 10)
  }

  @Test func aReaderThatFallsBehindIsToldTheLastActionsAndTheNumberOfTheOthers() throws {
    let child = try ChildProcess(["serve", "Benchmarks/flows/counter.navtree.yaml"])
    let subscribe =
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"form":"actions"}}"# + "\n"
      + #"{"jsonrpc":"2.0","id":2,"method":"subscribe","params":{"form":"transitions","initial":false}}"#
      + "\n"
    #expect(child.send(subscribe.utf8) == subscribe.utf8.count)
    for _ in 0..<2 { _ = try child.line() }
    let changes =
      #"{"jsonrpc":"2.0","method":"push","params":{"screen":"detail"}}"# + "\n"
      + #"{"jsonrpc":"2.0","method":"pop"}"# + "\n"
    let all = Array(repeating: changes, count: 5_000).joined()
    #expect(child.send(all.utf8) == all.utf8.count)
    if let peak = child.peakMemory { #expect(peak < 64 << 20) }
    let outcome = try child.finish()
    #expect(outcome.status == 0)
    var (told, missed, created, removed) = (0, 0, 0, 0)
    for line in outcome.lines {
      let message = try JSONValue(parsing: line)
      let params = try #require(message["params"])
      if message["method"] == "state.action" {
        told += 1
        missed += params["missed"]?.integer ?? 0
        #expect(params["seq"]?.integer == told + missed, "none is left out")
        continue
      }
      for transition in params["transitions"]?.array ?? [] {
        created += transition["created"]?.array?.count ?? 0
        removed += transition["removed"]?.array?.count ?? 0
      }
    }
    #expect(told + missed == 10_000)
    #expect(missed > 1_000, "\(missed) missed of \(told + missed)")
    #expect(created == removed, "nothing is left in the end")
  }

  /// An answer stays between earlier and later notifications.
  @Test func answersStayWhereTheyAreAmongWhatIsToldAsOne() throws {
    let child = try ChildProcess(["serve", "Benchmarks/flows/counter.navtree.yaml"])
    var input = #"{"jsonrpc":"2.0","id":0,"method":"push","params":{"screen":"detail"}}"# + "\n"
    for at in ["/main", "/main/detail"] {
      input +=
        #"{"jsonrpc":"2.0","id":0,"method":"subscribe","params":{"at":"\#(at)","depth":1,"initial":false}}"#
        + "\n"
    }
    #expect(child.send(input.utf8) == input.utf8.count)
    for _ in 0..<3 { _ = try child.line() }
    // The list is changed by the first half, the detail by all, with a request among them.
    let changes = 20_000
    var lines = ""
    for index in 0..<changes {
      let at = index < changes / 2 && index.isMultiple(of: 2) ? "/main" : "/main/detail"
      lines +=
        #"{"jsonrpc":"2.0","method":"dispatch","params":{"at":"\#(at)","action":{"type":"inc"}}}"# + "\n"
      if index == changes * 3 / 4 { lines += #"{"jsonrpc":"2.0","id":7,"method":"ping"}"# + "\n" }
    }
    #expect(child.send(lines.utf8) == lines.utf8.count)
    let outcome = try child.finish()
    let told = try outcome.lines.map { try JSONValue(parsing: $0) }
    let answer = try #require(told.firstIndex { $0["id"]?.integer == 7 })
    func seqs(_ messages: ArraySlice<JSONValue>) -> [Int] {
      messages.compactMap { $0["params"]?["seq"]?.integer }
    }
    // Without the push.
    let pinged = changes * 3 / 4 + 2
    #expect(seqs(told[..<answer]).allSatisfy { $0 <= pinged })
    #expect(seqs(told[answer...]).allSatisfy { $0 > pinged })
    #expect(seqs(told[...]).max() == changes + 1)
    var last: [Int: Int] = [:]
    for params in told.compactMap({ $0["params"] }) {
      last[params["subscription"]?.integer ?? 0] = params["patch"]?[0]?["value"]?.integer
    }
    #expect(last == [1: changes / 4, 2: changes * 3 / 4])
  }
}
