package import NavtreeCEL
import NavtreeFlow
package import NavtreeJSON

/// Conditions over a whole session, compiled by a `QueryCompiler`.
extension Session {
  /// Whether a condition holds, by the values that sensitive fields really have.
  package func satisfies(_ condition: CELProgram) throws(CELError) -> Bool {
    var budget = CELBudget(limit: traits.costLimit)
    return try condition.evaluateBool(QueryScope(session: self, sensitive: true), budget: &budget)
  }

  /// The values of a condition's parts, in the order of evaluation, the whole last. Sensitive values are `"***"`.
  ///
  /// - Complexity: that of compiling it.
  package func parts(of condition: CELProgram) -> [(text: String, value: JSONValue)] {
    guard let program = queries.observable(condition.source) else { return [] }
    var budget = CELBudget(limit: traits.costLimit)
    let scalars = Array(condition.source.unicodeScalars)
    var parts: [(text: String, value: JSONValue)] = []
    for part in program.observe(QueryScope(session: self, sensitive: false), budget: &budget) {
      guard part.range.start < part.range.end, part.range.end <= scalars.count,
        case .success(let value) = part.result, let value = try? value.json()
      else { continue }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars[part.range.start..<part.range.end])
      parts.append((text, value))
    }
    return parts
  }
}
