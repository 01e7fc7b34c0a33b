import ArgumentParser
import NavtreeEngine
import NavtreeExploring
import NavtreeFiles
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeScenarios
import NavtreeServer
import NavtreeText
import NavtreeYAML

/// The states that a search, a plan or random sessions begin with.
struct BeginningOptions: ParsableArguments {
  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Begin with the states of these snapshots, files of scenarios and recordings instead of the start.",
      valueName: "file"))
  var from: [InputFile] = []

  /// The most lines at the end of a recording after which a session's state is a beginning.
  private static let mostLines = 200

  /// The states of the given files.
  ///
  /// - Parameter onlyLast: whether only the last state of each scenario and recording is wanted.
  /// - Throws: the exit status, after reporting why.
  func given(_ flow: FlowDefinition, onlyLast: Bool = false) throws -> [Beginning] {
    let beginnings = try from.flatMap { file in
      file.isOfScenarios
        ? try Self.scenarios(in: file, flow, onlyLast)
        : try Self.states(in: file, flow).suffix(onlyLast ? 1 : .max)
    }
    for beginning in beginnings {
      _ = try Console.orFail { () throws(Failure) in try beginning.session(of: flow) }
    }
    if beginnings.isEmpty, let file = from.first {
      throw Console.fail(
        "\(file.name): there is no state of a session of '\(flow.name)'".escapingControls, .failure)
    }
    return beginnings
  }

  private static func scenarios(in file: InputFile, _ flow: FlowDefinition, _ onlyLast: Bool) throws
    -> [Beginning]
  {
    let outcome = try file.readScenarios(of: FlowLoader.Outcome(flow))
    guard let read = outcome.file else {
      Console.complain(ofErrorsIn: outcome.diagnostics, outcome.sources)
      throw ExitCode.failure
    }
    return try read.scenarios.flatMap { scenario -> [Beginning] in
      if let moves = try Console.orFail({ () throws(Failure) in try Move.moves(of: scenario, in: flow) }) {
        return [Beginning(moves: moves)]
      }
      var found: [Beginning] = []
      try Console.orFail { () throws(Failure) in
        try ScenarioRunner(read).follow(scenario) { step, session in
          let line = (step?.location ?? scenario.location).line
          if onlyLast { found = [] }
          found.append(Beginning(name: "\(file.name):\(line)", of: session))
          return true
        }
      }
      return found
    }
  }

  /// The states of a snapshot or a recording.
  private static func states(in file: InputFile, _ flow: FlowDefinition) throws -> [Beginning] {
    let bytes = try file.allBytes()
    if let snapshot = try? JSONValue(parsing: bytes, maximumDepth: Limit.depth.standard),
      snapshot["session"] == nil
    {
      return [Beginning(name: file.name, snapshot: snapshot, moves: [])]
    }
    let lines = try file.jsonLines(bytes)
    var replay = Replay(secrets: try file.secrets()) { (name, _) throws(Failure) in
      if name == flow.name { return flow }
      throw Failure(.unknownFlow, "the recording is of the flow '\(name)'")
    }
    var found: [Beginning] = []
    do throws(Failure) {
      _ = try replay.run(lines) { line in
        if line.number > lines.count - mostLines, let session = line.session {
          found.append(Beginning(name: "\(file.name):\(line.number)", of: session))
        }
        return true
      }
    } catch {
      throw Console.fail("\(file.name): \(error.message)", .failure)
    }
    return found
  }

  // MARK: Beside the flow

  /// The moves of the scenarios in the folder of a flow that begin at its start; none if other states are given.
  func beside(_ file: InputFile, _ flow: FlowDefinition) -> [Beginning] {
    guard from.isEmpty, !file.isStandardInput, let own = file.revision?.identity else { return [] }
    let folder = FlowFolder.path(ofFlow: file.path)
    let name = Array(file.path.dropFirst(folder.count).utf8)
    let files = try? InputFile(argument: folder.isEmpty ? "." : folder)
      .files(endingIn: [ScenarioReader.ending], isDeep: false)
    return (files ?? []).flatMap { scenarios -> [Beginning] in
      // Files of other flows needn't be read as scenarios.
      guard scenarios.isRegular, let bytes = try? scenarios.bytes(), bytes.contains(name) else { return [] }
      let outcome = ScenarioReader.read(
        bytes, file: scenarios.name,
        flow: { path in
          InputFile(named: path).revision?.identity == own
            ? .success(FlowLoader.Outcome(flow)) : .failure(PartFault("it is another flow"))
        }, snapshot: { _ in .failure(PartFault("it isn't read")) })
      return (outcome.file?.scenarios ?? []).compactMap { Beginning(of: $0, in: flow) }
    }
  }
}
