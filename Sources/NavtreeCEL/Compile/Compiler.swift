/// Compiles a checked syntax tree to nodes and folds constants.
struct Compiler {
  typealias Index = SyntaxTree.Index

  let tree: SyntaxTree
  let analysis: Analysis
  let isChecked: Bool
  let isObserved: Bool
  var diagnostics: [CELDiagnostic] = []
  /// The budget for all folding; once it is spent, the rest is left to evaluation.
  private var folding = CELBudget(limit: 100_000)

  init(_ tree: SyntaxTree, _ analysis: Analysis, isChecked: Bool, isObserved: Bool) {
    self.tree = tree
    self.analysis = analysis
    self.isChecked = isChecked
    self.isObserved = isObserved
  }

  mutating func compile(_ index: Index) -> Node {
    let node = fold(make(index))
    if !isObserved || node is ConstantNode { return node }
    return ObservedNode(node)
  }

  /// The node's value, if it depends on constants alone and doesn't fail.
  private mutating func fold(_ node: Node) -> Node {
    guard !isObserved, node.isFoldable, folding.used < folding.limit else { return node }
    var frame = Frame(folding, slots: 0)
    let activation: any CELActivation = CELEmptyActivation()
    defer { folding.used = frame.budget.used }
    do throws(CELError) { return ConstantNode(try node.evaluate(&frame, activation), node.range) } catch {
      return node
    }
  }

  private mutating func make(_ index: Index) -> Node {
    let range = tree.range(index)
    switch tree[index].kind {
    case .invalid: return FailingNode(CELError(.unknownName, "the expression is invalid"), range)
    case .literal(let value): return ConstantNode(value, range)
    case .identifier: return read(index, .plain, range)
    case .select(let operand, let field, let selection):
      if analysis.resolutions[index] != nil { return read(index, selection, range) }
      let node = SelectNode(compile(operand), field.text, selection, range)
      if case .plain = selection, let local = node.operand as? LocalNode {
        return LocalSelectNode(local.slot, node)
      }
      return node
    case .index(let operand, let key, let isOptional):
      if case .field = analysis.resolutions[index] {
        return read(index, isOptional ? .optional : .plain, range)
      }
      return IndexNode(compile(operand), compile(key), isOptional: isOptional, range)
    case .call(_, let arguments): return call(index, target: nil, arguments, range)
    case .memberCall(let target, _, let arguments): return call(index, target: target, arguments, range)
    case .and(let terms): return logic(terms, decisive: false, range)
    case .or(let terms): return logic(terms, decisive: true, range)
    case .conditional(let condition, let first, let second):
      let test = compile(condition)
      if case .bool(let flag) = test.constant { return compile(flag ? first : second) }
      return ConditionalNode(test, compile(first), compile(second), range)
    case .list(let elements): return ListNode(elements.map { (compile($0.value), $0.isOptional) }, range)
    case .map(let entries):
      return MapNode(entries.map { (compile($0.key), compile($0.value), $0.isOptional) }, range)
    case .message(let name, _):
      return FailingNode(CELError(.unknownName, "there is no type '\(name.text)'"), range)
    case .comprehension(let comprehension): return self.comprehension(comprehension, index, range)
    case .reduce(let reduction):
      let slot = analysis.slots[index] ?? 0
      let loop = Loop(range: compile(reduction.range), slot: slot + 1, hasTwo: false, filter: nil)
      let initial = compile(reduction.initial)
      return ReduceNode(loop, slot, from: initial, compile(reduction.step), range)
    case .bind(_, let value, let body):
      return BindNode(analysis.slots[index] ?? 0, compile(value), compile(body), range)
    case .optionalMap(let target, _, let body, let isFlat):
      return OptionalMapNode(
        compile(target), analysis.slots[index] ?? 0, compile(body), isFlat: isFlat, range)
    }
  }

  private func read(_ index: Index, _ selection: SyntaxTree.Selection, _ range: CELSourceRange) -> Node {
    switch analysis.resolutions[index] {
    case .variable(let number): VariableNode(number, range)
    case .field(let number, let variable):
      switch selection {
      case .plain: FieldNode(number, of: variable, range)
      case .test: PresentFieldNode(number, of: variable, isTest: true, range)
      case .optional: PresentFieldNode(number, of: variable, isTest: false, range)
      }
    case .local(let slot): LocalNode(slot, range)
    case .type(let kind): ConstantNode(.type(kind), range)
    case .function(let name), .unknown(let name):
      FailingNode(CELError(.unknownName, "there is no '\(name)'"), range)
    case nil: FailingNode(CELError(.unknownName, "the name wasn't resolved"), range)
    }
  }

  /// Constant terms that can't decide are left out; one that decides makes the whole a constant.
  private mutating func logic(_ terms: [Index], decisive: Bool, _ range: CELSourceRange) -> Node {
    var nodes: [Node] = []
    for term in terms {
      let node = compile(term)
      guard case .bool(let flag) = node.constant, !isObserved else {
        nodes.append(node)
        continue
      }
      if flag == decisive { return ConstantNode(.bool(decisive), range) }
    }
    if nodes.isEmpty { return ConstantNode(.bool(!decisive), range) }
    return LogicNode(nodes, decisive: decisive, range)
  }

  private mutating func comprehension(
    _ node: SyntaxTree.Comprehension, _ index: Index, _ range: CELSourceRange
  ) -> Node {
    let loop = Loop(
      range: compile(node.range), slot: analysis.slots[index] ?? 0, hasTwo: node.second != nil,
      filter: node.filter.map { compile($0) })
    let body = compile(node.body)
    switch node.kind {
    case .all: return QuantifierNode(loop, body, decisive: false, range)
    case .exists: return QuantifierNode(loop, body, decisive: true, range)
    case .existsOne: return ExistsOneNode(loop, body, range)
    case .list: return CollectNode(loop, body, range)
    case .mapValues: return CollectMapNode(loop, body, givesEntries: false, range)
    case .mapEntries: return CollectMapNode(loop, body, givesEntries: true, range)
    case .sorted: return SortNode(loop, body, range)
    }
  }
}
