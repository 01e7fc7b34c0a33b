import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer

/// The tools that open, see and change sessions.
extension AgentTool {
  static let open = AgentTool(
    "open", .adds,
    "Opens a session of a flow (name, path or YAML), or resumes the stored one of that name; answers as see does.",
    input: "$flow! $session $link {shared", output: sight, cuts: sightCuts
  ) { (arguments) throws(ToolFailure) in
    let flow = try arguments.loadFlow()
    var params: JSONObject = ["flow": .string(flow), "record": true]
    for key in ["session", "link", "shared"] { params[key] = arguments[key] }
    if params["session"] == nil {
      var name = flow
      var number = 2
      while arguments.engine.sessions[name] != nil {
        name = "\(flow)-\(number)"
        number += 1
      }
      params["session"] = .string(name)
    }
    let opened = try arguments.call("session.open", params)
    let told = arguments.engine.takeNotifications()
    guard let session = arguments.engine.sessions[opened["session"]?.string ?? ""] else {
      throw ToolFailure(.internal("the session was closed at once"))
    }
    var members = try SessionSight(arguments: arguments, session: session).whole()
    if opened["restored"] == true {
      members["restored"] = true
      members["report"] = opened["report"]
    }
    add(told, to: &members)
    return members
  }

  static let see = AgentTool(
    "see", .reads,
    "Screens of a session, the one at address `at` (default: the active one) in full, the actions and navigation possible there, effects that wait for an answer; with since: a patch of what changed after that seq.",
    input: "$session *at since", output: sight, cuts: sightCuts
  ) { (arguments) throws(ToolFailure) in
    let sight = SessionSight(arguments: arguments, session: try arguments.session())
    guard let since = arguments["since"]?.integer else { return try sight.whole(at: arguments["at"]) }
    var members = try sight.head()
    members["changes"] = sight.changes(since: try sight.copy(at: since))
    members.merge(try sight.owed()) { $1 }
    return members
  }

  static let `do` = AgentTool(
    "do", .changes,
    "Takes steps in order, all or none. A step: {action:{type:NAME,…payload},at?}; an answer {method:\"effect.done\",params:{effect,output}} or effect.fail {effect,error}; navigation {method,params} as see lists it; back, push {screen,params}, link.open {url}, clock.advance {by:\"5s\"}, history.undo. Or `to`: the steps of path_to.",
    input: "$session [steps $to ifSeq",
    output: "$session! seq! $at! [results! [changes! [effects [timers [told [actions [cut",
    cuts: ["actions", "timers", "changes", "results"]
  ) { (arguments) throws(ToolFailure) in
    let session = try arguments.session()
    let steps = try steps(arguments, session)
    do throws(Failure) {
      if let seq = arguments["ifSeq"]?.integer { try Failure.check(session.seq, is: seq) }
    } catch {
      throw ToolFailure(RPCError(error))
    }
    let before = try SessionSight(arguments: arguments, session: session).copy()
    let requests = try StepList(steps, to: session).requests
    let outcome: NavtreeServer.GroupOutcome
    do throws(NavtreeServer.GroupFailure) {
      outcome = try arguments.engine.requestAll(requests)
    } catch {
      throw ToolFailure(error.error, step: error.index)
    }
    // A step may have put another in its place.
    let sight = SessionSight(
      arguments: arguments, session: arguments.engine.sessions[session.name] ?? session)
    var members = try sight.head()
    members["results"] = .array(outcome.results.map(result))
    members["changes"] = sight.changes(since: before)
    members.merge(try sight.owed()) { $1 }
    add(outcome.notifications, to: &members)
    let possible = try arguments.call(
      "state.actions", ["session": .string(session.name), "at": members["at"] ?? .null])
    members["actions"] = .array(
      (possible["actions"]?.array ?? []).filter { $0["possible"] != "no" }.compactMap { $0["action"] })
    return members
  }

  static let why = AgentTool(
    "why", .reads,
    "Rehearses action {type:NAME,…payload}: the rules it meets, the values in their conditions, what it would do or why it is refused.",
    input: "$session {action! *at", output: "$handledBy [rules! [declined [patch {error [cut",
    cuts: ["patch", "rules"]
  ) { (arguments) throws(ToolFailure) in
    var params: JSONObject = ["session": .string(try arguments.session().name)]
    for key in ["action", "at"] { params[key] = arguments[key] }
    let explained = try arguments.call("explain", params)
    var members: JSONObject = [:]
    for key in ["handledBy", "active", "reply", "file"] { members[key] = explained[key] }
    members["rules"] = .array((explained["rules"]?.array ?? []).map(rule))
    for key in ["declined", "asked", "patch"] {
      if let list = explained[key]?.array, !list.isEmpty { members[key] = .array(list) }
    }
    if case .object(var error)? = explained["error"]?["data"] {
      error["retry"] = nil
      members["error"] = .object(error)
    }
    return members
  }

