import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import Testing

/// The notification that ends the output of a request.
@Suite struct SettledTests {
  private let conversation = Conversation()

  private static let flow = """
    navtree: 1
    flow: count
    start: counter
    screens:
      counter: { state: { n: { type: integer, default: 0 } }, actions: { add: { set: { n: "${state.n + 1}" } } } }
    """

  /// The output for a line: the method of a notification, `answer`, or `answers` of a batch.
  private func output(for line: String) throws -> [String] {
    try conversation.send(line).split(separator: "\n").map { line in
      let value = try JSONValue(parsing: String(line))
      guard let method = value["method"]?.string else { return value.array == nil ? "answer" : "answers" }
      return method == "settled" ? "settled \(value["params"] ?? .null)" : method
    }
  }

  @Test func nobodyIsToldWhoDoesNotAsk() throws {
    #expect(try output(for: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#) == ["answer"])
  }

  @Test func anAnswerAndItsNotificationsStandBefore() throws {
    try conversation.call("initialize", ["settled": true])
    try conversation.call("flow.load", ["yaml": .string(Self.flow)])
    try conversation.call("session.open", ["flow": "count"])
    try conversation.call("subscribe", ["at": "/main"])
    let line = #"{"jsonrpc":"2.0","id":"a\"b","method":"dispatch","params":{"action":{"type":"add"}}}"#
    #expect(try output(for: line) == ["answer", "state.changed", #"settled {"id":"a\"b"}"#])
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, #"{"id":1}"#),
    (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, #"{"id":null}"#),
    (#"{"jsonrpc":"2.0","id":1e2,"method":"nothing"}"#, #"{"id":100}"#),
    (#"{"jsonrpc":"2.0","id":2}"#, #"{"id":2}"#),
    (#"{"jsonrpc":"2.0","id":18446744073709551616,"method":"ping"}"#, #"{"id":1.8446744073709552e19}"#),
    (#"{"jsonrpc":"2.0","id":3,"method":"ping","params":{"a":1e999}}"#, #"{"id":3}"#),
    (
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},7,{"jsonrpc":"2.0","method":"ping"},{"id":"x"}]"#,
      #"{"ids":[1,"x"]}"#
    ),
    (
      #"[{"jsonrpc":"2.0","id":1e999,"method":"ping"},{"jsonrpc":"2.0","id":5,"method":"ping","params":[1e999]}]"#,
      #"{"ids":[null,5]}"#
    ),
  ])
  func allThatHasAnIDIsSettled(line: String, settled: String) throws {
    try conversation.call("initialize", ["settled": true])
    let output = conversation.send(line)
    #expect(output.hasSuffix("\n" + #"{"jsonrpc":"2.0","method":"settled","params":\#(settled)}"# + "\n"))
  }

  @Test(arguments: [
    "", "{", "[]", "1", #"{"jsonrpc":"2.0","id":[],"method":"ping"}"#, #"{"jsonrpc":"2.0","method":"ping"}"#,
    #"[{"jsonrpc":"2.0","method":"ping"}]"#, "[1]",
  ])
  func whatHasNoIDIsNot(line: String) throws {
    try conversation.call("initialize", ["settled": true])
    #expect(try !output(for: line).contains { $0.hasPrefix("settled") })
  }

  @Test func itEndsWhenItIsNoLongerWanted() throws {
    try conversation.call("initialize", ["settled": true])
    try conversation.call("initialize", [:])
    #expect(try output(for: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#).count == 2)
    try conversation.call("initialize", ["settled": false])
    #expect(try output(for: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#) == ["answer"])
  }

  @Test func itStaysWhereAnswersAreUndone() throws {
    try conversation.call("initialize", ["settled": true])
    var output = JSONWriter()
    output.append(raw: conversation.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#))
    RPCLayer(maximumDepth: 9).refuseAll(after: 0, .internal("full"), in: &output)
    let lines = output.text.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("-32603") == true)
    #expect(lines.last == #"{"jsonrpc":"2.0","method":"settled","params":{"id":1}}"#)
  }
}
