import ArgumentParser
import NavtreeScenarios
import NavtreeServer

/// A report on the command line: `FORMAT=FILE`; `-` is standard output.
struct ReportSetting: ExpressibleByArgument {
  let format: ReportFormat
  let path: String

  static let formats = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty, let format = ReportFormat(rawValue: String(parts[0])) else {
      return nil
    }
    self.format = format
    path = String(parts[1])
  }

  var isStandardOutput: Bool { path == "-" }

  /// - Throws: the exit status of a file or pipe that failed, after reporting why.
  func write(_ run: TestRun) throws {
    let text = format.text(of: run)
    if isStandardOutput { return try Console.write(text) }
    do {
      try OutputFile(path: path).write(text)
    } catch {
      throw Console.fail("\(path): \(error)", .ioError)
    }
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
