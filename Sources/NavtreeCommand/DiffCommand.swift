import ArgumentParser
import NavtreeEngine
import NavtreeExploring
import NavtreeJSON
import NavtreeScenarios
import NavtreeText
import NavtreeFlow
import NavtreeYAML

/// `navtree diff`: the changes between two versions of a flow.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Report what changed between two versions of a flow, and whether it breaks anything.",
    discussion: """
      Each line has a verdict, the part that has changed, its place in the new version or, for what is gone, in the \
      old one, and the change. Recordings and scenarios are run under both versions, for the first difference in what \
      each does.

        navtree diff old.navtree.yaml new.navtree.yaml
        navtree diff old.navtree.yaml new.navtree.yaml tape.jsonl my.scenarios.yaml
      """)

  @Argument(help: ArgumentHelp("The old version.", valueName: "old"))
  var old: InputFile

  @Argument(help: ArgumentHelp("The new version.", valueName: "new"))
  var new: InputFile

  @Argument(
    help: ArgumentHelp(
      "Recordings, files of scenarios, and folders with *.scenarios.yaml below them, to run under both versions.",
      valueName: "recording"))
  var files: [InputFile] = []

  @OptionGroup(title: "Output") var form: OutputForm<TextFormat>

  @OptionGroup(title: "Output") var place: OutputPlace

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try ([old, new] + files).validate() }

  func run() throws {
    let versions = try (old: loaded(old), new: loaded(new))
    guard let before = versions.old.flow, let after = versions.new.flow else { throw ExitCode.failure }
    let difference = FlowDifference(from: before, to: after)
    var report = DiffReport(difference: difference)
    for file in try tests() {
      if file.isOfScenarios {
        try report.findings += scenarios(in: file, versions.old, versions.new)
      } else {
        report.findings.append(try recording(file, before, after))
      }
    }
    try place.write(form.isJSON ? "\(report.json)".escapingControls + "\n" : report.text)
    if report.hasFailed { throw ExitCode.failure }
  }

  private func loaded(_ file: InputFile) throws -> FlowLoader.Outcome {
    let outcome = try file.load()
    Console.complain(ofErrorsIn: outcome.diagnostics, outcome.sources)
    return outcome
  }

  private func tests() throws -> [InputFile] {
    do {
      return try files.flatMap { try $0.files(endingIn: [ScenarioReader.ending]) }
    } catch let error as InputFile.FolderError {
      throw Console.fail(error.sentence, error.status)
    }
  }

  private func recording(_ file: InputFile, _ before: FlowDefinition, _ after: FlowDefinition) throws
    -> DiffReport.Finding
  {
    let lines = try file.jsonLines()
    let secrets = try file.secrets()
    do throws(Failure) {
      let found = try RecordingComparison.compare(lines, secrets: secrets, from: before, to: after)
      return DiffReport.Finding(
        file: file.name, line: found?.line, what: found?.request, difference: found?.difference)
    } catch {
      throw Console.fail("\(file.name): \(error.message)", .failure)
    }
  }

  private func scenarios(
    in file: InputFile, _ before: FlowLoader.Outcome, _ after: FlowLoader.Outcome
  ) throws -> [DiffReport.Finding] {
    let first = try file.readScenarios(of: before)
    guard let old = first.file else {
      Console.complain(ofErrorsIn: first.diagnostics, first.sources)
      throw ExitCode.failure
    }
    let second = try file.readScenarios(of: after)
    guard let new = second.file else {
      return try unfitting(second.diagnostics, old, after, besides: file)
    }
    return compared(old, new, file)
  }

  /// Leaves out the scenarios that don't fit the new version, and compares the others.
  private func unfitting(
    _ diagnostics: [Diagnostic], _ old: ScenarioFile, _ after: FlowLoader.Outcome, besides file: InputFile
  ) throws -> [DiffReport.Finding] {
    let starts = Set(old.scenarios.map { Int($0.location.line) }).sorted()
    var faults: [Int: Diagnostic] = [:]
    for error in diagnostics where error.severity == .error {
      let start = starts.last { $0 <= error.location.line } ?? 0
      if faults[start] == nil { faults[start] = error }
    }
    let unfit = faults.sorted { $0.key < $1.key }.map { start, error in
      DiffReport.Finding(
        file: file.name, line: Int(error.location.line),
        what: old.scenarios.first { $0.location.line == start }?.name,
        difference: BehaviourDifference(
          place: start == 0 ? "the scenarios" : "the scenario", old: "fits", new: .string(error.message)))
    }
    let kept = old.source.without(starts.filter { faults[$0] != nil }, before: starts)
    guard faults[0] == nil, let kept,
      let new = try file.readScenarios(of: after, texts: [file.name: kept]).file
    else {
      return unfit
    }
    return unfit + compared(old, new, file)
  }

  private func compared(_ old: ScenarioFile, _ new: ScenarioFile, _ file: InputFile) -> [DiffReport.Finding] {
    new.scenarios.compactMap { other in
      guard let scenario = old.scenarios.first(where: { $0.name == other.name }) else { return nil }
      let found = ScenarioComparison.compare((old, scenario), (new, other))
      let step = found?.step.map { ": \($0)" } ?? ""
      return DiffReport.Finding(
        file: file.name, line: found?.location.line ?? scenario.location.line, what: scenario.name + step,
        difference: found?.difference)
    }
  }
}

