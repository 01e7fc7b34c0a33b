import NavtreeJSON
import NavtreeServer

/// What clients follow: resources by their URIs, and the list of them.
struct AgentSubscriptions {
  /// A client's wish, in either era.
  struct Listener {
    /// The request that it is (`subscriptions/listen`); nil for those of `resources/subscribe`.
    let id: JSONValue?
    var uris: Set<String> = []
    var followsList = false
  }

  /// At most so many requests listen, and at most so many resources are followed by each.
  private static let most = 1_000

  private(set) var listening: [Listener] = []
  /// Those of the revisions with a handshake.
  private var followed = Listener(id: nil)
  /// The texts of the resources that are followed, when they were last told.
  private var texts: [String: String?] = [:]
  /// The names of sessions and flows, when they were last told.
  var names: [String] = []

  mutating func add(_ uri: String, _ resources: AgentResources) throws(RPCError) {
    guard followed.uris.count < Self.most else {
      throw .invalidParams("\(Self.most) resources are followed already")
    }
    followed.uris.insert(uri)
    remember([uri], resources)
  }

  mutating func remove(uri: String) {
    followed.uris.remove(uri)
    forget()
  }

  mutating func listen(
    _ id: JSONValue, uris: [String], followsList: Bool, _ resources: AgentResources
  ) throws(RPCError) {
    guard !listening.contains(where: { $0.id == id }) else {
      throw .invalidRequest("a request with this id listens already")
    }
    guard listening.count < Self.most, uris.count <= Self.most else {
      throw .invalidParams("more than \(Self.most) listen, or are followed at once")
    }
    listening.append(Listener(id: id, uris: Set(uris), followsList: followsList))
    remember(uris, resources)
  }

  mutating func cancel(_ id: JSONValue) {
    listening.removeAll { $0.id == id }
    forget()
  }

  private mutating func remember(_ uris: [String], _ resources: AgentResources) {
    for uri in uris where texts[uri] == nil { texts[uri] = .some(resources.text(of: uri)) }
  }

  /// Drops the texts that nobody follows any more.
  private mutating func forget() {
    let wanted = listening.reduce(into: followed.uris) { $0.formUnion($1.uris) }
    texts = texts.filter { wanted.contains($0.key) }
  }

  /// The notifications of what has changed since the last time.
  ///
  /// - Parameter hasHandshake: whether a client that said nothing more is told of changes of the list.
  /// - Complexity: O(size of the resources that are followed).
  mutating func news(of resources: AgentResources, hasHandshake: Bool) -> [JSONValue] {
    var lines: [JSONValue] = []
    let listeners = [followed] + listening
    let present = resources.names
    if present != names {
      names = present
      for listener in listeners where listener.followsList || listener.id == nil && hasHandshake {
        lines.append(Self.notification("resources/list_changed", [:], for: listener.id))
      }
    }
    for (uri, old) in texts.sorted(by: { $0.key < $1.key }) {
      let text = resources.text(of: uri)
      if text == old { continue }
      texts[uri] = .some(text)
      for listener in listeners where listener.uris.contains(uri) {
        lines.append(Self.notification("resources/updated", ["uri": .string(uri)], for: listener.id))
      }
    }
    return lines
  }

  /// - Parameter id: the request that listens, if one does.
  static func notification(_ method: String, _ params: JSONObject, for id: JSONValue?) -> JSONValue {
    var params = params
    if let id { params["_meta"] = [AgentRequest.subscription: id] }
    var message: JSONObject = ["jsonrpc": "2.0", "method": .string("notifications/\(method)")]
    if !params.isEmpty { message["params"] = .object(params) }
    return .object(message)
  }
}
