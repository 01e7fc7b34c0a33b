import ArgumentParser
import NavtreeFiles
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence
import NavtreeExploring
import NavtreeScenarios
import NavtreeServer
import NavtreeText

/// A server in this process with one flow's session, for commands that send it requests.
final class LocalServer {
  /// The answer to a request, and the notifications that it caused.
  struct Reply {
    /// The answer and the notifications, as written.
    let lines: [JSONValue]

    var answer: JSONValue { lines.first { $0["method"] == nil } ?? .null }
    var notifications: [JSONValue] { lines.filter { $0["method"] != nil } }

    var result: JSONValue { answer["result"] ?? .null }
    var error: JSONValue? { answer["error"] }
  }

  private let server: LineServer
  /// The lines written by opening the session.
  let opening: [JSONValue]

  /// - Parameters:
  ///   - stores: where the session goes on, and is kept.
  ///   - kind: the clock of a session that begins here.
  /// - Throws: the exit status, after reporting why.
  init(_ file: InputFile, stores: [StorePlace] = [], clock kind: SessionClock.Kind = .real) throws {
    let outcome = try file.load()
    if let flow = outcome.flow { try stores.validate(for: [flow], with: stores.main) }
    var store: SessionStore?
    do {
      store = try stores.main.map { try $0.openSessions(.commit, stores.named) { Console.note($0) } }
    } catch let failure as Failure {
      throw Console.fail(failure)
    }
    server = LineServer(
      NavtreeServer(
        clock: kind, store: store, complain: { Console.note($1, $0, $2) },
        tester: ScenarioTests.tester, planner: SessionPlans.planner, readParts: FlowFolder.parts,
        readFile: InputFile.read))
    try file.openSession(of: outcome, on: server.server)
    opening = Self.lines(of: server.pending())
  }

  /// Sends a request.
  func call(_ method: String, _ params: JSONObject = [:]) -> Reply {
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": .string(method), "params": .object(params),
    ]
    return Reply(lines: Self.lines(of: server.answer(Array("\(request)".utf8))))
  }

  /// The number of the session's last change.
  var seq: Int { server.server.sessions.values.first?.seq ?? 0 }

  /// Whether the session's flow has an action of this name.
  func hasAction(_ name: String) -> Bool {
    server.server.sessions.values.first?.flow.actionNames.index(of: name) != nil
  }

  /// Leaves the session stored.
  ///
  /// - Throws: the exit status, after reporting why.
  func finish() throws {
    try Console.orFail { () throws(Failure) in try server.finish() }
  }

  private static func lines(of output: [UInt8]) -> [JSONValue] {
    output.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONValue(parsing: $0, maximumDepth: 4096)
    }
  }
}
