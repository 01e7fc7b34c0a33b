import NavtreeCEL
import NavtreeJSON
import Testing

/// An expression and what is expected of it, as a row of a table.
struct Row: Sendable, CustomTestStringConvertible {
  let source: String
  let expected: String

  init(_ source: String, _ expected: String) {
    self.source = source
    self.expected = expected
  }

  var testDescription: String { source }
}

/// A screen's records, as the tests declare and fill them.
struct Screen: CELActivation {
  static let user = CELType.object(
    CELObjectType(name: "user", fields: [CELField("id", .int), CELField("name", .string)], isOpen: false))

  static let environment: CELEnvironment = {
    var environment = CELEnvironment()
    environment.declare(
      record: "state",
      fields: [
        CELField("count", .int), CELField("query", .string, maximumSize: 200), CELField("users", .list(user)),
        CELField("of", .nullable(.int)), CELField("tags", .list(.string), maximumSize: 10),
        CELField("missing", .int),
        CELField("grid", .list(.list(.string)), maximumSize: 4, elementSizes: [5, 8]),
      ])
    environment.declare("price", .double)
    environment.declare("data", .dyn)
    environment.declare("user", user)
    environment.declare("now", .timestamp)
    return environment
  }()

  static let data: JSONValue = [
    "a": 1, "b": 1.0, "list": [1, 2.5, "x", nil, [true]], "nested": ["key": ["deep": "value"]], "empty": "",
  ]

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    switch number {
    case 0:
      CELValue([
        "count": 41, "query": "er", "users": Self.users, "of": nil, "tags": ["a", "b"], "grid": Self.grid,
      ])
    case 1: .double(1.5)
    case 2: CELValue(Self.data)
    case 3: CELValue(["id": 7, "name": "Ada"])
    case 4: .timestamp(CELTimestamp("2026-01-01T12:30:00Z") ?? CELTimestamp.epoch)
    default: throw CELError(.host, "there is no variable \(number)")
    }
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    let values: [JSONValue] = [41, "er", Self.users, nil, ["a", "b"], nil, Self.grid]
    guard number < values.count, number != 5 else { throw CELError(.host, "the field has no value") }
    return CELValue(values[number])
  }

  func hasField(_ number: Int, of variable: Int) -> Bool { number != 5 }

  static let grid: JSONValue = [["ab", "c"], [], ["d", "e", "f"]]
  static let users: JSONValue = [["id": 1, "name": "Ada"], ["id": 2, "name": "Peter"]]
}

extension CELTimestamp {
  static let epoch = CELTimestamp(seconds: 0).unsafelyUnwrapped
}

/// The value of an expression over the screen, or its failure, as text.
func result(of source: String, in environment: CELEnvironment = Screen.environment, limit: Int = 1_000_000)
  -> String
{
  do {
    let program = try CEL.compile(source, in: environment)
    var budget = CELBudget(limit: limit)
    do {
      return try program.evaluate(Screen(), budget: &budget).description
    } catch {
      return error.description
    }
  } catch {
    return error.diagnostics.map(\.text).joined(separator: "\n")
  }
}

extension CELDiagnostic {
  /// `3-5: message (hint) [code]`
  var text: String {
    "\(range.start)-\(range.end): \(message)" + (hint.map { " (\($0))" } ?? "") + " [\(code.rawValue)]"
  }
}
