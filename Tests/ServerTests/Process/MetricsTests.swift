import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence
import NavtreeTestSupport
import OrderedCollections
import Testing

/// `navtree serve --metrics`: lines of counts and latencies.
@Suite struct MetricsTests {
  private static let flow = "Benchmarks/flows/counter.navtree.yaml"
  private static let action =
    #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"inc"}}}"# + "\n"

  @Test func theLastLineCountsAllThatTheProcessDid() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/metrics"
    let input = String(repeating: Self.action, count: 100)
    let outcome = try ChildProcess(
      ["serve", Self.flow, "--store", "sqlite:\(folder.path)/store", "--metrics", path]
    ).finish(sending: input.utf8)
    #expect(outcome.status == 0)
    #expect(outcome.errorText == "")
    let line = try #require(try lines(of: path).last)
    #expect(line["requests"]?["count"] == 100)
    #expect(line["requests"]?["methods"] == ["dispatch": 100])
    #expect(line["requests"]?["microseconds"]?["count"] == 100)
    #expect(line["sessions"] == ["open": 1, "opened": 1])
    #expect(line["bytes"]?["read"] == .integer(input.utf8.count))
    #expect(line["bytes"]?["written"] == .integer(outcome.output.count))
    let commits = try #require(line["commits"]?["count"]?.integer)
    #expect(commits >= 1 && commits <= 100)
    #expect(line["commits"]?["microseconds"]?["count"] == .integer(commits))
    #expect(line["leases"] == nil)
  }

  @Test func aLineIsWrittenEachIntervalAndItsLatenciesAreThoseSinceTheLineBefore() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/metrics"
    let child = try ChildProcess(["serve", Self.flow, "--metrics", path, "--metrics-interval", "20ms"])
    _ = child.send(Self.action.utf8)
    _ = try child.line()
    // Nothing more is sent: the lines come by the clock.
    while try lines(of: path).count < 3 {}
    let outcome = try child.finish()
    #expect(outcome.status == 0)
    let counts = try lines(of: path).map { $0["requests"]?["count"] }
    let measured = try lines(of: path).compactMap { $0["requests"]?["microseconds"]?["count"]?.integer }
    #expect(counts.last == 1)
    #expect(measured.count == counts.count && measured.reduce(0, +) == 1)
  }

  @Test func aProcessAppendsToTheFileOfTheOneBefore() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/metrics"
    for _ in 0..<2 { _ = try ChildProcess(["serve", Self.flow, "--metrics", path]).finish() }
    let processes = try lines(of: path).map { $0["process"] }
    #expect(processes.count == 2 && processes[0] != processes[1])
  }

  @Test func theyGoToStandardErrorWhoeverReadsIt() throws {
    let child = try ChildProcess(["serve", Self.flow, "--metrics", "stderr", "--metrics-interval", "1ms"])
    // More lines than a pipe holds come by, and the process goes on.
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
    for _ in 0..<300 {
      _ = child.send(ping.utf8)
      _ = try child.line()
    }
    let outcome = try child.finish()
    #expect(outcome.status == 0)
    let line = try #require(outcome.errorText.split(separator: "\n").first)
    #expect(try JSONValue(parsing: Array(line.utf8))["requests"] != nil)
  }

  @Test func withoutItTheMethodCountsWhatTheRequestsDecide() throws {
    let input = [
      #"{"jsonrpc":"2.0","id":1,"method":"metrics"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"dispatch","params":{"action":{"type":"nothing"}}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"metrix"}"#, #"{"jsonrpc":"2.0","method":"ping"}"#,
      #"{"jsonrpc":"2.0","id":4,"method":"session.open","params":{"flow":"counter","session":"second"}}"#,
      #"{"jsonrpc":"2.0","id":5,"method":"subscribe","params":{"session":"second"}}"#,
      #"[{"jsonrpc":"2.0","method":"session.close","params":{"session":"counter"}},{"jsonrpc":"2.0","id":6,"method":"metrics"}]"#,
    ]
    let outcome = try ChildProcess(["serve", Self.flow, "--clock", "virtual"])
      .finish(sending: (input.joined(separator: "\n") + "\n").utf8)
    let answers = outcome.lines.filter { $0.contains(#""requests""#) }
    #expect(
      answers == [
        #"{"jsonrpc":"2.0","id":1,"result":{"requests":{"count":1,"failed":0,"methods":{"metrics":1}},"sessions":{"open":1,"opened":1},"subscriptions":{"open":0}}}"#,
        #"[{"jsonrpc":"2.0","id":6,"result":{"requests":{"count":7,"failed":1,"methods":{"ping":1,"metrics":2,"session.open":1,"session.close":1,"dispatch":1,"subscribe":1},"failures":{"notHandled":1}},"sessions":{"open":1,"opened":2},"subscriptions":{"open":1}}}]"#,
      ])
  }

  @Test(
    arguments: [
      (["--metrics", "/nowhere/metrics"], 74, "navtree: /nowhere/metrics: No such file or directory\n"),
      (["--metrics", "/dev/zero"], 74, "navtree: /dev/zero: is no regular file\n"),
      (["--metrics-interval", "1s"], 64, "--metrics-interval goes with --metrics"),
      (["--metrics", "stderr", "--metrics-interval", "0s"], 64, "0s"),
    ] as [([String], Int32, String)])
  func wrongSettingsAreRefused(arguments: [String], status: Int32, sentence: String) throws {
    let outcome = try ChildProcess(["serve", Self.flow] + arguments).finish()
    #expect(outcome.status == status)
    #expect(outcome.errorText.contains(sentence), "\(outcome.errorText)")
  }

  private func lines(of path: String) throws -> [JSONValue] {
    let text = Files.text(of: path) ?? ""
    // The last line may be half written.
    return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
      try JSONValue(parsing: Array($0.utf8))
    }
  }
}

