import NavtreeCEL
import NavtreeJSON
import OrderedCollections

/// An expression, which is parsed, checked, compiled and evaluated; the first byte chooses whether types are checked.
///
/// Folded and fused nodes give the same as plain ones, a value written as an expression gives itself again, and an
/// expression that parses is found whole inside `${}`.
enum ExpressionTarget {
  static func run(_ bytes: [UInt8]) {
    guard bytes.count > 1 else { return }
    let isChecked = bytes[0] & 1 == 0
    let source = String(decoding: bytes[1...], as: UTF8.self)
    var environment = FuzzedScreen.environment
    environment.isChecked = isChecked
    let scalars = Array((source + "}").unicodeScalars)
    let end = CEL.endOfTemplateExpression(in: scalars, from: 0)
    guard let program = try? CEL.compile(source, in: environment) else { return }
    // A comment without a line's end hides the brace.
    if !source.contains("//"), end != scalars.count - 1 {
      fatalError("the end of the expression isn't its end")
    }
    let value = evaluate(program)
    compare(value, in: environment, source)
    guard case .success(let found) = value else { return }
    _ = try? found.json(maximumDepth: 64, maximumSize: 10_000)
    again(found, in: environment)
  }

  /// The result of a program; nil when it costs too much.
  private static func evaluate(_ program: CELProgram) -> Result<CELValue, CELError>? {
    var budget = CELBudget(limit: 20_000)
    do throws(CELError) {
      return .success(try program.evaluate(FuzzedScreen(), budget: &budget))
    } catch {
      guard error.range != nil, error.source == program.source else { fatalError("an error without a place") }
      return error.code == .costExceeded ? nil : .failure(error)
    }
  }

  /// An observed program has neither folded constants nor fused nodes.
  private static func compare(
    _ value: Result<CELValue, CELError>?, in environment: CELEnvironment, _ source: String
  ) {
    guard let value, let program = try? CEL.compile(source, in: environment, observed: true) else { return }
    guard let plain = evaluate(program) else { return }
    switch (value, plain) {
    case (.success(let a), .success(let b)):
      if a.description != b.description { fatalError("\(a) and \(b) of \(source)") }
    case (.failure, .failure): return
    case (.success, .failure(let error)): fatalError("\(error) only when observed: \(source)")
    case (.failure(let error), .success): fatalError("\(error) only when folded: \(source)")
    }
    var budget = CELBudget(limit: 20_000)
    _ = program.observe(FuzzedScreen(), budget: &budget)
  }

  private static func again(_ value: CELValue, in environment: CELEnvironment) {
    let text = value.description
    guard text.utf8.count < 5_000, let program = try? CEL.compile(text, in: environment),
      case .success(let other) = evaluate(program)
    else { return }
    if other.description != text { fatalError("\(text) gives \(other)") }
  }
}

/// A record and some variables, of declared and of unknown types.
struct FuzzedScreen: CELActivation {
  static let environment: CELEnvironment = {
    let user = CELType.object(
      CELObjectType(name: "user", fields: [CELField("id", .int), CELField("name", .string)], isOpen: true))
    var environment = CELEnvironment(container: "a.b")
    environment.declare(
      record: "state",
      fields: [
        CELField("count", .int), CELField("query", .string), CELField("users", .list(user)),
        CELField("of", .nullable(.int)),
      ])
    environment.declare("price", .double)
    environment.declare("data", .dyn)
    environment.declare("now", .timestamp)
    environment.declare("a.b.c", .map(.string, .int))
    return environment
  }()

  func variable(_ number: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    switch number {
    case 0:
      CELValue(["count": 41, "query": "er", "users": [["id": 1, "name": "Ada"]], "of": nil])
    case 1: .double(1.5)
    case 2:
      CELValue(["a": 1, "b": 1.0, "list": [1, 2.5, "x", nil, [true]], "nested": ["key": ["deep": "é"]]])
    case 3: CELTimestamp("2026-01-01T12:30:00.5Z").map(CELValue.timestamp) ?? .null
    default: CELValue(["x": 1])
    }
  }

  func field(_ number: Int, of variable: Int, budget: inout CELBudget) throws(CELError) -> CELValue {
    switch number {
    case 0: .int(41)
    case 1: .string("er")
    case 2: CELValue([["id": 1, "name": "Ada"], ["id": 2, "name": "Peter"]])
    default: .null
    }
  }
}
