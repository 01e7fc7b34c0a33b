import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// Metrics in the text that Prometheus reads.
@Suite struct PrometheusTests {
  private static let flow = "Benchmarks/flows/counter.navtree.yaml"
  private static let input =
    String(
      repeating: #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"inc"}}}"# + "\n",
      count: 9)
    + #"{"jsonrpc":"2.0","id":2,"method":"dispatch","params":{"action":{"type":"nothing"}}}"# + "\n"

  @Test func theFileHasWhatTheProcessDid() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/app \"1\" \\n.prom"
    let outcome = try ChildProcess(
      ["serve", Self.flow, "--store", "sqlite:\(folder.path)/store", "--metrics", "prometheus=\(path)"]
    ).finish(sending: Self.input.utf8)
    #expect(outcome.status == 0 && outcome.errorText == "")
    let metrics = try Exposition(Files.text(of: path) ?? "")
    let process = ["process": "app \"1\" \\n"]
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
      metrics.samples[Exposition.Key(name: name, labels: labels.merging(process) { first, _ in first })]
    }
    #expect(metrics.samples.keys.allSatisfy { $0.labels["process"] == process["process"] })
    #expect(value("navtree_requests_total", ["method": "dispatch"]) == 10)
    #expect(value("navtree_requests_total", ["method": "session.open"]) == 0)
    #expect(value("navtree_request_failures_total", ["kind": "notHandled"]) == 1)
    #expect(value("navtree_sessions") == 1 && value("navtree_sessions_opened_total") == 1)
    #expect(value("navtree_subscriptions") == 0)
    #expect(value("navtree_read_bytes_total") == Double(Self.input.utf8.count))
    #expect(value("navtree_written_bytes_total") == Double(outcome.output.count))
    #expect((value("navtree_start_time_seconds") ?? 0) > 1_700_000_000)
    #expect(value("navtree_request_duration_seconds_count") == 10)
    #expect((value("navtree_request_duration_seconds_sum") ?? 0) > 0)
    let commits = try #require(value("navtree_commits_total"))
    #expect(commits > 0 && value("navtree_commit_duration_seconds_count") == commits)
    #expect(value("navtree_commit_failures_total") == 0)
    let document = try #require(Files.text(of: "Docs/reference/serve.md"))
    #expect(metrics.types.keys.filter { !document.contains("`\($0)") } == [])
    // Nothing else is left in the folder, which a program reads at any time.
    #expect(Files.names(in: folder.path, endingIn: "").filter { $0.contains("app") }.count == 1)
  }

  @Test func theMethodAnswersTheSameWithoutALabel() throws {
    let asking = #"{"jsonrpc":"2.0","id":3,"method":"metrics","params":{"format":"prometheus"}}"# + "\n"
    let outcome = try ChildProcess(["serve", Self.flow]).finish(sending: (Self.input + asking).utf8)
    let answer = try JSONValue(parsing: #require(outcome.lines.last))
    let metrics = try Exposition(try #require(answer["result"]?["text"]?.string))
    #expect(
      metrics.samples.filter { $0.value != 0 } == [
        Exposition.Key(name: "navtree_requests_total", labels: ["method": "dispatch"]): 10,
        Exposition.Key(name: "navtree_requests_total", labels: ["method": "metrics"]): 1,
        Exposition.Key(name: "navtree_request_failures_total", labels: ["kind": "notHandled"]): 1,
        Exposition.Key(name: "navtree_sessions", labels: [:]): 1,
        Exposition.Key(name: "navtree_sessions_opened_total", labels: [:]): 1,
      ])
    #expect(
      metrics.types["navtree_requests_total"] == "counter" && metrics.types["navtree_sessions"] == "gauge")
  }

  @Test func theFileIsThereFromTheStartAndWholeWheneverItIsRead() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/app.prom"
    let child = try ChildProcess(
      ["serve", Self.flow, "--metrics", "prometheus=\(path)", "--metrics-interval", "1ms"])
    _ = child.send((#"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n").utf8)
    _ = try child.line()
    let pings = Exposition.Key(
      name: "navtree_requests_total", labels: ["method": "ping", "process": "app"])
    var counts: [Double?] = []
    // The last count comes by the clock, and each text is whole.
    while counts.count < 200 || counts.last != 1 {
      let text = try #require(Files.text(of: path))
      counts.append(try Exposition(text).samples[pings])
    }
    #expect(counts.allSatisfy { $0 == 0 || $0 == 1 })
    #expect(try child.finish().status == 0)
  }

  @Test(
    arguments: [
      ("prometheus=/nowhere/a.prom", 74, "navtree: /nowhere/a.prom: No such file or directory"),
      ("prometheus=/dev/zero", 74, "navtree: /dev/zero: is no regular file\n"),
      ("prometheus=", 64, "'prometheus='"),
    ] as [(String, Int32, String)])
  func aFileThatCanNotBeWrittenEndsTheStart(setting: String, status: Int32, sentence: String) throws {
    let outcome = try ChildProcess(["serve", Self.flow, "--metrics", setting]).finish()
    #expect(outcome.status == status)
    #expect(outcome.errorText.contains(sentence), "\(outcome.errorText)")
  }
}

