import NavtreeCEL
import NavtreeText
import NavtreeYAML

/// The forms of a report about a run.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// JUnit's XML: a test case for each scenario.
  case junit
  /// The Common Test Report Format (ctrf.io), in JSON.
  case ctrf
  /// The Test Anything Protocol, version 14.
  case tap
  /// Workflow commands of GitHub Actions, which become annotations.
  case github
  /// A summary, such as GitHub Actions shows for a job.
  case markdown
  /// As `test.run` answers, with durations.
  case json

  package func text(of run: TestRun) -> String {
    switch self {
    case .junit: JUnitReport(run: run).text
    case .ctrf: CTRFReport(run: run).text
    case .tap: TAPReport(run: run).text
    case .github: GitHubReport(run: run).text
    case .markdown: MarkdownReport(run: run).text
    case .json: "\(run.json(timed: true))".escapingControls + "\n"
    }
  }
}

extension ScenarioResult {
  /// The failures in one sentence each.
  var failureMessage: String {
    failures.map { "\($0.kind): \($0.message)" }.joined(separator: "\n")
  }

  /// The place of the first failure.
  var failureLine: Int { failures.first?.location.line ?? location.line }
}

extension TestRun {
  /// The instant of the start (RFC 3339).
  var startText: String {
    let milliseconds = ((start % 1_000) + 1_000) % 1_000
    let time = CELTimestamp(seconds: (start - milliseconds) / 1_000, nanoseconds: milliseconds * 1_000_000)
    return time.map { "\($0)" } ?? ""
  }
}

extension TestRun.Entry {
  /// The name of its file.
  var file: String {
    switch self {
    case .scenario(let result), .skipped(let result): result.file
    case .wrongFile(let file): file.name
    }
  }
}
