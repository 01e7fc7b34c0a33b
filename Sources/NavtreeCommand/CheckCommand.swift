import ArgumentParser
import NavtreeFlow
import NavtreeScenarios
import NavtreeYAML

/// `navtree check`: reports the errors and warnings of flows.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report the errors and warnings of flows and of their scenarios.",
    discussion: """
        navtree check my.navtree.yaml
        navtree check --fix my.navtree.yaml
        navtree check --strict --format sarif -o report.sarif
      """)

  @Argument(
    help: ArgumentHelp(
      "The files of flows and scenarios, and folders with *.navtree.yaml and *.scenarios.yaml below them; - is standard input. By default the only flow in this folder.",
      valueName: "flow"))
  var files: [InputFile] = []

  @Flag(help: "Fail on warnings too.")
  var strict = false

  @Flag(help: "List the warnings that comments acknowledge, too: # explore: ignore CODE REASON.")
  var ignored = false

  @OptionGroup(title: "Fixes") var fixes: FixOptions

  @OptionGroup(title: "Output") var form: OutputForm<CheckFormat>

  @OptionGroup(title: "Output") var place: OutputPlace

  @Flag(help: "Keep running, and check again whenever a file changes.")
  var watch = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if watch, files.contains(where: \.isStandardInput) {
      throw ValidationError("--watch needs files: standard input is read once")
    }
    if watch, fixes.isWanted { throw ValidationError("--watch and fixes exclude each other") }
    if fixes.writes, files.contains(where: \.isStandardInput) {
      throw ValidationError("standard input isn't mended in place: --diff shows how it would be")
    }
    try files.validate()
  }

  func run() throws {
    let given = try files.orOnlyFlow()
    let flows = try given.flows()
    if watch { try runForever(given) }
    if fixes.isWanted, try fixes.apply(to: flows) { throw ExitCode.failure }
    let (checked, status, loaded) = try check(flows)
    // The process ends: releasing a flow of 32,000 screens first would take a tenth of its check.
    withExtendedLifetime(loaded) {
      Self.exit(withError: status ?? (checked.allSatisfy(\.isFine) ? ExitCode.success : .failure))
    }
  }

  /// Checks files and reports on them; a part that one of the flows includes is checked with that alone.
  ///
  /// - Returns: the checked files, the exit status of those that can't be read, after reporting why, and
  ///   what was loaded, each with the file that it was loaded from.
  private func check(_ files: [InputFile]) throws -> (
    checked: [CheckedFile], status: ExitCode?, loaded: [(file: InputFile, outcome: FlowLoader.Outcome)]
  ) {
    var checked: [CheckedFile] = []
    var told: Set<CheckedFile.Report> = []
    var status: ExitCode?
    var loaded: [(file: InputFile, outcome: FlowLoader.Outcome)] = []
    for file in files {
      do {
        if file.isOfScenarios {
          let outcome = try file.readScenarios()
          checked.append(
            CheckedFile(
              name: file.name, sources: outcome.sources, isPart: false, acknowledgedCount: 0,
              isFine: outcome.file != nil && !isDoubted(outcome.diagnostics), diagnostics: outcome.diagnostics
            ))
          continue
        }
        let outcome = try file.load(checksParts: true)
        loaded.append((file, outcome))
        checked.append(
          CheckedFile(
            name: file.name, sources: outcome.sources, isPart: outcome.isPart,
            acknowledgedCount: outcome.acknowledged.count,
            isFine: outcome.isRight && !isDoubted(outcome.diagnostics),
            diagnostics: (outcome.diagnostics + (ignored ? outcome.acknowledged : [])).filter { diagnostic in
              told.insert(CheckedFile.Report(diagnostic, in: outcome.file(of: diagnostic))).inserted
            }))
      } catch let code as ExitCode {
        status = code
      }
    }
    let included = Set(loaded.flatMap { $0.file.parts(of: $0.outcome) }.compactMap(\.revision?.identity))
    checked.removeAll { file in
      file.isPart
        && InputFile(argument: file.name).revision.map { included.contains($0.identity) } == true
    }
    try place.write(form.format.report(checked))
    return (checked, status, loaded)
  }

  /// Whether warnings count as errors, and there is one.
  private func isDoubted(_ diagnostics: [Diagnostic]) -> Bool {
    strict && diagnostics.contains { $0.severity == .warning }
  }

  /// Checks again after each change, until a signal ends the process.
  private func runForever(_ files: [InputFile]) throws -> Never {
    var flows: [InputFile] = []
    try FileWatch.forever {
      flows = files.flatMap { (try? $0.flows()) ?? [] }
      return flows
    } run: {
      let (checked, _, loaded) = try check(flows)
      let count = checked.count { !$0.isPart }
      return (
        "checked \(count) \(count == 1 ? "flow" : "flows")", loaded.flatMap { $0.file.parts(of: $0.outcome) }
      )
    }
  }
}
