import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeTestSupport

/// A process that serves a flow with a store and a recording, and its output.
///
/// Output that may hold planted values is left out: `FILE.secrets`, and `effect.requested`, since the host does the
/// work.
struct PlantedRun {
  let folder: TemporaryFolder
  /// The error of each request; nil for a result.
  private(set) var refusals: [String?] = []
  private(set) var places: [String] = []
  /// Keeps the secrets of the flow, and isn't searched.
  private let store: String?
  private var files: [String] { ["flow", "store.db", "tape"].map { "\(folder.path)/\($0)" } }

  /// Runs a process with all requests at once.
  ///
  /// - Parameter store: the file of a store for secrets, if any.
  init(_ asks: [PlantedCase.Ask], secretsIn store: String? = nil) throws {
    folder = try TemporaryFolder()
    self.store = store
    Files.write(store == nil ? PlantedFlow.yaml : PlantedFlow.persistent, to: files[0])
    let lines = asks.enumerated().map { index, ask -> String in
      let request: JSONValue = [
        "jsonrpc": "2.0", "id": .integer(index), "method": .string(ask.method), "params": .object(ask.params),
      ]
      return "\(request)\n"
    }
    let outcome = try serve(lines.joined(), ["--record", files[2]])
    refusals = asks.map { _ in "unanswered" }
    for line in outcome.lines {
      let answer = try JSONValue(parsing: line)
      guard let id = answer["id"]?.integer, asks.indices.contains(id) else { continue }
      refusals[id] = answer["error"]?["data"]?["kind"]?.string
    }
  }

  /// Runs a process that reads these lines.
  init(lines: [String]) throws {
    folder = try TemporaryFolder()
    store = nil
    Files.write(PlantedFlow.yaml, to: files[0])
    _ = try serve(lines.map { $0 + "\n" }.joined(), ["--record", files[2]])
  }

  /// Continues in another process, with every request for output without the flag.
  mutating func restart() throws {
    let asks: [(String, JSONValue)] = [
      ("state.get", ["at": "/main", "flat": true, "computed": false]), ("effect.list", [:]),
      ("snapshot.save", [:]), ("clock.get", [:]), ("link.pending", [:]), ("history.list", [:]),
      ("session.list", [:]), ("clock.advance", ["by": 1_000]), ("snapshot.save", [:]),
    ]
    let lines = asks.map { method, params -> String in
      let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
      return "\(request)\n"
    }
    _ = try serve(lines.joined(), [])
  }

  /// Runs the commands that read the store and the recording.
  mutating func readBack() throws {
    for arguments in [
      ["store", "ls", files[1]], ["store", "show", files[1], "vault"],
      ["store", "export", files[1], "vault"],
      ["store", "verify", files[1]], ["store", "migrate", "--check", files[0], files[1]],
      ["replay", files[2], files[0]], ["replay", "--json", files[2], files[0]],
      ["check", files[0]], ["graph", files[0]],
    ] {
      let outcome = try ChildProcess(arguments).finish()
      note(outcome.output, of: "what 'navtree \(arguments[0]) \(arguments[1])' writes")
      note(outcome.error, of: "what 'navtree \(arguments[0]) \(arguments[1])' complains of")
    }
  }

  /// Makes the report of the recording, with its secrets beside it.
  ///
  /// - Returns: its exit status.
  mutating func report() throws -> Int32 {
    let outcome = try ChildProcess(["report", files[2], "--flow", files[0], "-o", "-"]).finish()
    note(outcome.output, of: "the report")
    note(outcome.error, of: "what 'navtree report' complains of")
    return outcome.status
  }

  private mutating func serve(_ lines: String, _ arguments: [String]) throws -> ChildProcess.Outcome {
    let secrets = store.map { ["--store", "secrets=sqlite:\(folder.path)/\($0)"] } ?? []
    let child = try ChildProcess(
      [
        "serve", files[0], "--clock", "virtual", "--store", "sqlite:\(files[1])",
        "--log-level", "debug", "--log-format", "json", "--metrics", "prometheus=\(folder.path)/planted.prom",
      ] + secrets + arguments)
    let outcome = try child.finish(sending: lines.utf8)
    for line in outcome.output.split(separator: UInt8(ascii: "\n"))
    where !line.starts(with: Self.toTheHost) { note(line, of: "an output line") }
    note(outcome.error, of: "standard error")
    for name in Files.names(in: folder.path, endingIn: "")
    where !name.hasSuffix(".secrets") && !(store.map { name.hasPrefix($0) } ?? false) {
      note(Files.bytes(of: "\(folder.path)/\(name)") ?? [], of: name)
    }
    return outcome
  }

  private static let toTheHost = Array(#"{"jsonrpc":"2.0","method":"effect.requested""#.utf8)

  private mutating func note(_ bytes: some Collection<UInt8>, of name: String) {
    places += Planted.places(in: bytes, of: name)
  }
}
