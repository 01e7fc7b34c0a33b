import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import OrderedCollections

/// What each part of a guard gives, in the source's own words.
struct GuardTrace {
  private(set) var holds = false
  /// In the order in which they are evaluated; the whole guard comes last.
  private(set) var parts: [JSONValue] = []

  /// A part inside a macro is evaluated for each element: so many of its values are told.
  private static let mostValues = 10
  /// A value longer than this, as JSON in bytes, is told by what it is.
  private static let longestValue = 1_000

  /// Evaluates the guard once more, as slowly as it takes to look at each part.
  init(_ condition: CompiledExpression, _ scope: ExpressionScope, costLimit: Int) {
    guard let program = condition.observable() else { return }
    var budget = CELBudget(limit: costLimit)
    let observations = program.observe(scope, budget: &budget)
    if let whole = observations.last, case .success(.bool(let flag)) = whole.result { holds = flag }
    let source = Array(program.source.unicodeScalars)
    var places: OrderedDictionary<CELSourceRange, [Result<CELValue, CELError>]> = [:]
    for observation in observations {
      // One that is evaluated again moves behind what it is made of.
      let values = places.removeValue(forKey: observation.range) ?? []
      places[observation.range] = values + (values.count < Self.mostValues ? [observation.result] : [])
    }
    if condition.isSensitive {
      // What a sensitive field takes part in isn't told; that the guard holds is no secret.
      parts = [["part": .string(program.source), "value": .boolean(holds)]]
      return
    }
    for (range, results) in places where source.indices.contains(range.start) && range.end <= source.count {
      var text = ""
      text.unicodeScalars.append(contentsOf: source[range.start..<range.end])
      let location = condition.location(of: range)
      var part: JSONObject = [
        "part": .string(text), "line": .integer(location.line), "column": .integer(location.column),
        "endColumn": .integer(location.endColumn),
      ]
      let values = results.map(Self.json)
      if let value = values.first, values.count == 1 {
        part.merge(value) { _, new in new }
      } else {
        part["values"] = .array(values.map { $0["value"] ?? $0["error"] ?? .null })
      }
      parts.append(.object(part))
    }
  }

  private static func json(_ result: Result<CELValue, CELError>) -> JSONObject {
    switch result {
    case .failure(let error): return ["error": .string(error.message)]
    case .success(let value):
      guard let json = try? value.json() else { return ["value": .string("\(value)")] }
      return "\(json)".utf8.count <= longestValue ? ["value": json] : ["omitted": .string(summary(of: json))]
    }
  }

  private static func summary(of value: JSONValue) -> String {
    switch value {
    case .array(let elements): "a list of \(elements.count)"
    case .object(let members): "an object of \(members.count)"
    case .string(let text): "a string of \(text.unicodeScalars.count)"
    case .null, .boolean, .integer, .number: "a value"
    }
  }
}
