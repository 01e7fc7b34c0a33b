import NavtreeEngine
import NavtreeJSON
import NavtreeServer

/// A method of the Model Context Protocol.
struct AgentMethod {
  /// Whether it belongs to the revisions with a handshake, to those without, or to both.
  enum Era {
    case handshake, stateless, both
  }

  let name: String
  let era: Era
  /// How long a client may keep the answer, in milliseconds; nil for an answer without that hint.
  var lifetime: Int?
  /// Gives the result; nil: none follows now.
  let run: (AgentServer, AgentRequest, Revision) throws(RPCError) -> JSONObject?

  func isServed(in revision: Revision) -> Bool {
    switch era {
    case .both: true
    case .handshake: !revision.isStateless
    case .stateless: revision.isStateless
    }
  }

  private static let hour = 3_600_000

  static var all: [AgentMethod] {
    [
      AgentMethod(name: "initialize", era: .handshake) { (server, request, _) throws(RPCError) in
        try server.initialize(request.params)
      },
      AgentMethod(name: "ping", era: .handshake) { _, _, _ in [:] },
      AgentMethod(name: "server/discover", era: .stateless, lifetime: hour) { server, _, _ in
        var result = server.introduction()
        result["supportedVersions"] = .array(Revision.stateless.map { .string($0.rawValue) })
        return result
      },
      AgentMethod(name: "tools/list", era: .both, lifetime: hour) { _, _, revision in
        ["tools": .array(AgentTool.all.map { $0.description(in: revision) })]
      },
      AgentMethod(name: "tools/call", era: .both) { (server, request, revision) throws(RPCError) in
        try server.callTool(request, revision)
      },
      AgentMethod(name: "resources/list", era: .both, lifetime: 0) { (server, request, _) throws(RPCError) in
        try AgentResources(server.engine).page(after: request.params["cursor"])
      },
      AgentMethod(name: "resources/templates/list", era: .both, lifetime: hour) { _, _, _ in
        ["resourceTemplates": AgentResources.templates]
      },
      AgentMethod(name: "resources/read", era: .both, lifetime: 0) {
        (server, request, revision) throws(RPCError) in
        try AgentResources(server.engine).read(request.params["uri"], revision)
      },
      AgentMethod(name: "resources/subscribe", era: .handshake) {
        (server, request, revision) throws(RPCError) in
        try server.subscriptions.add(
          try AgentResources(server.engine).known(request.params["uri"], revision),
          AgentResources(server.engine))
        return [:]
      },
      AgentMethod(name: "resources/unsubscribe", era: .handshake) { (server, request, _) throws(RPCError) in
        try server.subscriptions.remove(uri: AgentResources.uri(request.params["uri"]))
        return [:]
      },
      AgentMethod(name: "subscriptions/listen", era: .stateless) { (server, request, _) throws(RPCError) in
        try server.listen(request)
        return nil
      },
    ]
  }
}
