import NavtreeText

/// Hints for names, fields and functions that aren't there.
extension Checker {
  /// The most names that a hint lists.
  private static let mostNames = 12

  /// - Parameter field: the field that is selected from the name.
  func nameHint(_ name: String, selecting field: String?) -> String? {
    if let value = ForeignWords.values[name] { return "write \(value)" }
    let isSelf = ["self", "this"].contains(name)
    if let paths = paths(toField: isSelf ? field : name) { return "did you mean \(paths)?" }
    let inScope = scope.reversed().map(\.name) + names.environment.names
    if !isSelf {
      if let hint = Spelling.hint(for: name, among: inScope + CELKind.names) { return hint }
      if Library.functions[name] != nil { return "'\(name)' is a function: write \(name)(…)" }
    }
    if Self.records.contains(name), let field, let path = firstPath(toField: field) {
      return "write \(path)"
    }
    return Self.list("in scope", inScope) ?? "no names are in scope"
  }

  /// `in scope: a, b and 3 more`; nil where there are no names.
  static func list(_ saying: String, _ names: [String]) -> String? {
    if names.isEmpty { return nil }
    let rest = names.count - mostNames
    return "\(saying): " + names.prefix(mostNames).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  /// Names of records that are meant where another one has the field.
  private static let records: Set<String> = [
    "state", "params", "computed", "shared", "context", "ctx", "store", "global", "globals", "props", "data",
  ]

  private func firstPath(toField name: String) -> String? {
    names.environment.variables.first { $0.isRecord && $0.record?.field(named: name) != nil }
      .map { "\($0.name).\(name)" }
  }

  /// `'state.count' or 'params.count'`: the records with a field of this name.
  private func paths(toField name: String?) -> String? {
    guard let name else { return nil }
    let paths = names.environment.variables.filter { $0.isRecord && $0.record?.field(named: name) != nil }
      .prefix(3).map { "'\($0.name).\(name)'" }
    return paths.isEmpty ? nil : paths.joined(separator: " or ")
  }

  /// A function that isn't called on a value.
  func functionHint(_ name: String, arguments: Int) -> String? {
    if local(name) != nil || names.resolve(name, isRooted: false) != nil {
      return "'\(name)' is a value: write it without parentheses"
    }
    if let hint = ForeignWords.function(name, arguments: arguments) { return hint }
    if Macro.named[name] != nil || Library.functions[name]?.contains(where: { $0.isMember }) == true {
      return "call it as x.\(name)(…)"
    }
    let known = Library.functions.values.joined().filter { !$0.isMember }.map(\.name)
    return Spelling.hint(for: name, among: known.sorted())
  }

  /// A function that is called on a value of a type.
  func memberHint(_ name: String, _ type: CELType) -> String? {
    if let hint = ForeignWords.member(name, of: type) { return hint }
    if Library.functions[name] != nil { return "call it as \(name)(…)" }
    let known = Library.functions.values.joined().filter { $0.isMember }.map(\.name) + Macro.named.keys
    return Spelling.hint(for: name, among: known.sorted())
  }

  /// A field of a value that has none.
  func fieldHint(_ type: CELType, _ field: String) -> String? {
    let methods = Library.functions[field]?.filter(\.isMember) ?? []
    if !methods.isEmpty { return "write .\(field)(\(methods.allSatisfy { $0.body.arity == 1 } ? "" : "…"))" }
    return ForeignWords.member(field, of: type)
  }
}
