import NavtreeJSON
import NavtreeServer

/// A message of a client (JSON-RPC 2.0, section 4, as the Model Context Protocol narrows it).
enum AgentMessage {
  case request(AgentRequest)
  case notification(method: String, params: JSONObject)
  /// An answer; the server asks nothing, so it belongs to no request.
  case response
  /// Neither; the id is null where none can be read.
  case faulty(id: JSONValue, RPCError)

  init(_ value: JSONValue) {
    guard case .object(let members) = value else {
      self = .faulty(id: .null, .invalidRequest("a message is an object"))
      return
    }
    let id = members["id"]
    let known = id.flatMap { $0.isAgentID ? $0 : nil } ?? .null
    func faulty(_ sentence: String) -> AgentMessage { .faulty(id: known, .invalidRequest(sentence)) }
    guard members["jsonrpc"] == "2.0" else {
      self = faulty("'jsonrpc' must be \"2.0\"")
      return
    }
    guard let name = members["method"] else {
      let isAnswer = members["result"] != nil || members["error"] != nil
      self = isAnswer ? .response : faulty("'method' is missing")
      return
    }
    guard let method = name.string else {
      self = faulty("'method' must be a string")
      return
    }
    if let id, !id.isAgentID {
      self = faulty("'id' must be a string or an integer")
      return
    }
    let params = members["params"] ?? [:]
    guard case .object(let params) = params else {
      self = id == nil ? .notification(method: method, params: [:]) : faulty("'params' must be an object")
      return
    }
    self =
      id.map { .request(AgentRequest(id: $0, method: method, params: params)) }
      ?? .notification(method: method, params: params)
  }
}

/// A request of a client, which has one answer.
struct AgentRequest {
  let id: JSONValue
  let method: String
  let params: JSONObject

  private static let prefix = "io.modelcontextprotocol/"
  static let serverInfo = "\(prefix)serverInfo"
  static let subscription = "\(prefix)subscriptionId"

  /// What it says of itself, under a key of the protocol's own.
  func meta(_ name: String) -> JSONValue? { params["_meta"]?[Self.prefix + name] }

  /// The token of notifications of progress; nil if none are asked for.
  var progressToken: JSONValue? {
    params["_meta"]?["progressToken"].flatMap { $0.isAgentID ? $0 : nil }
  }
}

extension JSONValue {
  /// Whether it may be the id of a request, or a token of progress.
  var isAgentID: Bool { string != nil || integer != nil }
}
