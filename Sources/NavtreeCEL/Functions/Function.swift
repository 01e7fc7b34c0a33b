/// A function of the language: its types and its implementation.
struct Function: Sendable {
  /// One signature of a function.
  struct Overload: Sendable {
    let parameters: [CELType]
    let result: CELType
  }

  /// The implementation, by the number of arguments, including the receiver.
  enum Body: Sendable {
    case none(@Sendable (inout Frame) throws(CELError) -> CELValue)
    case one(@Sendable (CELValue, inout Frame) throws(CELError) -> CELValue)
    case two(@Sendable (CELValue, CELValue, inout Frame) throws(CELError) -> CELValue)
    case three(@Sendable (CELValue, CELValue, CELValue, inout Frame) throws(CELError) -> CELValue)
    case four(@Sendable (CELValue, CELValue, CELValue, CELValue, inout Frame) throws(CELError) -> CELValue)

    var arity: Int {
      switch self {
      case .none: 0
      case .one: 1
      case .two: 2
      case .three: 3
      case .four: 4
      }
    }
  }

  let name: String
  /// Called as `receiver.name(…)`.
  let isMember: Bool
  let overloads: [Overload]
  let body: Body

  /// Called as `name(…)`.
  static func global(_ name: String, _ overloads: [Overload], _ body: Body) -> Function {
    Function(name: name, isMember: false, overloads: overloads, body: body)
  }

  /// Called as `receiver.name(…)`; the receiver is the first parameter.
  static func member(_ name: String, _ overloads: [Overload], _ body: Body) -> Function {
    Function(name: name, isMember: true, overloads: overloads, body: body)
  }
}

extension Function.Overload {
  static func takes(_ parameters: CELType..., gives result: CELType) -> Function.Overload {
    Function.Overload(parameters: parameters, result: result)
  }
}

extension CELType {
  /// The types that a generic function leaves open.
  static let a = CELType.parameter(0)
  static let b = CELType.parameter(1)
}

/// All functions, by name.
enum Library {
  static let functions: [String: [Function]] = Dictionary(
    grouping: Arithmetic.functions + Comparisons.functions + Conversions.functions + Collections.functions
      + ListFunctions.functions + ListSearches.functions + SetFunctions.functions + StringFunctions.functions
      + StringExtensions.functions + StringFormat.functions + TimeFunctions.functions
      + MathFunctions.functions + Encoders.functions + OptionalFunctions.functions,
    by: \.name)

  /// The function with a name, way of calling and number of arguments.
  static func function(_ name: String, isMember: Bool, arity: Int) -> Function? {
    functions[name]?.first { $0.isMember == isMember && $0.body.arity == arity }
  }

  /// The name of an operator or function in messages.
  static func title(_ name: String) -> String {
    switch name {
    case "@in": "in"
    case "_[_]": "[]"
    case "_?_:_": "?:"
    case "-_", "!_": String(name.dropLast())
    default:
      name.hasPrefix("_") && name.hasSuffix("_") && name.count > 2
        ? String(name.dropFirst().dropLast()) : name
    }
  }
}

extension CELError {
  /// The error for values that no overload of a function takes.
  @inline(never)
  static func noOverload(_ name: String, _ arguments: CELValue...) -> CELError {
    let kinds = arguments.map(\.kind.rawValue).joined(separator: ", ")
    return CELError(.noSuchOverload, "no overload of '\(Library.title(name))' takes (\(kinds))")
  }
}
