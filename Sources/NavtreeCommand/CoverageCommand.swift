import ArgumentParser
import NavtreeCoverage
import NavtreeFlow
import NavtreeYAML

/// `navtree coverage`: reports how much of a flow was used.
struct CoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Report which parts of a flow sessions have used.",
    discussion: """
      Files of coverage are written by navtree serve --coverage; several are added up.

        navtree coverage my.navtree.yaml coverage.json --min rules=90,guards=80
        navtree coverage my.navtree.yaml coverage.json --format html -o coverage.html
      """)

  @Argument(help: ArgumentHelp("The flow's file.", valueName: "flow"))
  var flow: InputFile

  @Argument(help: ArgumentHelp("The files of coverage.", valueName: "file"))
  var files: [InputFile]

  @OptionGroup(title: "Output") var form: OutputForm<CoverageFormat>

  @OptionGroup(title: "Output") var place: OutputPlace

  @Option(
    help: ArgumentHelp(
      "The least coverage in percent: \(CoverageKind.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "kind=n,…"))
  var min: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    try ([flow] + files).validate()
    _ = try goals()
  }

  func run() throws {
    let goals = try goals()
    let outcome = try flow.load()
    guard let definition = outcome.flow else {
      Console.complain(ofErrorsIn: outcome.diagnostics, outcome.sources)
      throw ExitCode.failure
    }
    let report = try report(on: definition, outcome.sources)
    for complaint in report.complaints { Console.note(complaint) }
    try place.write(form.format.text(of: report))
    let missed = goals?.complaints(about: report) ?? []
    if missed.isEmpty { return }
    for complaint in missed { Console.note(complaint) }
    throw ExitCode.failure
  }

  private func goals() throws -> CoverageGoals? {
    do throws(CoverageFault) {
      return try min.map { (text) throws(CoverageFault) in try CoverageGoals(text) }
    } catch {
      throw ValidationError("--min: \(error)")
    }
  }

  private func report(on definition: FlowDefinition, _ sources: [SourceText]) throws -> CoverageReport {
    var coverage: Coverage?
    for file in files {
      let read = try file.coverage(in: try file.allBytes())
      do throws(CoverageFault) {
        let found = try read.coverage(of: definition)
        if coverage == nil { coverage = found } else { try coverage?.merge(found) }
        // A wrong name is told with its file.
        _ = try CoverageReport(definition, sources, found)
      } catch {
        throw Console.fail("\(file.name): \(error)", .failure)
      }
    }
    guard let coverage else { throw ValidationError("no file of coverage is given") }
    do throws(CoverageFault) {
      return try CoverageReport(definition, sources, coverage)
    } catch {
      throw Console.fail("\(flow.name): \(error)", .failure)
    }
  }
}

extension CoverageFormat: OutputFormat {
  static var standard: Self { .text }
}
