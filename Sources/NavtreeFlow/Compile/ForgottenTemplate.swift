import NavtreeCEL
import NavtreeYAML

/// Finds plain texts that read as expressions: `state.count` without its `${}`, or in the braces of another
/// language.
struct ForgottenTemplate {
  let values: ValueCompiler
  let scope: Scope
  let target: ValueCompiler.Target

  /// The braces of other languages around an expression.
  static let foreign = [("{{", "}}"), ("#{", "}"), ("$(", ")"), ("<%=", "%>"), ("{", "}")]
  /// A longer text was written for people.
  private static let longest = 500

  func check(_ node: YAMLNode) {
    guard node.string != nil, target.schema.types.contains(.string), node.text.utf8.count <= Self.longest,
      let written = meant(node.text)
    else { return }
    let quoted = LineText.quoted(written)
    values.sink.add(
      .warning, .forgottenTemplate, "'\(node.text)' is plain text here, and reads as an expression",
      at: node.location, hint: Hint("for its value write \(quoted)", .span(quoted), isCertain: true))
  }

  /// The text with `${…}` where it has an expression.
  private func meant(_ text: String) -> String? {
    guard mentionsVariable(text) else { return nil }
    for (start, end) in Self.foreign {
      if text.contains(start) { return replacing(start, end, in: text) }
    }
    return expression(text).map { "${\($0)}" }
  }

  private func replacing(_ start: String, _ end: String, in text: String) -> String? {
    var result = ""
    var rest = Substring(text)
    var isFound = false
    while let opening = rest.firstRange(of: start) {
      guard let closing = rest[opening.upperBound...].firstRange(of: end) else { return nil }
      guard let expression = expression(String(rest[opening.upperBound..<closing.lowerBound])) else {
        return nil
      }
      let isWhole = opening.lowerBound == text.startIndex && closing.upperBound == text.endIndex
      result += rest[..<opening.lowerBound] + "${\(isWhole ? expression : bare(expression))}"
      rest = rest[closing.upperBound...]
      isFound = true
    }
    return isFound ? result + rest : nil
  }

  /// Inside a text, a value needs no conversion.
  private func bare(_ expression: String) -> String {
    let (start, end) = ("string(", ")")
    return expression.hasPrefix(start) && expression.hasSuffix(end)
      ? String(expression.dropFirst(start.count).dropLast(end.count)) : expression
  }

  /// The source, if it is an expression over the variables here whose value the target takes.
  private func expression(_ source: String) -> String? {
    let source = LineText.trimmed(source)
    guard let program = values.expressions.program(source, scope), !program.references.isEmpty,
      target.sensitive || scope.sensitiveRead(of: program) == nil
    else { return nil }
    if target.schema.takes(program.resultType) { return source }
    return "string(\(source))"
  }

  /// Whether a variable stands in the text with something behind it: `state.`, `params[`.
  private func mentionsVariable(_ text: String) -> Bool {
    let marks = [UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: ")")]
    guard text.utf8.contains(where: marks.contains) else { return false }
    return ScopeVariable.allCases.contains { variable in
      guard let range = text.firstRange(of: variable.name) else { return false }
      let next = text[range.upperBound...].first
      return next == "." || next == "[" || next == ")"
    }
  }
}
