/// The cost of storing each change before it is answered, in processor time, beside the same without a store.
struct Storing {
  private static let requests = 300_000
  private static let rounds = 7

  /// The command that serves `Benchmarks/flows/counter.navtree.yaml`.
  let navtree: [String]

  func measure() throws {
    let input = Conversation().input(dispatching: [#"{"action":{"type":"inc"}}"#], times: Self.requests)
    var plainRuns: [Double] = []
    var storedRuns: [Double] = []
    // In turn, so that other load on the machine affects both.
    for _ in 0..<Self.rounds {
      plainRuns.append(try run([], input))
      let folder = try StoreFolder()
      storedRuns.append(try run(["--store", folder.url], input))
    }
    let ratios = zip(storedRuns, plainRuns).map { $0 / $1 }
    show(
      "A dispatch through a pipe, stored before it is answered: \(Self.requests) lines, medians of \(Self.rounds) runs"
    )
    show("  without a store     \(microseconds(plainRuns)) µs")
    show("  --durability commit \(microseconds(storedRuns)) µs")
    show("  ratio               \(decimal(median(ratios), places: 2))")
  }

  private func run(_ options: [String], _ input: [UInt8]) throws -> Double {
    let run = try Run(navtree + options, input: input)
    let last = run.output.split(separator: UInt8(ascii: "\n")).last.map {
      String(decoding: $0, as: UTF8.self)
    }
    // A figure for wrong answers would be worth nothing.
    guard let last, last.contains(#""id":\#(Self.requests),"result":{"seq":\#(Self.requests),"#) else {
      throw WrongAnswer(answer: last ?? "")
    }
    return run.seconds
  }

  private func microseconds(_ runs: [Double]) -> String {
    decimal(median(runs) / Double(Self.requests) * 1e6, places: 3)
  }

  // MARK: Many sessions

  private static let openings = 2_000

  /// The cost of opening a stored session and closing it, among few and among many.
  func measureOpening() throws {
    show("A stored session opened and closed: \(Self.openings) of them, medians of \(Self.rounds) runs")
    var costs: [Double] = []
    for count in [100, 100_000] {
      let folder = try StoreFolder()
      let stored = navtree + ["--store", folder.url]
      _ = try Run(stored + ["--durability", "off"], input: input(opening: 0..<count))
      let idle = try Run(stored, input: []).seconds
      let some = (0..<Self.openings).map { $0 * count / Self.openings }
      let runs = try (0..<Self.rounds).map { _ in try Run(stored, input: input(opening: some)).seconds - idle
      }
      costs.append(median(runs) / Double(Self.openings) * 1e6)
      show("  among \(count): \(decimal(costs[costs.count - 1], places: 0)) µs")
    }
    show("  ratio \(decimal(costs[1] / costs[0], places: 2))")
  }

  private func input(opening sessions: some Sequence<Int>) -> [UInt8] {
    var conversation = Conversation()
    for session in sessions {
      conversation.prepare("session.open", #"{"flow":"counter","session":"session \#(session)"}"#)
      conversation.prepare("session.close", #"{"session":"session \#(session)"}"#)
    }
    return Array(conversation.setup.utf8)
  }

  // MARK: A deep session

  private static let depth = 100_000

  /// The cost of storing a session of many screens on top of each other, and of restoring it.
  func measureDepth() throws {
    let folder = try StoreFolder()
    let stored = navtree + ["--store", folder.url]
    var conversation = Conversation()
    conversation.push(Self.depth)
    let pushing = try Run(stored, input: Array(conversation.setup.utf8))
    var question = Conversation()
    question.prepare("state.active", "{}")
    let restoring = try Run(stored, input: Array(question.setup.utf8))
    let answer = String(decoding: restoring.output, as: UTF8.self)
    guard answer.contains(##""at":"#\##(Self.depth + 1)""##) else { throw WrongAnswer(answer: answer) }
    show("A session of \(Self.depth) screens in one chain")
    show("  pushed and stored \(decimal(pushing.seconds, places: 2)) s")
    show("  restored          \(decimal(restoring.seconds, places: 2)) s")
  }
}
