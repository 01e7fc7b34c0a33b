import NavtreeJSON
import NavtreeJSONReading
import NavtreeReport
import NavtreeServer

/// The requests of a page: most are done by the replayed sessions, some by the host.
struct InspectedCalls {
  /// Does a request in the host's sessions.
  typealias Host = (_ method: String, _ params: JSONObject) throws(RPCError) -> JSONValue

  /// Whether answers may have sensitive values.
  private let isSensitive: Bool
  /// The sessions that the host doesn't have.
  private var forks: Set<String> = []

  private static let reading: Set<String> = [
    "state.get", "state.query", "state.active", "state.outline", "state.actions", "explain", "effect.list",
    "window.list", "history.list", "session.compare", "clock.get", "timer.list", "link.resolve", "link.url",
    "link.pending", "link.list", "recording.export",
  ]
  /// The methods that say who causes a change.
  private static let named: Set<String> = [
    "dispatch", "batch", "broadcast", "present", "push", "navigate", "replace", "reset", "pop", "popTo",
    "popToRoot", "dismiss", "back", "select", "focus", "setParams", "window.open", "window.close",
    "link.open",
  ]
  private static let acting = named.union([
    "effect.done", "effect.next", "effect.fail", "clock.advance", "clock.pause", "clock.resume",
    "history.undo",
    "history.redo", "history.goto", "session.close",
  ])
  /// The parts of an answer of the host that hold no values of its sessions.
  private static let shown: Set<String> = ["seq", "outcome", "noop", "now", "id", "at"]

  init(isSensitive: Bool) {
    self.isSensitive = isSensitive
  }

  /// Answers a request of JSON-RPC.
  ///
  /// - Parameter host: nil if nothing may be done in the host's sessions.
  mutating func answer(_ bytes: [UInt8], on stream: ReportStream, host: Host?) -> [UInt8] {
    var id = JSONValue.null
    do throws(RPCError) {
      let request: JSONValue
      do {
        request = try JSONValue(parsing: bytes, maximumDepth: 256)
      } catch {
        throw .parseError("\(error)")
      }
      if let given = request["id"] { id = given }
      guard let method = request["method"]?.string else { throw .invalidRequest("a request has a method") }
      guard case .object(let params) = request["params"] ?? [:] else {
        throw .invalidParams("the params are an object")
      }
      let result = try perform(method, params, on: stream, host)
      return Self.bytes(["jsonrpc": "2.0", "id": id, "result": result])
    } catch {
      return Self.bytes(["jsonrpc": "2.0", "id": id, "error": error.json])
    }
  }

  private mutating func perform(
    _ method: String, _ params: JSONObject, on stream: ReportStream, _ host: Host?
  ) throws(RPCError) -> JSONValue {
    let isReading = Self.reading.contains(method)
    guard isReading || method == "session.fork" || Self.acting.contains(method) else {
      throw .unknownMethod(method, hint: "a page can't call it")
    }
    if !isSensitive, params["sensitive"] == true {
      throw .invalidParams("sensitive values are shown with --sensitive alone")
    }
    guard let session = params["session"]?.string else { throw .invalidParams("a page names the session") }
    if isReading { return try stream.read(method, params) }
    if method == "session.fork" {
      let result = try stream.call(method, params)
      if let name = params["as"]?.string { forks.insert(name) }
      return result
    }
    if forks.contains(session) {
      let result = try stream.call(method, params)
      if method == "session.close" { forks.remove(session) }
      return result
    }
    guard let host, method != "session.close" else {
      throw .invalidParams(
        "'\(session)' is a session of the host: a page acts on forks, unless --drive is given")
    }
    var params = params
    if Self.named.contains(method) { params["origin"] = "inspector" }
    let result = try host(method, params)
    guard case .object(let members) = result else { return .null }
    return .object(members.filter { Self.shown.contains($0.key) })
  }

  private static func bytes(_ answer: JSONObject) -> [UInt8] { Array("\(JSONValue.object(answer))".utf8) }
}
