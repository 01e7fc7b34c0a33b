import CEL

/// What an expression may name at its place, and what of it is sensitive.
struct Scope {
  var environment = CELEnvironment()
  /// The sensitive fields of each variable, by their numbers.
  private var sensitive: [Int: Set<Int>] = [:]
  /// The sensitive fields that are read through something else than a record, by name: `parent.state.x`.
  private var sensitiveNames: [Int: Set<String>] = [:]

  /// The names of the fields of variables that have sensitive ones.
  private var fieldNames: [Int: [String]] = [:]
  /// Declares what is costly to make and seldom named: `parent`.
  var deferred: ((inout Scope) -> Void)?

  mutating func declare(_ variable: ScopeVariable, _ record: RecordDefinition) {
    let secrets = record.fields.indices.filter { record.fields[$0].sensitive }
    declare(variable, Scope.fields(of: record, prefix: "\(variable)"), sensitive: secrets)
  }

  mutating func declare(
    _ variable: ScopeVariable, _ fields: [CELField], sensitive numbers: [Int] = [],
    secretNames: Set<String> = [],
    isNullable: Bool = false
  ) {
    environment.declare(record: "\(variable)", fields: fields, at: variable.rawValue, isNullable: isNullable)
    if !numbers.isEmpty { fieldNames[variable.rawValue] = fields.map(\.name) }
    if !numbers.isEmpty { sensitive[variable.rawValue] = Set(numbers) }
    if !secretNames.isEmpty { sensitiveNames[variable.rawValue] = secretNames }
  }

  mutating func declare(_ variable: ScopeVariable, _ type: CELType) {
    environment.declare("\(variable)", type, at: variable.rawValue)
  }

  /// The scope in which an expression is compiled.
  func completed(for source: String) -> Scope {
    guard let deferred, source.utf8.count > 5, source.contains("parent") else { return self }
    var scope = self
    deferred(&scope)
    return scope
  }

  /// The names of sensitive fields that an expression reads, as `state.password`; none: nothing is sensitive.
  func sensitiveReads(of program: CELProgram) -> [String] {
    if deferred != nil {
      var completed = completed(for: program.source)
      completed.deferred = nil
      return completed.sensitiveReads(of: program)
    }
    if sensitive.isEmpty, sensitiveNames.isEmpty { return [] }
    return program.references.compactMap { reference in
      let name = ScopeVariable(rawValue: reference.variable).map { "\($0)" } ?? ""
      if let fields = sensitive[reference.variable] {
        guard let field = reference.field else { return name }
        guard fields.contains(field) else { return nil }
        return "\(name).\(names(of: reference.variable, field))"
      }
      if let names = sensitiveNames[reference.variable] {
        // Without a field's name behind it, all of them are read.
        guard let field = reference.path.first else { return name }
        return names.contains(field) ? "\(name).\(field)" : nil
      }
      return nil
    }
  }

  private func names(of variable: Int, _ field: Int) -> String {
    fieldNames[variable].flatMap { $0.indices.contains(field) ? $0[field] : nil } ?? "…"
  }

  static func fields(of record: RecordDefinition, prefix: String) -> [CELField] {
    record.fields.map {
      CELField($0.name, $0.schema.type(named: "\(prefix).\($0.name)"), maximumSize: $0.schema.maximumSize)
    }
  }
}
