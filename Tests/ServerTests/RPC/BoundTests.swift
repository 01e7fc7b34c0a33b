import NavtreeJSON
import Testing

/// Requests whose cost is bounded by something other than a limit of the process.
@Suite struct BoundTests {
  @Test func aPointerHasAThousandSegments() throws {
    let conversation = Conversation()
    try conversation.call(
      "flow.load", ["yaml": "navtree: 1\nflow: f\nstart: home\nscreens: { home: {} }\n"])
    try conversation.call("session.open", ["flow": "f"])
    let refused = "'pointer' must be a JSON Pointer of at most 1000 segments"
    for (count, isRefused) in [(1_000, false), (1_001, true), (1_000_000, true)] {
      let pointer = String(repeating: "/a", count: count)
      let line = #"{"jsonrpc":"2.0","id":1,"method":"state.get","params":{"pointer":"\#(pointer)"}}"#
      #expect(conversation.send(line).contains(refused) == isRefused)
    }
  }

  /// More names than refusals are kept of, with a few that are no UTF-8 or long.
  @Test func anUnknownMethodIsRefusedAlikeEachTime() {
    let conversation = Conversation()
    let names =
      ["pnig", "pnig", "zebra"] + (0..<100).map { "stat.get\($0)" } + ["pnig", "zebra"]
      + ["", "é", String(repeating: "ping", count: 1_000), String(repeating: "ping", count: 1_000)]
    for name in names {
      let answer = conversation.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(name)"}"#)
      let hint = name == "pnig" ? "ping" : name.hasPrefix("stat") ? "state.get" : nil
      #expect(answer.contains(#""message":"no method named '\#(name.prefix(200))"#))
      #expect(answer.contains(#""hint":"did you mean '\#(hint ?? "")'?""#) == (hint != nil), "\(name)")
    }
  }
}
