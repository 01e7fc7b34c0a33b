import NavtreeCEL
import NavtreeJSON
import NavtreeYAML

/// A fault of an expression, when it is checked or evaluated, with its place.
struct EvalFault {
  /// The language's own code of the fault.
  let code: String
  /// The code that it has in a flow.
  let category: DiagnosticCode
  let message: String
  let range: CELSourceRange
  let hint: String?

  func diagnostic(in source: SourceText) -> Diagnostic {
    Diagnostic(.error, category, message, at: location(in: source), hint: hint)
  }

  func json(in source: SourceText) -> JSONObject {
    let location = location(in: source)
    var members: JSONObject = [
      "code": .string(code), "message": .string(message), "line": .integer(location.line),
      "column": .integer(location.column), "endColumn": .integer(location.endColumn),
    ]
    if let hint { members["hint"] = .string(hint) }
    return members
  }

  /// A range of scalars as a place on one line.
  ///
  /// - Complexity: O(*n*) in the length of the expression.
  private func location(in source: SourceText) -> SourceLocation {
    var line = 1
    var column = 1
    var start = 0
    for scalar in String(decoding: source.bytes, as: UTF8.self).unicodeScalars {
      if start == range.start { break }
      start += 1
      column += 1
      if scalar == "\n" {
        line += 1
        column = 1
      }
    }
    let rest = source.line(line - 1).unicodeScalars.count + 1 - column
    return SourceLocation(
      line: line, column: column, endColumn: column + max(1, min(range.end - range.start, rest)))
  }
}
