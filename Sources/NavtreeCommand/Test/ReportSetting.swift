import ArgumentParser
import NavtreeScenarios

/// A report on the command line: `FORMAT=FILE`; `-` is standard output.
struct ReportSetting: ExpressibleByArgument {
  /// Nil: the page that shows what failed scenarios did.
  let format: ReportFormat?
  let path: String

  private static let page = "html"
  static let formats = (ReportFormat.allCases.map(\.rawValue) + [page]).joined(separator: ", ")

  /// What `--format json` stands for.
  static let json = ReportSetting(format: .json, path: "-")

  private init(format: ReportFormat?, path: String) {
    self.format = format
    self.path = path
  }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    format = ReportFormat(rawValue: String(parts[0]))
    if format == nil, parts[0] != Self.page { return nil }
    path = String(parts[1])
  }

  var isStandardOutput: Bool { path == "-" }

  /// - Throws: the exit status of a file or pipe that failed, after reporting why.
  func write(_ run: TestRun, of tests: [PlannedTest]) throws {
    guard let format else {
      return try ReportFile(path: path).write([FailureLines.lines(of: run, tests)])
    }
    let text = format.text(of: run)
    if isStandardOutput { return try Console.write(text) }
    try OutputFile(path: path).write(text)
  }
}

extension [ReportSetting] {
  func validate() throws {
    for (index, report) in enumerated() where self[..<index].contains(where: { $0.path == report.path }) {
      throw ValidationError(
        report.isStandardOutput
          ? "--report: '-' is given twice" : "--report: \(report.path) is given twice")
    }
  }
}
