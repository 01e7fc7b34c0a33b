import ArgumentParser
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import NavtreeEngine
import NavtreeText

/// `navtree replay`: repeats a recording, and compares.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Repeat a recording, and report the first difference.",
    discussion: """
      Replays a file written by 'navtree serve --record FILE', with the sensitive values of FILE.secrets. Without \
      that file other values that fit stand for them, and a warning says so.
      """)

  @Argument(help: ArgumentHelp("The recording; - is standard input.", valueName: "file"))
  var file: InputFile

  @Argument(
    help: ArgumentHelp(
      "Flow files to use instead of the recorded ones, matched by the name of the flow.",
      valueName: "flow"))
  var flows: [InputFile] = []

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Common options") var common: CommonOptions

  func run() throws {
    var flows = try RecordedFlows(of: file, given: flows)
    let lines = try file.jsonLines()
    if lines.isEmpty { throw Console.fail("\(file.name): it is no recording: it has no lines", .failure) }
    try flows.validate(for: lines)
    let secrets = try file.secrets()
    var loaded: UTF8Dictionary<FlowDefinition> = [:]
    for line in lines {
      guard line["navtree"] != nil, let name = line["flow"]?.string, loaded[name] == nil else { continue }
      loaded[name] = try flows.flow(of: line).outcome.flow
    }
    let known = loaded
    var replay = Replay(secrets: secrets) { (name, _) throws(Failure) in
      if let flow = known[name] { return flow }
      throw Failure(.unknownFlow, "no flow named '\(name)' is there")
    }
    let outcome: Replay.Outcome
    do {
      outcome = try replay.run(lines)
    } catch {
      throw Console.fail("\(file.name): \(error.message)", .failure)
    }
    try tell(outcome)
    if outcome.difference != nil { throw ExitCode.failure }
  }

  private func tell(_ outcome: Replay.Outcome) throws {
    if form.isJSON { return try Console.write("\(JSONValue.object(outcome.json))\n") }
    if let form = outcome.olderForm {
      Console.note(
        "\(file.name) is of form \(form), not \(Replay.Outcome.form): rules have changed since, so it may differ"
      )
    }
    for flow in outcome.changedFlows {
      Console.note("the flow '\(flow)' isn't the one that was recorded")
    }
    if outcome.zeroedCount > 0 {
      let values =
        outcome.zeroedCount == 1
        ? "1 sensitive value isn't known" : "\(outcome.zeroedCount) sensitive values aren't known"
      Console.note("\(values): there is no \(RecordingFile.secretsPath(of: file.name))")
    }
    if let difference = outcome.difference {
      try Console.write("\(file.name):\(difference.line): \(difference.sentence)".escapingControls + "\n")
    } else {
      try Console.write("\(file.name): the same, \(outcome.lineCount) lines".escapingControls + "\n")
    }
  }
}

extension InputFile {
  /// The JSON of each line.
  ///
  /// - Parameter bytes: what was read of it; nil: all of it is read.
  /// - Throws: the exit status, after reporting why.
  func jsonLines(_ bytes: [UInt8]? = nil) throws -> [JSONValue] {
    var lines: [JSONValue] = []
    try forEachJSONLine(of: bytes) { lines.append($0) }
    return lines
  }

  /// The sensitive values of a recording, which stand beside it; none if they are missing.
  ///
  /// - Throws: the exit status, after reporting why.
  func secrets() throws -> [JSONValue] {
    let file = InputFile(named: RecordingFile.secretsPath(of: path))
    return isStandardInput || !file.exists ? [] : try file.jsonLines()
  }

  /// Passes on the JSON of one line after the other.
  ///
  /// - Parameter broken: takes the number of a last line that its writer has broken off. Without it, or where the line
  ///   is the only one, that is an error.
  /// - Throws: the exit status, after reporting why.
  func forEachJSONLine(
    of bytes: [UInt8]? = nil, _ body: (JSONValue) throws -> Void, broken: ((Int) -> Void)? = nil
  ) throws {
    var rest = try (bytes ?? allBytes())[...]
    var number = 0
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let isLast = end == rest.endIndex
      let line = rest[..<end]
      rest = rest[end...].dropFirst()
      number += 1
      if line.isEmpty { continue }
      let value: JSONValue
      do {
        value = try JSONValue(parsing: line, maximumDepth: 4096)
      } catch {
        if isLast, number > 1, let broken { return broken(number) }
        throw Console.fail("\(name):\(number): \(error)", .failure)
      }
      try body(value)
    }
  }
}