/// The distribution behind the latencies.
@Suite struct LatenciesTests {
  @Test func aQuantileIsAtMostASixteenthTooLong() {
    var generator = SeededGenerator(seed: 1)
    for most in [10, 1_000, 1_000_000, 1 << 39] {
      let durations = (0..<1_000).map { _ in Int.random(in: 0...most, using: &generator) }
      var latencies = Latencies()
      for duration in durations { latencies.add(duration) }
      let sorted = durations.sorted()
      for thousandths in [1, 500, 900, 990, 999, 1_000] {
        let exact = sorted[(durations.count * thousandths + 999) / 1_000 - 1]
        let estimate = latencies.quantile(thousandths)
        #expect(estimate >= exact && estimate <= exact + exact / 16, "\(thousandths) of \(most)")
      }
      #expect(latencies.longest == sorted.last)
      #expect(latencies.sum == durations.reduce(0, +))
    }
  }

  @Test func itsEndsAreCounted() {
    var latencies = Latencies()
    #expect(latencies.quantile(500) == 0)
    latencies.add(-1)
    latencies.add(.max, times: 2)
    #expect(latencies.count == 3)
    #expect(latencies.quantile(1) == 0)
    #expect(latencies.quantile(1_000) == latencies.longest)
    var others = Latencies()
    others.add(Latencies())
    others.add(latencies)
    others.add(latencies)
    #expect(others.count == 6 && others.quantile(1_000) == latencies.longest)
  }

  @Test func recentLatenciesAreTakenOnce() {
    var latencies = MeasuredLatencies()
    latencies.add(7)
    #expect(latencies.all.count == 1)
    #expect(latencies.takeRecent().count == 1)
    latencies.add(9)
    #expect(latencies.takeRecent().quantile(1_000) == 9)
    #expect(latencies.takeRecent().count == 0)
    #expect(latencies.all.count == 2)
  }
}