/// The output of `navtree diff`.
struct DiffReport {
  /// A recording or a scenario under both versions.
  struct Finding {
    let file: String
    let line: Int?
    /// The request, or the scenario and its step.
    let what: String?
    /// Nil where there is none.
    let difference: BehaviourDifference?
  }

  let difference: FlowDifference
  var findings: [Finding] = []

  var hasFailed: Bool {
    difference.breakingCount > 0 || findings.contains { $0.difference != nil }
  }

  var text: String {
    var lines = difference.entries.map(\.line) + findings.map(\.text)
    if Console.isQuiet {
      return lines.filter { !$0.hasPrefix("same ") }.map { $0.escapingControls + "\n" }.joined()
    }
    let breaking = difference.breakingCount
    var summary = "\(breaking) breaking, \(difference.entries.count - breaking) compatible"
    if !findings.isEmpty {
      summary += ", \(findings.count { $0.difference != nil }) of \(findings.count) runs differ"
    }
    lines.append(summary)
    return lines.map { $0.escapingControls + "\n" }.joined()
  }

  var json: JSONValue {
    [
      "breaking": .integer(difference.breakingCount),
      "differing": .integer(findings.count { $0.difference != nil }),
      "changes": .array(difference.entries.map(\.json)), "runs": .array(findings.map(\.json)),
    ]
  }
}

extension SourceText {
  /// The text in which the entries of a list that begin at some lines are empty; nil if no entry would be left.
  ///
  /// - Parameter starts: The lines at which all entries begin.
  fileprivate func without(_ lines: [Int], before starts: [Int]) -> [UInt8]? {
    guard lines.count < starts.count else { return nil }
    var text = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines {
      let end = starts.first { $0 > line } ?? text.count + 1
      for index in line..<end where text.indices.contains(index - 1) {
        // The next key of the file.
        if text[index - 1].first?.isLetter == true { break }
        text[index - 1] = ""
      }
    }
    return Array(text.joined(separator: "\n").utf8)
  }
}

extension DiffReport.Finding {
  fileprivate var text: String {
    let place = line.map { "\(file):\($0)" } ?? file
    let what = what.map { " \($0)" } ?? ""
    guard let difference else { return "same \(place)\(what)" }
    return "differs \(place)\(what): \(difference.sentence)"
  }

  fileprivate var json: JSONValue {
    var members: JSONObject = ["file": .string(file), "same": .boolean(difference == nil)]
    if let line { members["line"] = .integer(line) }
    if let what { members["run"] = .string(what) }
    if let difference {
      members["place"] = .string(difference.place)
      if let old = difference.old { members["old"] = old }
      if let new = difference.new { members["new"] = new }
    }
    return .object(members)
  }
}
