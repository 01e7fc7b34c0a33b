import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer

/// What an agent sees of a session: its screens, one of them in full, and what can be done there.
struct SessionSight {
  let arguments: ToolArguments
  let session: Session

  private var name: JSONValue { .string(session.name) }

  /// `{session, seq, at, …}`: the beginning of each answer about a session.
  ///
  /// - Parameter at: the address of a screen; nil for the active one of the first window.
  func head(at given: JSONValue? = nil) throws(ToolFailure) -> JSONObject {
    let active = try arguments.call("state.active", ["session": name])
    let at = given ?? active[0]?["at"] ?? "/"
    return ["session": name, "seq": .integer(session.seq), "at": at]
  }

  /// The outline, the screen at an address, and what can be done there.
  func whole(at given: JSONValue? = nil) throws(ToolFailure) -> JSONObject {
    var members = try head(at: given)
    let at = members["at"] ?? .null
    members["outline"] = try arguments.call("state.outline", ["session": name])
    let screen = try screen(at: at)
    for key in ["params", "state", "computed"] {
      if case .object(let values)? = screen[key], !values.isEmpty { members[key] = .object(values) }
    }
    let shared = try arguments.call("state.query", ["session": name, "expr": "shared"])
    if case .object(let values) = shared, !values.isEmpty { members["shared"] = shared }
    let possible = try arguments.call("state.actions", ["session": name, "at": at])
    let rows = possible["actions"]?.array ?? []
    let actions = rows.filter { $0["possible"] != "no" }.map { Self.action($0, at: at) }
    if !actions.isEmpty { members["actions"] = .array(actions) }
    let others = rows.filter { $0["possible"] == "no" }.compactMap { $0["action"] }
    if !others.isEmpty { members["impossible"] = .array(others) }
    let moves = possible["navigation"]?.array ?? []
    if !moves.isEmpty { members["navigation"] = .array(moves.map(Self.withoutSession)) }
    let links = possible["links"]?.array?.compactMap { $0["url"] } ?? []
    if !links.isEmpty { members["links"] = .array(links) }
    members.merge(try owed()) { $1 }
    return members
  }

  /// The screen alone; without computed values where one fails.
  private func screen(at: JSONValue) throws(ToolFailure) -> JSONValue {
    let params: JSONObject = ["session": name, "at": at, "depth": 1]
    do {
      return try arguments.call("state.get", params.merging(["computed": true]) { $1 })
    } catch {
      guard error.error.kind == ErrorKind.expressionFailed.rawValue else { throw error }
      return try arguments.call("state.get", params)
    }
  }

  /// The effects that wait for an answer, each with the shape of its output; the timers, and the time.
  func owed() throws(ToolFailure) -> JSONObject {
    var members: JSONObject = [:]
    let effects = try arguments.call("effect.list", ["session": name]).array ?? []
    if !effects.isEmpty { members["effects"] = .array(effects.map(effect)) }
    let clock = try arguments.call("clock.get", ["session": name])
    if let timers = clock["timers"]?.array, !timers.isEmpty {
      members["now"] = clock["now"]
      members["timers"] = .array(timers)
    }
    let waiting = try arguments.call("link.list", ["session": name]).array ?? []
    if !waiting.isEmpty { members["waiting"] = .array(waiting) }
    return members
  }

  private func effect(_ row: JSONValue) -> JSONValue {
    var members: JSONObject = [:]
    for key in ["effect", "name", "at", "input", "queued", "retryAt"] { members[key] = row[key] }
    if let definition = session.flow.effects.first(where: { $0.name == row["name"]?.string }) {
      members["output"] = CompactSchema.fields(.object(definition.output.jsonSchema))
      if definition.declaresNext {
        members["next"] = CompactSchema.fields(.object(definition.next.jsonSchema))
      }
      if let errors = definition.errors {
        members["error"] = CompactSchema.fields(.object(errors.jsonSchema))
      }
    }
    return .object(members)
  }

  /// `{action, payload?, takenBy?, possible?}`: the last two only where they differ from what is usual.
  private static func action(_ row: JSONValue, at: JSONValue) -> JSONValue {
    var members: JSONObject = ["action": row["action"] ?? .null]
    let payload = CompactSchema.fields(row["payload"] ?? .null)
    if payload != [:] { members["payload"] = payload }
    if row["takenBy"] != at { members["takenBy"] = row["takenBy"] }
    if row["possible"] == "depends" { members["possible"] = "depends" }
    if let texts = row["texts"] { members["texts"] = texts }
    return .object(members)
  }

  private static func withoutSession(_ move: JSONValue) -> JSONValue {
    guard case .object(var members) = move, var params = members["params"]?.object else { return move }
    params["session"] = nil
    members["params"] = .object(params)
    return .object(members)
  }

  /// A copy of the session, to compare it with later.
  ///
  /// - Parameter seq: the change after which it is taken; nil for the last one.
  func copy(at seq: Int? = nil) throws(ToolFailure) -> Session {
    do throws(Failure) {
      return try session.fork(as: session.name, at: seq, notices: Notices())
    } catch {
      throw ToolFailure(RPCError(error))
    }
  }

  /// What differs from a copy: a JSON Patch of `{shared, screens: {ID: row}, …}`, sensitive values hidden.
  func changes(since copy: Session) -> JSONValue {
    let documents = [copy, session].map { SessionDocument(of: $0, sensitive: false) }
    return documents[0].patch(to: documents[1]).value
  }
}

/// JSON Schema in fewer words.
enum CompactSchema {
  /// The fields of an object: `{NAME: type or schema}`, with `?` after the name of one that may be left out.
  static func fields(_ schema: JSONValue) -> JSONValue {
    guard let properties = schema["properties"]?.object else {
      return schema["allOf"] == nil && schema["additionalProperties"] != true ? [:] : schema
    }
    let required = schema["required"]?.array ?? []
    var fields: JSONObject = [:]
    for (name, property) in properties {
      fields[required.contains(.string(name)) ? name : name + "?"] = short(property)
    }
    return .object(fields)
  }

  /// The type's name, if there is nothing else to say.
  private static func short(_ schema: JSONValue) -> JSONValue {
    guard let members = schema.object, members.count == 1, let type = members["type"], type.string != nil
    else {
      return schema
    }
    return type
  }
}
