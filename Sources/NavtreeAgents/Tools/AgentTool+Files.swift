import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeServer
import NavtreeText

/// The tools that check and test, and all of them.
extension AgentTool {
  static let all = [check, open, see, `do`, why, pathTo, test, save]

  static let check = AgentTool(
    "check", .reads, "Errors and warnings of a flow: name, path or YAML.", input: "$flow!",
    output: "?ok! [diagnostics! [cut"
  ) { (arguments) throws(ToolFailure) in
    let flow = arguments["flow"]?.string ?? ""
    let loaded = arguments.engine.flows[flow]
    if let loaded, ToolArguments.isGiven(loaded) {
      throw .invalid("the YAML of '\(flow.echo)' isn't kept", at: "flow", hint: "give it again as flow")
    }
    let source = ToolArguments.source(of: loaded?.file ?? flow)
    let report = try arguments.call("flow.check", source)
    return [
      "ok": report["ok"] ?? false,
      "diagnostics": .array((report["diagnostics"]?.array ?? []).map(diagnostic)),
    ]
  }

  static let test = AgentTool(
    "test", .reads,
    "Runs scenarios (path or YAML) of a flow (default: the one they name); tells why they fail.",
    input: "*scenarios! $flow", output: "passed! failed! [failures [cut", cuts: ["failures"]
  ) { (arguments) throws(ToolFailure) in
    let run = try arguments.call("test.run", try scenarios(arguments))
    var members: JSONObject = ["passed": run["passed"] ?? 0, "failed": run["failed"] ?? 0]
    let failed = (run["scenarios"]?.array ?? []).filter { $0["passed"] != true }
    if !failed.isEmpty { members["failures"] = .array(failed.map(failure)) }
    return members
  }

  static let save = AgentTool(
    "save", .adds, "This session as a scenario, which passes; with path, in a new file.",
    input: "$session $path",
    output: "$scenarios $path steps! [notes [cut"
  ) { (arguments) throws(ToolFailure) in
    let session = try arguments.session()
    let path = arguments["path"]?.string
    let file = path ?? "saved\(ScenarioReader.ending)"
    let flow = session.flow
    let flowPath = ToolArguments.isGiven(flow) ? flow.name : arguments.files.relative(flow.file, file)
    let recording = try arguments.call("recording.export", ["session": .string(session.name)])
    let saved: RecordedScenarios
    do throws(Failure) {
      saved = try RecordedScenarios(
        from: recording["lines"]?.array ?? [], session: session.name, of: FlowLoader.Outcome(flow),
        file: file, flowPath: flowPath, source: "a session of navtree mcp")
    } catch {
      throw ToolFailure(RPCError(error))
    }
    var members: JSONObject = ["steps": .integer(saved.stepCount)]
    if let path {
      if let fault = arguments.files.create(path, saved.text) {
        throw .invalid("\(path.echo): \(fault.message)", at: "path", hint: fault.hint)
      }
      members["path"] = .string(path)
    } else {
      members["scenarios"] = .string(saved.text)
    }
    var notes = saved.notes + (recording["complete"] == false ? ["the recording is cut off"] : [])
    if !arguments.isInFile(flow) {
      notes.append("\(flow.file) has changed since: what is saved may not pass")
    }
    if !notes.isEmpty { members["notes"] = .array(notes.map { .string($0) }) }
    return members
  }

  // MARK: Parts

  /// The params of `test.run`: the text of a file, with the flow that it names loaded.
  private static func scenarios(_ arguments: ToolArguments) throws(ToolFailure) -> JSONObject {
    var params: JSONObject = ["scenarios": arguments["scenarios"] ?? .null]
    var folder = ""
    if let path = arguments["scenarios"]?.string, !path.contains("\n") {
      switch arguments.files.read(path) {
      case .success(let bytes): params["scenarios"] = .string(String(decoding: bytes, as: UTF8.self))
      case .failure(let fault):
        throw .invalid("\(path.echo): \(fault.message)", at: "scenarios", hint: fault.hint)
      }
      params["name"] = .string(path)
      folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    }
    if arguments["flow"] != nil {
      params["flow"] = .string(try arguments.loadFlow())
    } else if let file = flow(of: params["scenarios"]), arguments.engine.flows[file] == nil {
      // One that was loaded from that file may have changed since; one from a text has no file.
      do {
        params["flow"] = .string(try arguments.load(["path": .string(folder + file)]))
      } catch {
        let isLoaded = arguments.engine.flows.values.contains { $0.file == file }
        guard isLoaded, error.error.kind == ErrorKind.invalidParams.rawValue else { throw error }
      }
    }
    return params
  }

  /// The flow that scenarios name in a line or a member of their own.
  private static func flow(of scenarios: JSONValue?) -> String? {
    if let object = scenarios?.object { return object["flow"]?.string }
    let line = scenarios?.string?.split(separator: "\n").first { $0.hasPrefix("flow:") }
    let name = line?.dropFirst("flow:".count).prefix { $0 != "#" }.filter { !"\"' \t\r".contains($0) }
    return name.map { String($0) }
  }

  private static func diagnostic(_ row: JSONValue) -> JSONValue {
    var members = row.object ?? [:]
    members["endColumn"] = nil
    return .object(members)
  }

  /// A scenario that failed: the step, what differs, and what was there.
  private static func failure(_ row: JSONValue) -> JSONValue {
    var members: JSONObject = [:]
    for key in ["name", "file", "line"] { members[key] = row[key] }
    if let step = row["steps"]?.array?.last { members["step"] = step["step"] }
    members["failures"] = row["failures"].map { .array(($0.array ?? []).map(Self.difference)) }
    for key in ["outline", "owed"] { if row[key] != [] { members[key] = row[key] } }
    let rules = (row["rules"]?.array ?? []).map(rule)
    if !rules.isEmpty { members["rules"] = .array(rules) }
    return .object(members)
  }

  private static func difference(_ row: JSONValue) -> JSONValue {
    var members = row.object ?? [:]
    members["column"] = nil
    return .object(members)
  }
}
