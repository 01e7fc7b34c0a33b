package import NavtreeJSON
import NavtreeText

/// The diagnostics of a flow, written for people or for programs.
package struct DiagnosticReport {
  /// By number.
  private let sources: [SourceText]
  private let diagnostics: [Diagnostic]
  private let isColoured: Bool

  /// The widest piece of a source line that is shown; a longer line is cut around the span.
  private static let width = 140

  package init(_ diagnostics: [Diagnostic], in source: SourceText, coloured isColoured: Bool = false) {
    self.init(diagnostics, in: [source], coloured: isColoured)
  }

  /// - Parameter sources: The flow's files, by number.
  package init(_ diagnostics: [Diagnostic], in sources: [SourceText], coloured isColoured: Bool = false) {
    self.diagnostics = diagnostics
    self.sources = sources
    self.isColoured = isColoured
  }

  /// For people: `file:line:column: error: message [code]`, the line, a caret under the span, and the hint.
  package var text: String {
    diagnostics.map(text).joined()
  }

  /// For programs: each diagnostic as an object of the protocol.
  package var json: JSONValue {
    .array(
      diagnostics.map { diagnostic in
        var members = JSONObject()
        members["severity"] = .string(diagnostic.severity.rawValue)
        members["code"] = .string(diagnostic.code.rawValue)
        members["message"] = .string(diagnostic.message)
        members["file"] = .string(source(of: diagnostic.location).file)
        members["line"] = .integer(diagnostic.location.line)
        members["column"] = .integer(diagnostic.location.column)
        members["endColumn"] = .integer(diagnostic.location.endColumn)
        if let hint = diagnostic.hint { members["hint"] = .string(hint) }
        return .object(members)
      })
  }

  private func source(of location: SourceLocation) -> SourceText {
    sources[sources.indices.contains(Int(location.file)) ? Int(location.file) : 0]
  }

  private func text(_ diagnostic: Diagnostic) -> String {
    let place = diagnostic.location
    let source = source(of: place)
    let severity = paint(diagnostic.severity.rawValue, diagnostic.severity == .error ? .boldRed : .boldYellow)
    var text = paint("\(source.file.escapingControls):\(place.line):\(place.column):", .bold)
    text += " \(severity): \(diagnostic.message.escapingControls) [\(diagnostic.code.rawValue)]\n"
    let excerpt = excerpt(place, in: source)
    if !excerpt.line.isEmpty {
      text += "\(excerpt.line)\n\(paint(excerpt.caret, .green))\n"
    }
    if let hint = diagnostic.hint { text += "  \(paint("hint:", .bold)) \(hint.escapingControls)\n" }
    return text
  }

  /// The source line, and a line that marks the span in it.
  private func excerpt(_ place: SourceLocation, in source: SourceText) -> (line: String, caret: String) {
    // A line that fits is shown whole, wherever the span lies in it.
    let whole = source.scalars(ofLine: place.line - 1, from: 0, count: Self.width)
    let start = whole.isCut ? max(0, place.column - 1 - Self.width / 3) : 0
    let shown =
      start == 0 ? whole : source.scalars(ofLine: place.line - 1, from: start, count: Self.width)
    var line = start > 0 ? "…" : ""
    var caret = start > 0 ? " " : ""
    for (index, scalar) in zip(start..., shown.scalars) {
      line.unicodeScalars.append(scalar.isDeceptive && scalar != "\t" ? "\u{FFFD}" : scalar)
      if index < place.column - 1 {
        // A tab is as wide in this line as in the one above.
        if scalar == "\t" {
          caret += "\t"
        } else {
          caret += String(repeating: " ", count: DisplayWidth.of(scalar))
        }
      } else if index < place.endColumn - 1 {
        let mark = index == place.column - 1 ? "^" : "~"
        let width = scalar == "\t" ? 1 : DisplayWidth.of(scalar)
        if width > 0 { caret += mark + String(repeating: "~", count: width - 1) }
      }
    }
    if shown.isCut { line += "…" }
    // A span at the line's end marks the place after it.
    if place.column - 1 >= start + shown.scalars.count { caret += "^" }
    return (line, caret)
  }

  private func paint(_ text: String, _ paint: Paint) -> String { isColoured ? paint(text) : text }
}
