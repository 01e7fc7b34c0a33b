/// The cost of a request through a pipe, in processor time, beside a C++ loop that parses the same lines and
/// writes answers of the same shape.
struct Floor {
  private static let requests = 300_000
  private static let rounds = 7

  let navtree: [String]
  let floor: String

  func measure() throws {
    var conversation = Conversation()
    conversation.push(5)
    let input = conversation.input(
      dispatching: [#"{"at":"/main/detail/list/detail/list/detail","action":{"type":"inc"}}"#],
      times: Self.requests)
    var navtreeRuns: [Double] = []
    var floorRuns: [Double] = []
    // In turn, so that other load on the machine affects both.
    for _ in 0..<Self.rounds {
      let run = try Run(navtree, input: input)
      try check(run.output)
      navtreeRuns.append(run.seconds)
      floorRuns.append(try Run([floor], input: input).seconds)
    }
    let ratios = zip(navtreeRuns, floorRuns).map { $0 / $1 }
    show(
      "A dispatch through a pipe: \(Self.requests) lines, medians of \(Self.rounds) runs, user and system time"
    )
    show("  floor    \(microseconds(floorRuns)) µs a request")
    show("  navtree  \(microseconds(navtreeRuns)) µs a request")
    show("  ratio    \(decimal(median(ratios), places: 2))")
  }

  /// A figure for wrong answers would be worth nothing.
  private func check(_ output: [UInt8]) throws {
    let lines = output.split(separator: UInt8(ascii: "\n"))
    let last = lines.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    let path = "/main/detail/list/detail/list/detail"
    let expected =
      #"{"jsonrpc":"2.0","id":300005,"result":{"seq":300005,"handledBy":"\#(path)","active":"\#(path)"}}"#
    guard lines.count == Self.requests + 5, last == expected else { throw WrongAnswer(answer: last) }
  }

  private func microseconds(_ runs: [Double]) -> String {
    decimal(median(runs) / Double(Self.requests) * 1e6, places: 3)
  }
}

/// The program gave another answer than expected.
struct WrongAnswer: Error, CustomStringConvertible {
  let answer: String

  var description: String { "wrong answer: \(answer)" }
}
