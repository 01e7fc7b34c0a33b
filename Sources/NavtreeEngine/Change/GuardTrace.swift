import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import OrderedCollections

/// The value of each part of a guard, quoted from the source.
struct GuardTrace {
  private(set) var holds = false
  /// In the order of evaluation; the whole guard comes last.
  private(set) var parts: [JSONValue] = []

  /// The most values listed of a part inside a macro, which is evaluated for each element.
  private static let mostValues = 10
  /// A value longer than this, as JSON in bytes, is only described.
  private static let longestValue = 1_000

  /// Evaluates the guard again, with every part observed.
  init(_ condition: CompiledExpression, _ scope: ExpressionScope, costLimit: Int) {
    guard let program = condition.observable() else { return }
    var budget = CELBudget(limit: costLimit)
    let observations = program.observe(scope, budget: &budget)
    if let whole = observations.last, case .success(.bool(let flag)) = whole.result { holds = flag }
    let source = Array(program.source.unicodeScalars)
    var places: OrderedDictionary<CELSourceRange, [Result<CELValue, CELError>]> = [:]
    for observation in observations {
      // A part that is evaluated again moves behind its own parts.
      let values = places.removeValue(forKey: observation.range) ?? []
      places[observation.range] = values + (values.count < Self.mostValues ? [observation.result] : [])
    }
    if condition.isSensitive {
      // The values of a guard over sensitive fields aren't listed; its result is no secret.
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
