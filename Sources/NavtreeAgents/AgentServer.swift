package import NavtreeEngine
package import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
package import NavtreeServer
import NavtreeText

/// The Model Context Protocol over an engine: a line in, its lines out. It knows no pipes and no files.
///
/// Each tool asks the methods of `navtree serve`, so nothing has a second meaning here.
package final class AgentServer {
  let engine: NavtreeServer
  let files: AgentFiles
  /// Those that a handshake has settled; nil before it.
  private var revision: Revision?
  var subscriptions = AgentSubscriptions()
  private let methods = Dictionary(uniqueKeysWithValues: AgentMethod.all.map { ($0.name, $0) })
  /// Takes messages to be written before the answer.
  var tell: (JSONValue) -> Void = { _ in }
  /// The request that is being answered.
  private var present: Present?

  private struct Present {
    let request: AgentRequest
    /// The number of notifications of its progress.
    var progress = 0
    var isCancelled = false
  }

  /// Whether the client has cancelled the request that is being answered.
  var isCancelled: Bool { present?.isCancelled ?? false }

  /// - Parameter engine: it has a store, if only in memory.
  package init(_ engine: NavtreeServer, files: AgentFiles) {
    self.engine = engine
    self.files = files
    subscriptions.names = AgentResources(engine).names
  }

  /// Loads a flow that has no errors.
  ///
  /// - Returns: its name.
  package func load(_ outcome: FlowLoader.Outcome, file: String) throws(Failure) -> String {
    try engine.load(outcome, file: file).name
  }

  /// Leaves the sessions stored.
  package func end(at instant: Int) throws(Failure) { try engine.finish(at: instant) }

  /// Opens the session of a loaded flow, which is recorded for the tool `save`.
  package func open(_ flow: String) throws(RPCError) {
    _ = try engine.request("session.open", ["flow": .string(flow), "record": true])
    if let error = engine.commit() { throw error }
    _ = engine.takeNotifications()
    subscriptions.names = AgentResources(engine).names
  }

  // MARK: Lines

  /// The lines for a line of input: its answer, if it has one, and what subscriptions are told.
  ///
  /// - Parameter line: read before its requests are answered, which may move it.
  /// - Complexity: O(size of the line), plus the work of its requests.
  func answer(_ line: UnsafeRawBufferPointer) -> [JSONValue] {
    guard let text = RPCLayer.text(of: line) else { return [] }
    var lines: [JSONValue] = []
    do {
      let value = try JSONValue(parsing: text, maximumDepth: engine.limits[.depth])
      if case .array(let batch) = value {
        if let answer = answer(batch) { lines.append(answer) }
      } else if let answer = answer(AgentMessage(value)) {
        lines.append(answer)
      }
    } catch {
      lines.append(Self.failure(.null, RPCLayer.error(error, byteCount: text.count)))
    }
    return lines + news()
  }

  /// The answer to a line that was dropped.
  func refuseLine() -> JSONValue {
    Self.failure(.null, RPCLayer.lineTooLong(engine.limits[.line]))
  }

  /// What subscriptions are told of what has happened since the last time, also by itself.
  func news() -> [JSONValue] {
    subscriptions.news(of: AgentResources(engine), hasHandshake: revision != nil)
  }

  /// The last lines: each subscription that is a request is answered.
  func finish() -> [JSONValue] {
    subscriptions.listening.compactMap { listener in
      listener.id.map { Self.success($0, stateless([AgentRequest.subscription: $0], to: [:])) }
    }
  }

  /// Only one revision had batches (2025-03-26, Messages: Batching), and `initialize` is never a part of one.
  private func answer(_ batch: [JSONValue]) -> JSONValue? {
    guard let revision, revision.hasBatches else {
      return Self.failure(
        .null, .invalidRequest("batches belong to revision \(Revision.march2025.rawValue) alone"))
    }
    if let error = RPCBatchLimits(requests: engine.limits[.requests]).refusal(ofCount: batch.count) {
      return Self.failure(.null, error)
    }
    var answers: [JSONValue] = []
    var bytes = 0
    for value in batch {
      let message = AgentMessage(value)
      if case .request(let request) = message,
        request.method == "initialize" || bytes > engine.limits[.answers]
      {
        let sentence =
          request.method == "initialize"
          ? "'initialize' stands alone" : "the answers to this batch are too long already"
        answers.append(Self.failure(request.id, .invalidRequest(sentence)))
      } else if let answer = answer(message) {
        bytes += "\(answer)".utf8.count
        answers.append(answer)
      }
    }
    return answers.isEmpty ? nil : .array(answers)
  }

  private func answer(_ message: AgentMessage) -> JSONValue? {
    switch message {
    case .response: return nil
    case .faulty(let id, let error): return Self.failure(id, error)
    case .notification(let method, let params):
      if method == "notifications/cancelled", let id = params["requestId"] { subscriptions.cancel(id) }
      return nil
    case .request(let request):
      present = Present(request: request)
      defer { present = nil }
      do throws(RPCError) {
        let revision = try revision(of: request)
        guard let method = methods[request.method], method.isServed(in: revision) else {
          throw .unknownMethod(request.method)
        }
        guard var result = try method.run(self, request, revision) else { return nil }
        if revision.isStateless { result = stateless([:], to: result, method.lifetime) }
        return Self.success(request.id, result)
      } catch {
        return Self.failure(request.id, error)
      }
    }
  }

  /// The revision that a request is served in: its own, else that of the handshake.
  private func revision(of request: AgentRequest) throws(RPCError) -> Revision {
    if request.method == "initialize" { return .november2025 }
    guard let given = request.meta("protocolVersion") else {
      if let revision { return revision }
      if request.method == "ping" { return .november2025 }
      throw .invalidParams(
        "the request names no revision, and no 'initialize' came before it", at: ["_meta"],
        hint:
          "send initialize first, or give _meta io.modelcontextprotocol/protocolVersion and clientCapabilities"
      )
    }
    guard let name = given.string else {
      throw .invalidParams("'io.modelcontextprotocol/protocolVersion' must be a string", at: ["_meta"])
    }
    guard let revision = Revision(rawValue: name), revision.isStateless else {
      var error = RPCError(
        code: -32022, message: "Unsupported protocol version", kind: "unsupportedVersion",
        sentence: "no request names revision '\(name.echo)' for itself here")
      error.details["supported"] = .array(Revision.stateless.map { .string($0.rawValue) })
      error.details["requested"] = .string(name)
      throw error
    }
    guard case .object? = request.meta("clientCapabilities") else {
      throw .invalidParams(
        "'io.modelcontextprotocol/clientCapabilities' must be an object", at: ["_meta"],
        hint: "an empty one says that there are none")
    }
    return revision
  }

  // MARK: Answers

  static func success(_ id: JSONValue, _ result: JSONObject) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "result": .object(result)]
  }

  static func failure(_ id: JSONValue, _ error: RPCError) -> JSONValue {
    ["jsonrpc": "2.0", "id": id, "error": error.json]
  }

  private static let identity: JSONValue = ["name": "navtree", "version": .string(Release.version)]

  /// A result with what each one has in the revision without handshake.
  private func stateless(_ meta: JSONObject, to result: JSONObject, _ lifetime: Int? = nil) -> JSONObject {
    var result = result
    var meta = meta
    meta[AgentRequest.serverInfo] = Self.identity
    result["resultType"] = "complete"
    if let lifetime {
      result["ttlMs"] = .integer(lifetime)
      result["cacheScope"] = "private"
    }
    result["_meta"] = .object(meta)
    return result
  }

  /// What a client is told of the server first.
  func introduction() -> JSONObject {
    let resources: JSONValue = ["subscribe": true, "listChanged": true]
    return [
      "capabilities": ["tools": [:], "resources": resources],
      "instructions": .string(AgentTool.instructions),
    ]
  }

  func initialize(_ params: JSONObject) throws(RPCError) -> JSONObject {
    guard let requested = params["protocolVersion"]?.string else {
      throw .invalidParams("'protocolVersion' must be a string", at: ["protocolVersion"])
    }
    let revision = Revision.negotiated(for: requested)
    self.revision = revision
    var result: JSONObject = ["protocolVersion": .string(revision.rawValue), "serverInfo": Self.identity]
    result.merge(introduction()) { $1 }
    return result
  }

  func listen(_ request: AgentRequest) throws(RPCError) {
    let wanted = request.params["notifications"] ?? .null
    guard case .object = wanted else {
      throw .invalidParams("'notifications' must be an object", at: ["notifications"])
    }
    let resources = AgentResources(engine)
    var honoured: JSONObject = [:]
    var uris: [String] = []
    for uri in wanted["resourceSubscriptions"]?.array ?? [] {
      uris.append(try resources.known(uri, .july2026))
    }
    if !uris.isEmpty { honoured["resourceSubscriptions"] = .array(uris.map { .string($0) }) }
    let followsList = wanted["resourcesListChanged"] == true
    if followsList { honoured["resourcesListChanged"] = true }
    try subscriptions.listen(request.id, uris: uris, followsList: followsList, resources)
    tell(
      AgentSubscriptions.notification(
        "subscriptions/acknowledged", ["notifications": .object(honoured)], for: request.id))
  }

  // MARK: Long requests

  /// Takes note of a line that came while a request is being answered: it may cancel that.
  func peek(_ line: some Collection<UInt8>) {
    guard let request = present?.request,
      let value = try? JSONValue(parsing: line, maximumDepth: engine.limits[.depth]),
      case .notification("notifications/cancelled", let params) = AgentMessage(value)
    else { return }
    if params["requestId"] == request.id { present?.isCancelled = true }
  }

  /// Tells the client that the present request goes on, if it wants to know.
  func tellProgress() {
    guard let present, let token = present.request.progressToken else { return }
    tell(
      AgentSubscriptions.notification(
        "progress", ["progressToken": token, "progress": .integer(present.progress)], for: nil))
    self.present?.progress += 1
  }
}
