import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// The guards that no value which the schemas admit makes true.
///
/// Only the terms of a guard's outermost `&&` that compare a declared field with a literal are looked at; each field's
/// terms together.
struct GuardLimits {
  private let flow: FlowDefinition
  /// The places of rules whose guards are never true, and those of the guards.
  private(set) var impossible: Set<SourceLocation> = []

  init(_ flow: FlowDefinition) {
    self.flow = flow
    for screen in flow.screens {
      for element in screen.actions.elements {
        add(element.definition.rules, screen, element.definition.payload)
      }
      for rules in screen.lifecycle.values { add(rules, screen, nil) }
    }
    for element in flow.actions.elements { add(element.definition.rules, nil, element.definition.payload) }
  }

  private mutating func add(_ rules: [Rule], _ screen: ScreenDefinition?, _ payload: RecordDefinition?) {
    for rule in rules {
      guard let when = rule.when else { continue }
      if case .bool(false)? = when.program.constant {
        impossible.formUnion([rule.location, when.location])
        continue
      }
      let required = CELUses(of: when.program.source).required
      let fields = Dictionary(grouping: required) { $0.path }
      for (path, terms) in fields where path.count == 2 {
        let record =
          switch path[0] {
          case "state": screen?.state
          case "params": screen?.params
          case "shared": flow.shared
          case "action": payload
          default: nil as RecordDefinition?
          }
        guard let record, let field = record.fields.first(where: { $0.name == path[1] }) else { continue }
        if Self.excludes(field, terms) { impossible.formUnion([rule.location, when.location]) }
      }
    }
  }

  /// Whether no value of a field meets all terms.
  private static func excludes(_ field: FieldDefinition, _ terms: [CELUses.Compared]) -> Bool {
    let terms = terms.compactMap { term in (try? term.literal.json()).map { (term.comparison, $0) } }
    if let values = field.schema.listed {
      // A field that isn't given begins with a value that its schema may not admit.
      let all = values + [field.initial?.constant ?? field.schema.zero]
      return all.allSatisfy { value in terms.contains { isFalse(value, $0.0, $0.1) } }
    }
    guard [.integer, .number].contains(field.schema.types), let words = field.schema.constraints?.words else {
      return false
    }
    let edges = [words.minimum ?? words.exclusiveMinimum, words.maximum ?? words.exclusiveMaximum]
    let first = field.initial?.constant?.number ?? field.schema.zero.number
    return terms.contains { comparison, literal in
      guard let number = literal.number else { return false }
      let least = edges[0].map { min($0, first ?? $0) } ?? -.infinity
      let greatest = edges[1].map { max($0, first ?? $0) } ?? .infinity
      return switch comparison {
      case .equal: number < least || number > greatest
      case .unequal: false
      case .less: least >= number
      case .lessOrEqual: least > number
      case .greater: greatest <= number
      case .greaterOrEqual: greatest < number
      }
    }
  }

  /// Whether a comparison of a value with a literal isn't true.
  static func isFalse(_ value: JSONValue, _ comparison: CELUses.Comparison, _ literal: JSONValue)
    -> Bool
  {
    switch comparison {
    case .equal:
      if let left = value.number, let right = literal.number { return left != right }
      return value != literal
    case .unequal: return value == literal
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    guard let left = value.number, let right = literal.number else {
      // Null has no order, and the guard fails. Texts may have one.
      return value == .null
    }
    return switch comparison {
    case .less: left >= right
    case .lessOrEqual: left > right
    case .greater: left <= right
    case .greaterOrEqual: left < right
    case .equal, .unequal: false
    }
  }
}
