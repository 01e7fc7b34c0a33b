import ArgumentParser
import NavtreeEngine
import NavtreeFiles
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeScenarios
import NavtreeSystem

/// `navtree test --from-recording`: writes scenarios from a recording.
struct RecordingConversionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write scenarios from a recording instead of running tests. The paths are flows to use instead of the recorded ones.",
      valueName: "file"))
  var fromRecording: InputFile?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("The file of scenarios to create; - is standard output.", valueName: "file"),
    completion: .file())
  var output: String?

  @Option(help: ArgumentHelp("Begin with the state at this change of the recording.", valueName: "seq"))
  var from: Int?

  @Option(help: ArgumentHelp("End with this change of the recording.", valueName: "seq"))
  var to: Int?

  @Option(
    help: ArgumentHelp("The session to convert, if the recording has several.", valueName: "name"))
  var session: String?

  @Flag(
    help:
      "Write sensitive values from the .secrets file beside the recording; else other values that fit stand for them."
  )
  var sensitive = false

  var isGiven: Bool { fromRecording != nil }

  func validate() throws {
    guard let fromRecording else {
      for (name, isGiven) in [
        ("-o", output != nil), ("--from", from != nil), ("--to", to != nil), ("--session", session != nil),
        ("--sensitive", sensitive),
      ] where isGiven {
        throw ValidationError("\(name) is for --from-recording")
      }
      return
    }
    if output == nil {
      throw ValidationError("--from-recording needs -o FILE for the scenarios; '-' is standard output")
    }
    if let from, let to, from >= to { throw ValidationError("--from \(from) isn't before --to \(to)") }
    if sensitive, fromRecording.isStandardInput {
      throw ValidationError("--sensitive needs a file: standard input has no .secrets beside it")
    }
  }

  /// - Throws: the exit status, after reporting why.
  func run(flows: [InputFile]) throws {
    guard let fromRecording, let output else { return }
    let lines = try fromRecording.jsonLines()
    let (name, opening) = try chosenSession(in: lines, of: fromRecording)
    var recorded = try RecordedFlows(of: fromRecording, given: flows)
    try recorded.validate(for: lines)
    let (flow, file) = try recorded.flow(of: opening)
    try checkFlow(flow, file, lines + [opening], opening["session"]?.string ?? name)
    let secretsFile = InputFile(named: RecordingFile.secretsPath(of: fromRecording.path))
    let secrets = sensitive ? try secretsFile.jsonLines() : []
    let scenarios: RecordedScenarios
    do {
      scenarios = try RecordedScenarios(
        from: lines, secrets: secrets, session: name, of: flow, RecordedScenarios.Range(from: from, to: to),
        file: output,
        flowPath: RelativePath.path(to: file.path, fromFolderOf: output), source: fromRecording.name)
    } catch {
      throw Console.fail("\(fromRecording.name): \(error.message)", .failure)
    }
    try write(scenarios, to: output)
  }

  /// The session to convert, and the line that opens it first.
  private func chosenSession(in lines: [JSONValue], of file: InputFile) throws -> (String, JSONValue) {
    var openings: [String: JSONValue] = [:]
    var names: [String] = []
    for line in lines {
      var name = line["session"]?.string
      var opening: JSONValue? = line["navtree"] == nil ? nil : line
      // A fork goes on from the opening of its original.
      if line["method"] == "session.fork", line["error"] == nil {
        opening = name.flatMap { openings[$0] }
        name = line["params"]?["as"]?.string
      }
      guard let name, let opening, openings[name] == nil else { continue }
      openings[name] = opening
      names.append(name)
    }
    let known = names.joined(separator: ", ")
    if let session {
      if let opening = openings[session] { return (session, opening) }
      throw Console.fail("\(file.name): no session '\(session)' is recorded: there are \(known)", .failure)
    }
    guard let name = names.first, let opening = openings[name] else {
      throw Console.fail("\(file.name): it is no recording: no line opens a session", .failure)
    }
    if names.count > 1 {
      throw Console.fail(
        "\(file.name): there are several sessions, choose one with --session: \(known)", .usage)
    }
    return (name, opening)
  }

  private func checkFlow(
    _ outcome: FlowLoader.Outcome, _ file: InputFile, _ lines: [JSONValue], _ session: String
  ) throws {
    guard let flow = outcome.flow else { return }
    let hash = "\(flow.fingerprint)"
    for line in lines where line["navtree"] != nil && line["session"]?.string == session {
      if line["hash"]?.string == hash { continue }
      throw Console.fail(
        "\(file.name) isn't the flow that was recorded: its hash is \(hash), the recorded one is \(line["hash"]?.string ?? "missing")",
        .failure)
    }
  }

  private func write(_ scenarios: RecordedScenarios, to path: String) throws {
    for note in scenarios.notes { Console.note(note) }
    if path == "-" { return try Console.write(scenarios.text) }
    try OutputFile(path: path).create(scenarios.text)
    let (count, steps) = (scenarios.scenarioCount, scenarios.stepCount)
    try Console.write(
      """
      \(path.escapingControls): written, \(count) \(count == 1 ? "scenario" : "scenarios"), \(steps) \(steps == 1 ? "step" : "steps")
        run it: navtree test \(path.escapingControls)

      """)
  }
}

/// Paths from one file to another.
enum RelativePath {
  /// The path of a file as one in the folder of another file would write it.
  static func path(to target: String, fromFolderOf file: String) -> String {
    if target.hasPrefix("/") != file.hasPrefix("/") || file == "-" {
      return file == "-" ? target : relative(absolute(target), to: absolute(file))
    }
    return relative(target, to: file)
  }

  private static func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  private static func relative(_ target: String, to file: String) -> String {
    var target = names(of: target)
    var folder = names(of: file).dropLast()
    // A folder that is left upwards has a name that only the file system knows.
    if folder.contains("..") { return absolute(target.joined(separator: "/")) }
    while let first = folder.first, target.count > 1, target[0] == first {
      folder.removeFirst()
      target.removeFirst()
    }
    return (folder.map { _ in ".." } + target).joined(separator: "/")
  }

  /// The names on a path, without `.` and those that `..` takes back.
  private static func names(of path: String) -> [String] {
    var names: [String] = []
    for name in path.split(separator: "/") where name != "." {
      if name == "..", let last = names.last, last != ".." {
        names.removeLast()
      } else {
        names.append(String(name))
      }
    }
    return names
  }
}
