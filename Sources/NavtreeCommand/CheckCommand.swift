import ArgumentParser
import NavtreeFlow

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `navtree check`: reports the errors and warnings of flows.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Report the errors and warnings of flows.",
    discussion: "Exits with 1 if a flow has errors, and with 74 if a file can't be read.")

  @Argument(
    help: ArgumentHelp(
      "The flow files, and folders with *.navtree.yaml below them; - is standard input.", valueName: "flow"))
  var files: [InputFile]

  @Flag(help: "Fail on warnings too.")
  var strict = false

  @Option(
    help: ArgumentHelp(
      "The form of the report: for people, as flow.check answers, SARIF 2.1.0, or annotations of GitHub Actions.",
      valueName: "form"))
  var format: CheckFormat?

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(help: "Keep running, and check again whenever a file changes.")
  var watch = false

  func validate() throws {
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) differ: give one of them")
    }
    if watch, files.contains(where: \.isStandardInput) {
      throw ValidationError("--watch needs files: standard input is read once")
    }
    if files.filter(\.isStandardInput).count > 1 { throw ValidationError("'-' is given twice") }
  }

  func run() throws {
    let flows: [InputFile]
    do {
      flows = try files.flatMap { try $0.flows() }
    } catch let error as InputFile.FolderError {
      throw Console.fail(error.sentence, error.status)
    }
    if watch { try runForever() }
    let (isGood, status) = try check(flows)
    if let status { throw status }
    if !isGood { throw ExitCode.failure }
  }

  /// Checks files and reports on them.
  ///
  /// - Returns: whether all are fine, and the exit status of those that can't be read, after reporting why.
  private func check(_ files: [InputFile]) throws -> (isGood: Bool, status: ExitCode?) {
    var checked: [CheckedFile] = []
    var status: ExitCode?
    for file in files {
      do {
        let outcome = try file.load()
        let isDoubted = strict && outcome.diagnostics.contains { $0.severity == .warning }
        checked.append(
          CheckedFile(name: file.name, outcome: outcome, isFine: outcome.flow != nil && !isDoubted))
      } catch let code as ExitCode {
        status = code
      }
    }
    try Console.write((json ? .json : format ?? .text).report(checked))
    return (checked.allSatisfy(\.isFine), status)
  }

  /// The time between two looks at the files, in microseconds.
  private static let interval: UInt32 = 200_000

  /// Checks again after each change, until a signal ends the process.
  private func runForever() throws -> Never {
    var seen: [String: InputFile.Revision]?
    while true {
      let files = files.flatMap { (try? $0.flows()) ?? [] }
      let revisions = Dictionary(files.compactMap { file in file.revision.map { (file.path, $0) } }) {
        first, _ in
        first
      }
      if revisions != seen {
        seen = revisions
        _ = try check(files)
        let noun = files.count == 1 ? "flow" : "flows"
        Console.complain("navtree: checked \(files.count) \(noun), watching\n")
      }
      usleep(Self.interval)
    }
  }
}
