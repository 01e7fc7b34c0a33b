/// Resolves names, infers types and reports mismatches.
///
/// Recursion is as deep as the parser's nesting limit at most.
struct Checker {
  typealias Index = SyntaxTree.Index

  let tree: SyntaxTree
  let names: Names
  let limits: CELLimits
  var relations = TypeRelations()
  var analysis: Analysis
  var diagnostics: [CELDiagnostic] = []
  /// Variables of the enclosing macros, the innermost last.
  private(set) var scope: [(name: String, slot: Int, type: CELType)] = []

  /// Finds what is in scope at a name that stands for the cursor.
  var probe: CELProbe?

  init(_ tree: SyntaxTree, _ environment: CELEnvironment) {
    self.tree = tree
    names = Names(environment: environment)
    limits = environment.limits
    analysis = Analysis(nodes: tree.nodes.count)
  }

  /// - Throws: all faults, unless the environment has no checks; names are then resolved as far as possible.
  /// - Complexity: O(*n*) times the overloads of the functions called.
  static func check(
    _ tree: SyntaxTree, in environment: CELEnvironment, expecting expected: CELType?
  ) throws(CELDiagnostics) -> Analysis {
    var checker = Checker(tree, environment)
    let type = checker.check(tree.root)
    if let expected, !checker.relations.isAssignable(type, to: expected) {
      let found = checker.relations.resolve(type, closing: true)
      checker.report(
        .wrongType, "the expression gives \(found), not \(expected)", tree.range(tree.root),
        hint: Checker.conversionHint(from: found, to: expected))
    }
    if environment.isChecked, !checker.diagnostics.isEmpty { throw CELDiagnostics(checker.diagnostics) }
    for index in checker.analysis.types.indices {
      checker.analysis.types[index] = checker.relations.resolve(checker.analysis.types[index], closing: true)
    }
    return checker.analysis
  }

  mutating func report(
    _ code: CELDiagnostic.Code, _ message: String, _ range: CELSourceRange, hint: String? = nil
  ) {
    guard diagnostics.count < limits.diagnostics else { return }
    diagnostics.append(CELDiagnostic(code: code, message: message, hint: hint, range: range))
  }

  /// The name of a type in messages.
  func title(_ type: CELType) -> String {
    relations.resolve(type, closing: true).description
  }

  // MARK: Scope

  func local(_ name: String) -> (name: String, slot: Int, type: CELType)? {
    scope.last { $0.name == name }
  }

  /// Checks an expression with more variables in scope.
  mutating func with(
    _ variables: [(name: String, type: CELType)], at node: Index, _ body: Index
  ) -> CELType {
    let slot = scope.count
    for (offset, variable) in variables.enumerated() {
      scope.append((variable.name, slot + offset, variable.type))
    }
    analysis.slots[node] = slot
    analysis.slotCount = max(analysis.slotCount, scope.count)
    defer { scope.removeLast(variables.count) }
    return check(body)
  }

  // MARK: Nodes

  mutating func check(_ index: Index) -> CELType {
    let type = infer(index)
    analysis.types[index] = type
    if probe != nil { notice(index) }
    return type
  }

  private mutating func infer(_ index: Index) -> CELType {
    let range = tree.range(index)
    switch tree[index].kind {
    case .invalid: return .error
    case .literal(let value): return value.kind.type
    case .identifier(let name, let isRooted): return identifier(name, isRooted, index)
    case .select(let operand, let field, let selection): return select(operand, field, selection, index)
    case .index(let operand, let key, let isOptional): return element(operand, key, isOptional, index)
    case .call(let name, let arguments): return call(name, arguments, index)
    case .memberCall(let target, let name, let arguments): return memberCall(target, name, arguments, index)
    case .and(let terms), .or(let terms):
      for term in terms { condition(term, "a condition") }
      return .bool
    case .conditional(let condition, let first, let second):
      return conditional(condition, first, second, index)
    case .list(let elements): return list(elements)
    case .map(let entries): return map(entries)
    case .message(let name, let fields):
      for field in fields { _ = check(field.value) }
      report(.unknownName, "there is no type '\(name.text)'", name.range)
      analysis.resolutions[index] = .unknown(name.text)
      return .error
    case .comprehension(let comprehension): return self.comprehension(comprehension, index)
    case .reduce(let reduction): return reduce(reduction, index)
    case .bind(let name, let value, let body):
      let type = check(value)
      return with([(name.text, type)], at: index, body)
    case .optionalMap(let target, let name, let body, let isFlat):
      let type = relations.resolve(check(target))
      let inner: CELType
      switch type {
      case .optional(let wrapped): inner = wrapped
      case .dyn, .error, .parameter: inner = .dyn
      default:
        report(
          .noOverload, "\(isFlat ? "optFlatMap" : "optMap") is for optionals, not for \(title(type))",
          tree.range(target))
        inner = .error
      }
      let result = with([(name.text, inner)], at: index, body)
      if !isFlat { return .optional(relations.resolve(result)) }
      let wanted = CELType.optional(relations.open())
      if relations.isAssignable(result, to: wanted) { return relations.resolve(wanted) }
      report(.noOverload, "optFlatMap must give an optional, not \(title(result))", range)
      return .error
    }
  }

  /// Checks an expression that must give a bool.
  mutating func condition(_ index: Index, _ what: String) {
    require(check(index), .bool, what, index, code: .noOverload)
  }

  private mutating func conditional(
    _ condition: Index, _ first: Index, _ second: Index, _ index: Index
  ) -> CELType {
    self.condition(condition, "the condition")
    let one = relations.resolve(check(first))
    let other = relations.resolve(check(second))
    if case .object = one, case .object = other { return relations.join(one, other) }
    let result = relations.open()
    if relations.areAssignable([one, other], to: [result, result]) { return relations.resolve(result) }
    // A value or null, as a nullable field takes.
    if one == .null { return .nullable(other) }
    if other == .null { return .nullable(one) }
    report(
      .noOverload, "the branches of '?:' give \(title(one)) and \(title(other))",
      tree.range(first).through(tree.range(second)),
      hint: Checker.conversionHint(from: other, to: one) ?? "write dyn(…) around one of them")
    return .error
  }

  private mutating func list(_ elements: [SyntaxTree.Element]) -> CELType {
    var type: CELType?
    for element in elements {
      let found = relations.resolve(check(element.value))
      type = relations.join(type, element.isOptional ? unwrapped(found, element.value) : found)
    }
    return relations.resolve(.list(type ?? relations.open()))
  }

  private mutating func map(_ entries: [SyntaxTree.Entry]) -> CELType {
    var key: CELType?
    var value: CELType?
    for entry in entries {
      let found = relations.resolve(check(entry.key))
      switch found {
      case .bool, .int, .uint, .string, .dyn, .error, .parameter: key = relations.join(key, found)
      default:
        report(
          .wrongType, "a map's key must be a bool, an int, a uint or a string, not \(title(found))",
          tree.range(entry.key))
        key = .dyn
      }
      let type = relations.resolve(check(entry.value))
      value = relations.join(value, entry.isOptional ? unwrapped(type, entry.value) : type)
    }
    return relations.resolve(.map(key ?? relations.open(), value ?? relations.open()))
  }

  /// The type that an optional entry adds to a list or map.
  private mutating func unwrapped(_ type: CELType, _ index: Index) -> CELType {
    switch type {
    case .optional(let wrapped): return wrapped
    case .dyn, .error, .parameter: return .dyn
    default:
      report(.wrongType, "an entry marked '?' must be an optional, not \(title(type))", tree.range(index))
      return .error
    }
  }
}
