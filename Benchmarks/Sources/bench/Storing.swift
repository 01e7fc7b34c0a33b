#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What it costs to store each change before it is answered, in processor time, beside the same without a store.
struct Storing {
  private static let requests = 300_000
  private static let rounds = 7

  /// The command that serves `Benchmarks/flows/counter.navtree.yaml`.
  let navtree: [String]

  func measure() throws {
    let input = Conversation().input(dispatching: [#"{"action":{"type":"inc"}}"#], times: Self.requests)
    var plainRuns: [Double] = []
    var storedRuns: [Double] = []
    for _ in 0..<Self.rounds {
      plainRuns.append(try run([], input))
      var template = Array("/tmp/navtree-bench-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw Run.Failure.couldNotStart("mkdtemp") }
      let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
      defer { remove(folder) }
      storedRuns.append(try run(["--store", "sqlite:\(folder)/store.db"], input))
      for suffix in ["", "-wal", "-shm", ".lock"] { remove("\(folder)/store.db\(suffix)") }
    }
    let ratios = zip(storedRuns, plainRuns).map { $0 / $1 }
    print("Dispatches through a pipe, stored: \(Self.requests), medians of \(Self.rounds) runs")
    print("  without a store     \(microseconds(plainRuns)) µs")
    print("  --durability commit \(microseconds(storedRuns)) µs")
    print("  ratio               \(decimal(median(ratios), places: 2))")
  }

  private func run(_ options: [String], _ input: [UInt8]) throws -> Double {
    let run = try Run(navtree + options, input: input)
    let last = run.output.split(separator: UInt8(ascii: "\n")).last.map {
      String(decoding: $0, as: UTF8.self)
    }
    // A figure for wrong answers would be worth nothing.
    guard let last, last.contains(#""id":\#(Self.requests),"result":{"seq":\#(Self.requests)}"#) else {
      throw WrongAnswer(answer: last ?? "")
    }
    return run.seconds
  }

  private func microseconds(_ runs: [Double]) -> String {
    decimal(median(runs) / Double(Self.requests) * 1e6, places: 3)
  }
}
