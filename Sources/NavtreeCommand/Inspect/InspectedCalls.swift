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

  private static let methods = Dictionary(uniqueKeysWithValues: MethodTable.methods.map { ($0.name, $0) })
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
    guard let definition = Self.methods[method], definition.isForPages else {
      throw .unknownMethod(method, hint: "a page can't call it")
    }
    if !isSensitive, params["sensitive"] == true {
      throw .invalidParams("sensitive values are shown with --sensitive alone")
    }
    guard let session = params["session"]?.string else { throw .invalidParams("a page names the session") }
    if definition.nature == .reads { return try stream.read(method, params) }
    if method == "session.fork" {
      let result = try stream.call(method, params)
      if let name = result["session"]?.string { forks.insert(name) }
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
    if definition.namesOrigin { params["origin"] = "inspector" }
    let result = try host(method, params)
    guard case .object(let members) = result else { return .null }
    return .object(members.filter { Self.shown.contains($0.key) })
  }

  private static func bytes(_ answer: JSONObject) -> [UInt8] { Array("\(JSONValue.object(answer))".utf8) }
}

extension Method {
  /// Whether a page may call it: it makes and ends sessions of its own, and those alone.
  fileprivate var isForPages: Bool {
    switch nature {
    case .reads, .drives, .serves: true
    case .follows: false
    case .process: name == "session.fork" || name == "session.close"
    }
  }
}
