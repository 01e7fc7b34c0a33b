/// The cost of requesting an effect and answering it, in processor time, beside a plain dispatch of the same
/// session.
struct Effects {
  private static let requests = 200_000
  private static let rounds = 7

  /// The command that serves `Benchmarks/flows/effects.navtree.yaml`.
  let navtree: [String]

  func measure() throws {
    var conversation = Conversation()
    conversation.push(5)
    let at = "/main/detail/list/detail/list/detail"
    let plain = conversation.input(
      dispatching: [#"{"at":"\#(at)","action":{"type":"inc"}}"#], times: Self.requests)
    let asking = conversation.input(
      asking: #"{"at":"\#(at)","action":{"type":"ask"}}"#, answering: #"{"count":1}"#, times: Self.requests)
    var plainRuns: [Double] = []
    var askingRuns: [Double] = []
    for _ in 0..<Self.rounds {
      plainRuns.append(try Run(navtree, input: plain).seconds)
      let run = try Run(navtree, input: asking)
      try check(run.output)
      askingRuns.append(run.seconds)
    }
    let ratios = zip(askingRuns, plainRuns).map { $0 / $1 }
    show(
      "An effect through a pipe, asked for and answered: \(Self.requests), medians of \(Self.rounds) runs")
    show("  a plain dispatch    \(microseconds(plainRuns)) µs")
    show("  ask and answer      \(microseconds(askingRuns)) µs, two requests and a notification")
    show("  ratio               \(decimal(median(ratios), places: 2))")
  }

  /// A figure for wrong answers would be worth nothing.
  private func check(_ output: [UInt8]) throws {
    let lines = output.split(separator: UInt8(ascii: "\n"))
    let last = lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let number = 5 + 2 * Self.requests
    guard lines.count == 5 + 3 * Self.requests,
      last == #"{"jsonrpc":"2.0","id":\#(number),"result":{"seq":\#(number)}}"#
    else { throw WrongAnswer(answer: last) }
  }

  private func microseconds(_ runs: [Double]) -> String {
    decimal(median(runs) / Double(Self.requests) * 1e6, places: 3)
  }
}
