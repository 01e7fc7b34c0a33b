package import NavtreeCEL
package import NavtreeFlow
package import NavtreeJSON

/// The literals of a flow's expressions, by the names that they are compared with.
///
/// A field whose value another one takes is compared with all that this one is compared with, and has a value that fits
/// it.
package struct FlowLiterals {
  /// By the last part of a name.
  private var values: [String: [JSONValue]] = [:]
  /// By the name of a field, values that fit the fields that take it.
  private var fitting: [String: [JSONValue]] = [:]

  /// - Parameter goals: further expressions whose literals count, such as conditions that are to be reached.
  package init(_ flow: FlowDefinition, goals: [CELProgram] = []) {
    var schemas: [String: [Schema]] = [:]
    let records = flow.screens.flatMap { [$0.params, $0.state] } + [flow.shared] + flow.effects.map(\.input)
    for field in records.flatMap(\.fields) where field.schema.constraints != nil {
      schemas[field.name, default: []].append(field.schema)
    }
    self.init(FlowExpressions(of: flow), schemas, goals: goals)
  }

  /// - Parameter schemas: by name, those of the fields that may take values.
  private init(_ expressions: FlowExpressions, _ schemas: [String: [Schema]], goals: [CELProgram]) {
    var takers: [String: Set<String>] = [:]
    for goal in goals { insert(CELUses(of: goal.source)) }
    for use in expressions.all {
      let uses = CELUses(of: use.expression.program.source)
      insert(uses)
      guard let taker = use.taker else { continue }
      for name in uses.paths.compactMap(\.last) where name != taker {
        takers[name, default: []].insert(taker)
      }
    }
    // Each round passes literals on by one step.
    for _ in 0..<Self.longestWay {
      let before = values
      for (name, others) in takers {
        for other in others { for value in before[other] ?? [] { insert(value, name) } }
      }
      if values.mapValues(\.count) == before.mapValues(\.count) { break }
    }
    for (name, others) in takers {
      fitting[name] = others.sorted().flatMap { schemas[$0] ?? [] }.compactMap { $0.sample(0) }
    }
    for name in values.keys { values[name]?.sort { "\($0)" < "\($1)" } }
  }

  /// The most fields that a literal is passed through.
  private static let longestWay = 4

  /// The literals that a field of this name is compared with, in a fixed order.
  package subscript(name: String) -> [JSONValue] { values[name] ?? [] }

  /// Values that fit the fields that take the value of a field of this name.
  package func fitting(takersOf name: String) -> [JSONValue] { fitting[name] ?? [] }

  private mutating func insert(_ uses: CELUses) {
    for compared in uses.compared {
      guard let name = compared.path.last, let value = try? compared.literal.json() else { continue }
      insert(value, name)
    }
  }

  private mutating func insert(_ value: JSONValue, _ name: String) {
    if values[name]?.contains(value) != true { values[name, default: []].append(value) }
  }
}