  static let pathTo = AgentTool(
    "path_to", .reads,
    "The shortest steps to a screen (its name, or /path), link:URL, or a condition over screens, shared and active; do with the same `to` takes them.",
    input: "$session $to!", output: "$plan! [steps [bounds states! [cut", cuts: ["bounds", "steps"]
  ) { (arguments) throws(ToolFailure) in
    let session = try arguments.session()
    let plan = try plan(arguments, session)
    var members: JSONObject = [:]
    for key in ["plan", "shortest", "bounds", "states"] { members[key] = plan[key] }
    if let moves = plan["moves"]?.array { members["steps"] = .array(moves.map(StepList.step)) }
    return members
  }

  // MARK: Parts

  private static let sightCuts = [
    "links", "timers", "navigation", "changes", "shared", "computed", "state", "actions",
  ]
  private static let sight =
    "$session! seq! *at! $outline {state {shared [actions [impossible [navigation [effects [changes [cut"

  /// The steps of `do`: those that are given, or those of a plan.
  private static func steps(_ arguments: ToolArguments, _ session: Session) throws(ToolFailure) -> [JSONValue]
  {
    switch (arguments["steps"]?.array, arguments["to"]) {
    case (let steps?, nil): return steps
    case (nil, _?):
      let plan = try plan(arguments, session)
      if let moves = plan["moves"]?.array { return moves }
      var error = RPCError.invalidParams(
        "no steps are known to lead there: \(plan["plan"]?.string ?? "")", at: ["to"],
        hint: "path_to says why, if some state may have been missed")
      error.details["bounds"] = plan["bounds"]
      throw ToolFailure(error)
    case (nil, nil), (_?, _?): throw .invalid("one of 'steps' and 'to' says what to do", at: "steps")
    }
  }

  private static func plan(_ arguments: ToolArguments, _ session: Session) throws(ToolFailure) -> JSONValue {
    let to = arguments["to"]?.string ?? ""
    var key = "when"
    var value = to[...]
    if to.hasPrefix("/") {
      key = "at"
    } else if to.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }) {
      key = "screen"
    } else {
      for prefix in ["screen", "at", "link"] where to.hasPrefix("\(prefix):") {
        key = prefix
        value = to.dropFirst(prefix.count + 1)
      }
    }
    return try arguments.call("plan", ["session": .string(session.name), key: .string(String(value))])
  }

  /// What a step has answered, beside what the whole answer says.
  private static func result(_ answer: JSONValue) -> JSONValue {
    var members = answer.object ?? [:]
    for key in ["seq", "active", "declined"] { members[key] = nil }
    return .object(members)
  }

  /// A rule that an action has met, with its place and the values of its condition's parts.
  static func rule(_ row: JSONValue) -> JSONValue {
    var members: JSONObject = [:]
    for key in ["at", "action", "file", "line", "when", "holds"] { members[key] = row[key] }
    let values = values(of: row)
    if !values.isEmpty { members["values"] = .object(values) }
    let guards = (row["guards"]?.array ?? []).map { named -> JSONValue in
      [
        "name": named["name"] ?? .null, "holds": named["holds"] ?? .null,
        "values": .object(Self.values(of: named)),
      ]
    }
    if !guards.isEmpty { members["guards"] = .array(guards) }
    return .object(members)
  }

  /// The values of a condition's parts, but not that of the whole.
  private static func values(of row: JSONValue) -> JSONObject {
    var values: JSONObject = [:]
    for part in (row["parts"]?.array ?? []).dropLast() {
      guard let text = part["part"]?.string else { continue }
      values[text] = part["value"] ?? part["values"] ?? part["error"] ?? part["omitted"] ?? .null
    }
    return values
  }

  /// Adds the notifications that nothing else in an answer says.
  private static func add(_ notifications: [JSONValue], to members: inout JSONObject) {
    // The input of an effect is for the host alone: `effects` has those in flight, with sensitive values hidden.
    let told = notifications.filter { $0["method"] != "effect.requested" }.map { line -> JSONValue in
      ["method": line["method"] ?? .null, "params": line["params"] ?? [:]]
    }
    if !told.isEmpty { members["told"] = .array(told) }
  }
}
