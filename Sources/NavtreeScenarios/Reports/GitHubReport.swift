import NavtreeText
import NavtreeYAML

/// The failures of a run as annotations of GitHub Actions, each at the line of the expectation.
struct GitHubReport {
  let run: TestRun

  var text: String {
    run.entries.map { entry in
      switch entry {
      case .scenario(let result): result.failures.map { command($0, of: result) }.joined()
      case .skipped: ""
      case .wrongFile(let file): command(file)
      }
    }.joined()
  }

  private func command(_ failure: ScenarioFailure, of result: ScenarioResult) -> String {
    var message = "\(failure.kind): \(failure.message)"
    for difference in failure.differences.prefix(10) {
      let pointer = difference.pointer.isEmpty ? "" : "\(difference.pointer): "
      if difference.isWithheld {
        message += "\n\(pointer)\(ScenarioFailure.Difference.withheld)"
        continue
      }
      message += difference.expected.map { "\n- \(pointer)\($0)" } ?? ""
      message += difference.actual.map { "\n+ \(pointer)\($0)" } ?? ""
    }
    if let hint = failure.hint { message += "\nhint: \(hint)" }
    return command(result.file, failure.location, title: result.name, message)
  }

  private func command(_ file: WrongFile) -> String {
    if let reason = file.reason {
      return WorkflowCommand("error", [("file", file.name), ("title", "wrong file")], reason).line
    }
    return file.diagnostics.map { diagnostic in
      let message = diagnostic.hint.map { "\(diagnostic.message)\nhint: \($0)" } ?? diagnostic.message
      return command(
        file.source(of: diagnostic), diagnostic.location, title: diagnostic.code.rawValue, message,
        severity: diagnostic.severity.rawValue)
    }.joined()
  }

  private func command(
    _ file: String, _ place: SourceLocation, title: String, _ message: String, severity: String = "error"
  ) -> String {
    WorkflowCommand(
      severity,
      [
        ("file", file), ("line", "\(place.line)"), ("col", "\(place.column)"),
        ("endColumn", "\(place.endColumn)"), ("title", title),
      ], message
    ).line
  }
}

extension WrongFile {
  fileprivate func source(of diagnostic: Diagnostic) -> String {
    let number = Int(diagnostic.location.file)
    return sources.indices.contains(number) ? sources[number].file : name
  }
}
