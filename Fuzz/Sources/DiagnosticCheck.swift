import NavtreeJSON
import NavtreeYAML

/// What holds of the diagnostics of any file.
enum DiagnosticCheck {
  /// - Parameter isAnswered: whether the file gave what it is read for.
  static func check(_ diagnostics: [Diagnostic], in source: SourceText, isAnswered: Bool) {
    if diagnostics.contains(where: { $0.severity == .error }) == isAnswered {
      fatalError("an error and a result, or neither")
    }
    var last = SourceLocation(line: 1, column: 1, endColumn: 1)
    for diagnostic in diagnostics {
      let place = diagnostic.location
      if place.line < 1 || place.line > source.lineCount || place.column < 1
        || place.endColumn <= place.column
      {
        fatalError("\(diagnostic) lies nowhere")
      }
      if (place.line, place.column) < (last.line, last.column) { fatalError("\(diagnostic) is out of order") }
      last = place
    }
    _ = DiagnosticReport(diagnostics, in: [source], coloured: true).text
    _ = DiagnosticReport(diagnostics, in: [source]).json.description
  }
}
