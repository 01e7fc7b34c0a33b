import NavtreeCEL
import NavtreeYAML

/// Compiles the values that rules of one list name with `let`.
struct NameCompiler {
  let compilation: Compilation
  private(set) var values: [DerivedDefinition] = []
  /// The names with their numbers.
  private var keys: [(number: Int, key: YAMLNode)] = []

  init(compilation: Compilation) {
    self.compilation = compilation
    compilation.usage.readNames = []
  }

  /// Compiles the values of a `let`, and declares each for the expressions after it.
  mutating func declare(_ node: YAMLNode?, in scope: inout Scope) {
    guard let node else { return }
    let members = FormChecker.members(of: node, "value", .expression, compilation.sink).filter { pair in
      let name = pair.key.text
      guard let reason = reason(against: name, in: scope) else { return true }
      compilation.sink.error(.reservedName, reason, at: pair.key, hint: "give the value another name")
      return false
    }
    let first = ScopeVariable.allCases.count + keys.count
    // The later ones are known to be there.
    for (index, member) in members.enumerated() { scope.declare(member.key.text, nil, at: first + index) }
    for (index, member) in members.enumerated() {
      let number = first + index
      keys.append((number, member.key))
      guard let value = compilation.expressions.compile(member.value, scope) else { continue }
      if let read = value.program.references.map(\.variable).first(where: { $0 >= number }) {
        let other = members[read - first].key.text
        compilation.sink.error(
          .unknownName,
          read == number
            ? "'\(other)' reads itself" : "'\(other)' is named after '\(member.key.text)', which reads it",
          at: member.value, hint: read == number ? nil : "name '\(other)' before it")
        continue
      }
      let isSensitive = scope.sensitiveRead(of: value.program) != nil
      scope.declare(member.key.text, value.program, at: number)
      values.append(DerivedDefinition(name: member.key.text, value: value, sensitive: isSensitive))
    }
  }

  /// Why a name can't be a value's; nil if it can.
  private func reason(against name: String, in scope: Scope) -> String? {
    var probe = scope
    let isKnown = probe.environment.variable(named: name) != nil
    if isKnown || ScopeVariable.allCases.contains(where: { $0.name == name }) {
      return "'\(name)' has a meaning here"
    }
    if scope.guards.contains(name) { return "'\(name)' is a guard" }
    probe.declare(name, nil, at: probe.environment.variables.count)
    let isName = (try? CEL.compile(name, in: probe.environment))?.reference != nil
    return isName ? nil : "'\(name)' can't name a value in expressions"
  }

  func reportUnused() {
    // An expression with faults may be the one that reads it.
    if compilation.sink.hasErrors { return }
    for (number, key) in keys where !compilation.usage.readNames.contains(number) {
      compilation.sink.warning(
        .unusedName, "nothing reads '\(key.text)'", at: key.location,
        hint: "read it in an expression, or take it out")
    }
  }
}
