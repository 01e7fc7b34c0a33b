import CEL

/// Finds what of a URL is sensitive because of where it goes: what opens takes it into a sensitive field.
struct LinkSecrets {
  let compilation: Compilation

  /// The fields of a link's record, by number.
  func fields(of link: LinkDefinition, _ record: RecordDefinition) -> Set<Int> {
    var found: Set<Int> = []
    var trees = [link.opens]
    if case .opens(let tree) = link.otherwise { trees.append(tree) }
    while let tree = trees.popLast() {
      switch tree {
      case .chain(let screens):
        for screen in screens { note(screen.params, for: compilation.screens[screen.type].params, &found) }
      case .screen(let screen, let state, _, let slots):
        note(screen.params, for: compilation.screens[screen.type].params, &found)
        note(state, for: compilation.screens[screen.type].state, &found)
        trees += slots.map(\.tree)
      }
    }
    return found.contains(Self.all) ? Set(record.fields.indices) : found
  }

  /// Stands for the whole record, which an expression names without a field.
  private static let all = -1

  /// Notes what the values that are given for sensitive fields read of the link.
  private func note(_ template: ValueTemplate?, for record: RecordDefinition, _ found: inout Set<Int>) {
    guard case .object(let members)? = template else {
      // One expression gives all fields.
      if let template, record.fields.contains(where: \.sensitive) { note(template, &found) }
      return
    }
    for member in members {
      guard let field = record.names.index(of: member.key), record.fields[field].sensitive else { continue }
      note(member.value, &found)
    }
  }

  /// Recursion is bounded by the depth of YAML.
  private func note(_ template: ValueTemplate, _ found: inout Set<Int>) {
    switch template {
    case .constant: break
    case .expression(let expression): note(expression, &found)
    case .text(let parts):
      for case .expression(let expression) in parts { note(expression, &found) }
    case .array(let elements): for element in elements { note(element, &found) }
    case .object(let members): for member in members { note(member.value, &found) }
    }
  }

  private func note(_ expression: CompiledExpression, _ found: inout Set<Int>) {
    for reference in expression.program.references where reference.variable == ScopeVariable.link.rawValue {
      found.insert(reference.field ?? Self.all)
    }
  }
}
