import NavtreeCEL
import NavtreeFlow
package import NavtreeJSON
package import NavtreeYAML
import OrderedCollections

/// The value of each part of a guard, quoted from the source.
package struct GuardTrace {
  /// A part of the guard.
  package struct Part {
    package let text: String
    /// Nil: the guard reads sensitive fields, so that nothing but the whole is told.
    package let place: (line: Int, column: Int, endColumn: Int)?
    /// Several for a part inside a macro, which is evaluated for each element.
    package let values: [Value]
  }

  package enum Value {
    case value(JSONValue)
    /// What a value is that is too long to tell.
    case summary(String)
    case failed(String)
  }

  package let source: String
  package private(set) var holds = false
  /// In the order of evaluation; the whole guard comes last.
  package private(set) var parts: [Part] = []
  /// The named guards that it reads, and those that these read, each once.
  package private(set) var guards: [Named] = []

  /// A named guard with its own parts.
  package struct Named {
    package let name: String
    package let place: SourceLocation
    package let trace: GuardTrace
  }

  /// The most values listed of a part inside a macro, which is evaluated for each element.
  private static let mostValues = 10
  /// A value longer than this, as JSON in bytes, is only described.
  private static let longestValue = 1_000

  /// Evaluates the guard again, with every part observed.
  ///
  /// - Parameters:
  ///   - activation: gives the guard its values; nil for the scope. No named guard sees the payload, so these always get
  ///     theirs from the scope.
  ///   - programs: keeps the compiled programs for callers that trace many guards.
  init(
    _ condition: CompiledExpression, _ scope: ExpressionScope, costLimit: Int,
    seeing activation: (any CELActivation)? = nil, _ programs: ObservedPrograms? = nil
  ) {
    self.init(alone: condition, activation ?? scope, costLimit: costLimit, programs)
    var known: Set<Int> = []
    var reads = Self.guards(of: condition)
    while !reads.isEmpty {
      let number = reads.removeFirst()
      guard known.insert(number).inserted, let definition = try? scope.guardDefinition(number)
      else { continue }
      guards.append(
        Named(
          name: definition.name, place: definition.value.location,
          trace: GuardTrace(alone: definition.value, scope, costLimit: costLimit, programs)))
      reads += Self.guards(of: definition.value)
    }
  }

  private static func guards(of condition: CompiledExpression) -> [Int] {
    condition.program.references.compactMap { reference in
      ScopeVariable(rawValue: reference.variable) == .guards ? reference.field : nil
    }
  }

  private init(
    alone condition: CompiledExpression, _ activation: any CELActivation, costLimit: Int,
    _ programs: ObservedPrograms?
  ) {
    source = condition.program.source
    guard let program = programs?[condition] ?? condition.observable() else { return }
    var budget = CELBudget(limit: costLimit)
    let observations = program.observe(activation, budget: &budget)
    if let whole = observations.last, case .success(.bool(let flag)) = whole.result { holds = flag }
    let scalars = Array(program.source.unicodeScalars)
    var places: OrderedDictionary<CELSourceRange, [Result<CELValue, CELError>]> = [:]
    for observation in observations {
      // A part that is evaluated again moves behind its own parts.
      let values = places.removeValue(forKey: observation.range) ?? []
      places[observation.range] = values + (values.count < Self.mostValues ? [observation.result] : [])
    }
    if condition.isSensitive {
      // What a sensitive field takes part in isn't told; that the guard holds is no secret.
      parts = [Part(text: program.source, place: nil, values: [.value(.boolean(holds))])]
      return
    }
    for (range, results) in places where scalars.indices.contains(range.start) && range.end <= scalars.count {
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars[range.start..<range.end])
      let location = condition.location(of: range)
      parts.append(
        Part(
          text: text, place: (location.line, location.column, location.endColumn),
          values: results.map(Self.value)))
    }
  }

  private static func value(_ result: Result<CELValue, CELError>) -> Value {
    switch result {
    case .failure(let error): return .failed(error.message)
    case .success(let value):
      guard let json = try? value.json() else { return .value(.string("\(value)")) }
      return "\(json)".utf8.count <= longestValue ? .value(json) : .summary(summary(of: json))
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

/// The programs that report their parts, by the guards that they were compiled from.
final class ObservedPrograms {
  private var programs: [ObjectIdentifier: CELProgram] = [:]

  subscript(condition: CompiledExpression) -> CELProgram? {
    if let program = programs[ObjectIdentifier(condition)] { return program }
    let program = condition.observable()
    programs[ObjectIdentifier(condition)] = program
    return program
  }
}
