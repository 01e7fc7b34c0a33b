import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer
import NavtreeText

/// The arguments of a call of a tool, which fit its schema.
struct ToolArguments {
  let engine: NavtreeServer
  let files: AgentFiles
  private let given: JSONObject

  /// - Parameter schema: the tool's input schema, whose members have a `type` or none, and no keyword beside it that
  ///   needs to be checked.
  init(_ given: JSONObject, for schema: JSONValue, on server: AgentServer) throws(ToolFailure) {
    (engine, files) = (server.engine, server.files)
    self.given = given
    let known = schema["properties"]?.object ?? [:]
    for (name, value) in given {
      guard let property = known[name] else {
        throw .invalid(
          "there is no argument '\(name.echo)'", at: name,
          hint: Spelling.hint(for: name, among: known.keys) ?? "known: \(known.keys.joined(separator: ", "))")
      }
      guard let type = property["type"]?.string, !Self.fits(value, type) else { continue }
      throw .invalid("'\(name)' must be of type \(type)", at: name)
    }
    for name in schema["required"]?.array ?? [] {
      if let name = name.string, given[name] == nil { throw .invalid("'\(name)' is missing", at: name) }
    }
    if let max = self["max"]?.integer, !FittedAnswer.tokens.contains(max) {
      let range = FittedAnswer.tokens
      throw .invalid("'max' must be from \(range.lowerBound) to \(range.upperBound)", at: "max")
    }
  }

  private static func fits(_ value: JSONValue, _ type: String) -> Bool {
    switch value {
    case .null: false
    case .boolean: type == "boolean"
    case .integer: type == "integer"
    case .number: false
    case .string: type == "string"
    case .array: type == "array"
    case .object: type == "object"
    }
  }

  subscript(name: String) -> JSONValue? { given[name] }

  /// The most tokens of the answer.
  var most: Int { self["max"]?.integer ?? FittedAnswer.standard }

  /// Calls a method of the protocol.
  func call(_ method: String, _ params: JSONObject = [:]) throws(ToolFailure) -> JSONValue {
    do throws(RPCError) {
      let result = try engine.request(method, params)
      if let error = engine.commit() { throw error }
      return result
    } catch {
      _ = engine.commit()
      throw ToolFailure(error)
    }
  }

  /// The session that is meant: the one that is named, or the only one.
  func session() throws(ToolFailure) -> Session {
    var params: JSONObject = [:]
    if let name = self["session"] { params["session"] = name }
    do {
      _ = try call("state.active", params)
    } catch {
      guard error.error.kind != ErrorKind.storage.rawValue, !engine.sessions.isEmpty else { throw error }
      var named = error.error
      named.details["sessions"] = .array(engine.sessions.keys.map { .string($0) })
      throw ToolFailure(named, remedy: "name one of sessions as session")
    }
    let session = self["session"]?.string.flatMap { engine.sessions[$0] } ?? engine.sessions.values.first
    guard let session else { throw ToolFailure(.internal("a session is lost")) }
    return session
  }

  /// Loads the flow of the argument `flow`: a loaded one's name, whose file is read again; a path; or YAML.
  ///
  /// - Returns: its name.
  func loadFlow() throws(ToolFailure) -> String {
    let flow = self["flow"]?.string ?? ""
    guard let loaded = engine.flows[flow] else { return try load(Self.source(of: flow)) }
    if Self.isGiven(loaded) { return flow }
    let name = try load(["path": .string(loaded.file)])
    guard name == flow else {
      throw .invalid(
        "\(loaded.file) holds the flow '\(name)' now, not '\(flow)'", at: "flow", hint: "open '\(name)'")
    }
    return flow
  }

  /// Whether the file of a flow, which is loaded anew as by `loadFlow`, has it still; one that is given as YAML has none.
  func isInFile(_ flow: FlowDefinition) -> Bool {
    if Self.isGiven(flow) { return true }
    let name = try? load(["path": .string(flow.file)])
    return name.flatMap { engine.flows[$0] }?.fingerprint == flow.fingerprint
  }

  /// The name in place of a path of a flow that is given as YAML.
  private static let given = "given.navtree.yaml"

  /// Whether a flow was given as YAML.
  static func isGiven(_ flow: FlowDefinition) -> Bool { flow.file == given }

  /// The params of `flow.load` and `flow.check` for a path or YAML.
  static func source(of flow: String) -> JSONObject {
    flow.contains("\n")
      ? ["yaml": .string(flow), "name": .string(given)] : ["path": .string(flow)]
  }

  func load(_ params: JSONObject) throws(ToolFailure) -> String {
    try call("flow.load", params)["flow"]?.string ?? ""
  }
}
