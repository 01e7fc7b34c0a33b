import NavtreeCEL
import NavtreeText

/// Finds the parts of a URL that are sensitive because sensitive fields take them.
struct LinkSecrets {
  let compilation: Compilation

  /// The sensitive fields of a link's record, by number, with their persistence: that of the fields that take
  /// them, or `nowhere` if these differ.
  func fields(of link: LinkDefinition, _ record: RecordDefinition) -> [Int: FieldPersistence] {
    var found: [Int: FieldPersistence] = [:]
    var trees = link.trees
    while let tree = trees.popLast() {
      for node in tree.nodes {
        let screen = compilation.screens[node.screen.type]
        collect(node.screen.params, for: screen.params, &found)
        collect(node.state, for: screen.state, &found)
        trees += node.slots.map(\.tree)
      }
    }
    if let all = found.removeValue(forKey: Self.all) {
      for number in record.fields.indices { collect(number, all, &found) }
    }
    return found
  }

  /// Stands for the whole record, which an expression names without a field.
  private static let all = -1

  /// Records which fields of the link the values for sensitive fields read.
  private func collect(
    _ template: ValueTemplate?, for record: RecordDefinition, _ found: inout [Int: FieldPersistence]
  ) {
    guard case .object(let members)? = template else {
      // One expression gives all fields.
      guard let template else { return }
      for field in record.fields where field.sensitive { collect(template, field.persistence, &found) }
      return
    }
    for member in members {
      guard let field = record.names.index(of: member.key), record.fields[field].sensitive else { continue }
      collect(member.value, record.fields[field].persistence, &found)
    }
  }

  /// Recursion is bounded by the depth of YAML.
  private func collect(
    _ template: ValueTemplate, _ persistence: FieldPersistence, _ found: inout [Int: FieldPersistence]
  ) {
    switch template {
    case .constant: break
    case .expression(let expression): collect(expression, persistence, &found)
    case .text(let parts):
      for case .expression(let expression) in parts { collect(expression, persistence, &found) }
    case .array(let elements): for element in elements { collect(element, persistence, &found) }
    case .object(let members): for member in members { collect(member.value, persistence, &found) }
    }
  }

  private func collect(
    _ expression: CompiledExpression, _ persistence: FieldPersistence, _ found: inout [Int: FieldPersistence]
  ) {
    for reference in expression.program.references where reference.variable == ScopeVariable.link.rawValue {
      collect(reference.field ?? Self.all, persistence, &found)
    }
  }

  private func collect(_ number: Int, _ persistence: FieldPersistence, _ found: inout [Int: FieldPersistence])
  {
    found[number] = found[number].map { $0 == persistence ? $0 : .nowhere } ?? persistence
  }
}
