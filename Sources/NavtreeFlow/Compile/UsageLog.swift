import NavtreeCEL

/// The fields that the expressions and rules of a flow read or write.
final class UsageLog {
  private var fields: Set<Field> = []
  /// Names of state fields read of screens of unknown type: `parent.state.x`.
  private var names: Set<String> = []

  private struct Field: Hashable {
    /// A screen type; nil for the shared state.
    let screen: Int?
    /// Nil for all fields.
    let field: Int?
  }

  /// The payload fields that the rules of the action being compiled read; nil stands for the whole payload.
  private var payloadFields: Set<Int?> = []

  /// The numbers of the named values that rules read.
  var readNames: Set<Int> = []

  /// Begins with the rules of another action.
  func beginAction() {
    if !payloadFields.isEmpty { payloadFields.removeAll() }
  }

  /// Whether the rules of the action being compiled read a payload field that navtree gives.
  func readsAnswer(_ declaration: ActionDeclaration) -> Bool {
    !declaration.given.isEmpty && payloadFields.contains { $0.map(declaration.given.contains) ?? true }
  }

  /// Records the fields that an expression reads.
  func enter(_ program: CELProgram, in scope: Scope) {
    for reference in program.references {
      switch ScopeVariable(rawValue: reference.variable) {
      case .state:
        if let screen = scope.screen { fields.insert(Field(screen: screen, field: reference.field)) }
      case .shared: fields.insert(Field(screen: nil, field: reference.field))
      case .parent: if let name = reference.path.first { names.insert(name) }
      // The names are read somewhere in a comprehension; their occurrence is enough.
      case .screens: names.formUnion(Self.words(of: program.source))
      case .action: payloadFields.insert(reference.field)
      case .params, .computed, .screen, .link, .now, .old, .guards, .owed, .transitions: break
      case nil: readNames.insert(reference.variable)
      }
    }
  }

  /// Records that a rule writes a field.
  func enter(write field: Int, of screen: Int?) {
    fields.insert(Field(screen: screen, field: field))
  }

  /// Whether anything reads or writes a field.
  func isUsed(_ field: Int, named name: String, of screen: Int?) -> Bool {
    fields.contains(Field(screen: screen, field: field)) || fields.contains(Field(screen: screen, field: nil))
      || screen != nil && names.contains(name)
  }

  private static func words(of source: String) -> [String] {
    source.unicodeScalars.split {
      !($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_")
    }
    .map { String($0) }
  }
}
