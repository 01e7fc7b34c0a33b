import NavtreeCEL
import NavtreeJSON
import NavtreeText
import NavtreeYAML

extension Compilation {
  /// Compiles the flow's computed values and its guards.
  func compileDerived(_ computed: YAMLNode?, _ guards: YAMLNode?) {
    var scope = Scope()
    scope.declare(.shared, shared)
    scope.declarePresent()
    let values = members(computed, "value", .shared).filter { member in
      guard let field = shared.names.index(of: member.key.text) else { return true }
      let (place, other) = (member.key.location, shared.fields[field].location)
      let whereElse = place.file == other.file ? "" : ", at \(sink.written(other))"
      sink.error(
        .reservedName, "'\(member.key.text)' is a shared field\(whereElse)", at: member.key,
        hint: "give the computed value another name")
      return false
    }
    let compiled = DerivedCompiler(compilation: self, values + guardMembers(guards)).compile(&scope)
    self.computed = compiled[.shared] ?? []
    self.guards = compiled[.guards] ?? []
    brokenComputed = Self.missing(computed, .dyn, self.computed).filter {
      shared.names.index(of: $0.name) == nil
    }
    brokenGuards = Self.missing(guards, .bool, self.guards)
  }

  /// The fields of a map's members that couldn't be compiled.
  private static func missing(_ node: YAMLNode?, _ type: CELType, _ compiled: [DerivedDefinition])
    -> [CELField]
  {
    guard let node, node.count > compiled.count else { return [] }
    let known = Set(compiled.map(\.name))
    return node.pairs.map(\.key.text).filter { !known.contains($0) }.map { CELField($0, type) }
  }

  /// The variables of a screen's expressions, with its computed values and its guards, which are compiled once.
  func derived(of screen: ScreenDeclaration) -> Derived {
    if let known = derived[screen.type] { return known }
    var scope = scope(of: screen)
    let (computed, guards) = derived(of: screen.reader, in: &scope)
    derived[screen.type] = (scope, computed, guards)
    return (scope, computed, guards)
  }

  /// The computed values and the guards of a screen, which are declared in its scope.
  private func derived(of reader: ObjectReader, in scope: inout Scope) -> (
    computed: [DerivedDefinition], guards: [DerivedDefinition]
  ) {
    guard reader.has(.computed) || reader.has(.guards) || reader.has(.collapsed) else { return ([], []) }
    let members =
      members(reader[.computed], "value", .computed) + collapse(reader) + guardMembers(reader[.guards])
    let compiled = DerivedCompiler(compilation: self, members).compile(&scope)
    if reader.isBroken(.computed) { scope.declare(.computed, .dyn) }
    if reader.isBroken(.guards) { scope.declare(.guards, .dyn) }
    return (compiled[.computed] ?? [], compiled[.guards] ?? [])
  }

  /// The condition of a split that collapses, which is a computed value of its name.
  private func collapse(_ reader: ObjectReader) -> [DerivedCompiler.Member] {
    guard let value = reader[.collapsed], let name = reader.name(of: .collapsed) else { return [] }
    if let own = reader[.computed]?.pairs.first(where: { $0.key.text == name.text }) {
      sink.error(
        .reservedName, "'collapsed' is the value of the key 'collapsed'", at: own.key,
        hint: "give the computed value another name")
      return []
    }
    return [DerivedCompiler.Member(variable: .computed, key: name, value: value, isCondition: true)]
  }

  private func members(_ node: YAMLNode?, _ noun: String, _ variable: ScopeVariable)
    -> [DerivedCompiler.Member]
  {
    guard let node else { return [] }
    return node.pairs.compactMap { pair in
      guard FormChecker.isMember(pair, noun, sink) else {
        sink.note(broken: pair.key.text)
        return nil
      }
      let isRight = FormChecker.check(pair.value, .expression, as: "\(noun) '\(pair.key.text)'", sink)
      return DerivedCompiler.Member(
        variable: variable, key: pair.key, value: pair.value, isCondition: variable == .guards,
        isBroken: !isRight)
    }
  }

  private func guardMembers(_ node: YAMLNode?) -> [DerivedCompiler.Member] {
    members(node, "guard", .guards).filter { member in
      let name = member.key.text
      if name.utf8.contains(UInt8(ascii: "-")) {
        sink.error(
          .badName, "'\(name)' can't name a guard: in expressions, '-' is a minus", at: member.key,
          hint: "write it with '_'")
        return false
      }
      if ScopeVariable.allCases.contains(where: { $0.name == name }) || Self.words.contains(name) {
        sink.error(
          .reservedName, "'\(name)' has a meaning in expressions", at: member.key,
          hint: "give the guard another name")
        return false
      }
      if guards.contains(where: { $0.name.hasSameBytes(as: name) }) {
        sink.error(
          .reservedName, "'\(name)' is a guard of the flow", at: member.key,
          hint: "give the screen's guard another name")
        return false
      }
      return true
    }
  }

  /// The words that CEL has for itself.
  private static let words: Set<String> = ["true", "false", "null", "in"]

  // MARK: Variables

  /// Declares the derived fields of a variable, after the fields that it has anyway.
  func declare(
    _ variable: ScopeVariable, _ fields: [CELField], sensitive secrets: [Int], in scope: inout Scope
  ) {
    switch variable {
    case .shared: scope.declareShared(shared, fields, sensitive: secrets)
    case .guards:
      let known = guards.indices.filter { guards[$0].sensitive }
      let number = inherited(.guards)
      scope.declare(
        .guards, guards.map(\.field) + brokenGuards + fields, sensitive: known + secrets.map { $0 + number })
    case .params, .state, .computed, .action, .screen, .parent, .link, .now, .screens, .old, .owed,
      .transitions:
      scope.declare(variable, fields, sensitive: secrets)
    }
  }

  /// The number of fields that a variable has before its derived ones.
  func inherited(_ variable: ScopeVariable) -> Int {
    switch variable {
    case .shared: shared.fields.count
    case .guards: guards.count + brokenGuards.count
    case .params, .state, .computed, .action, .screen, .parent, .link, .now, .screens, .old, .owed,
      .transitions:
      0
    }
  }
}