/// Metrics as a reader of Prometheus' text format finds them, version 0.0.4. What it doesn't allow is an error.
private struct Exposition {
  struct Key: Hashable {
    let name: String
    let labels: [String: String]
  }

  private(set) var samples: [Key: Double] = [:]
  private(set) var types: [String: String] = [:]

  init(_ text: String) throws {
    #expect(text.hasSuffix("\n"))
    var helps: Set<String> = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("#") {
        let words = line.split(separator: " ", maxSplits: 3).map(String.init)
        try #require(words.count == 4)
        if words[1] == "HELP" {
          #expect(helps.insert(words[2]).inserted, "twice: \(line)")
        } else {
          try #require(words[1] == "TYPE" && ["counter", "gauge", "histogram"].contains(words[3]))
          #expect(types.updateValue(words[3], forKey: words[2]) == nil, "twice: \(line)")
        }
        continue
      }
      let (key, value) = try Self.sample(line)
      #expect(samples.updateValue(value, forKey: key) == nil, "twice: \(line)")
      let family = try #require(types.keys.first { Self.covers($0, types[$0], key.name) }, "\(line)")
      #expect(helps.contains(family))
      #expect((types[family] == "counter") == key.name.hasSuffix("_total"))
    }
    try checkHistograms()
  }

  private static func covers(_ family: String, _ type: String?, _ name: String) -> Bool {
    type == "histogram"
      ? ["_bucket", "_sum", "_count"].contains { family + $0 == name } : family == name
  }

  /// Buckets grow, and the last has all.
  private func checkHistograms() throws {
    for (family, type) in types where type == "histogram" {
      let buckets = try samples.filter { $0.key.name == family + "_bucket" }
        .map { (bound: try #require($0.key.labels["le"].flatMap(Double.init)), count: $0.value) }
        .sorted { $0.bound < $1.bound }
      #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.count <= $1.count })
      let count = samples.first { $0.key.name == family + "_count" }?.value
      #expect(buckets.last?.bound == .infinity && buckets.last?.count == count, "\(family)")
    }
  }

  private static func sample(_ line: Substring) throws -> (Key, Double) {
    var rest = line
    func word() -> String {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      rest.removeFirst(word.count)
      return String(word)
    }
    let name = word()
    var labels: [String: String] = [:]
    if rest.first == "{" {
      while rest.first != "}" {
        rest.removeFirst()
        let label = word()
        try #require(rest.hasPrefix("=\""))
        rest.removeFirst(2)
        var value = ""
        while let character = rest.popFirst(), character != "\"" {
          value.append(character == "\\" ? try escaped(rest.popFirst()) : character)
        }
        labels[label] = value
        try #require(rest.first == "," || rest.first == "}")
      }
      rest.removeFirst()
    }
    try #require(rest.first == " ")
    return (Key(name: name, labels: labels), try #require(Double(rest.dropFirst()), "\(line)"))
  }

  private static func escaped(_ character: Character?) throws -> Character {
    switch character {
    case "n": "\n"
    case "\\": "\\"
    case "\"": "\""
    default: throw Fault()
    }
  }

  private struct Fault: Error {}
}
