/// A form in which coverage is reported.
package enum CoverageFormat: String, Sendable, CaseIterable {
  case text, json
  /// The tracefile of lcov: https://github.com/linux-test-project/lcov.
  case lcov
  /// A page with the flow's source.
  case html
  case markdown
  /// The graph of the flow, painted by visits.
  case svg

  /// The report as text, which ends with a newline.
  package func text(of report: CoverageReport) -> String {
    switch self {
    case .text: report.text
    case .json: report.jsonText
    case .lcov: report.lcov
    case .html: CoveragePage(report: report).text
    case .markdown: report.markdown
    case .svg: CoverageDrawing(report).text
    }
  }
}
