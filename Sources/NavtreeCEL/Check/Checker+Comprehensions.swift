/// Macros that run over lists and maps.
extension Checker {
  mutating func comprehension(_ node: SyntaxTree.Comprehension, _ index: Index) -> CELType {
    let range = relations.resolve(check(node.range))
    let (key, element) = iteration(over: range, node.range)
    var variables: [(name: String, type: CELType)] = []
    if let second = node.second {
      variables = [(node.variable.text, key), (second.text, element)]
    } else {
      variables = [(node.variable.text, isMap(analysis.types[node.range]) ? key : element)]
    }
    if let filter = node.filter {
      let type = with(variables, at: index, filter)
      require(type, .bool, "the filter", filter)
    }
    let type = with(variables, at: index, node.body)
    switch node.kind {
    case .all, .exists, .existsOne:
      require(type, .bool, "the predicate", node.body)
      return .bool
    case .list: return relations.resolve(.list(type))
    case .mapValues: return relations.resolve(.map(key, type))
    case .mapEntries:
      let wanted = CELType.map(relations.open(), relations.open())
      require(type, wanted, "the entry", node.body)
      return relations.resolve(wanted)
    case .sorted:
      requireOrder(type, node.body)
      if isMap(range) {
        report(.wrongType, "sortBy orders a list, not \(title(range))", tree.range(node.range))
        return .error
      }
      return relations.resolve(.list(element))
    }
  }

  /// The accumulator has the type of the initial value; the steps must fit it.
  mutating func reduce(_ node: SyntaxTree.Reduction, _ index: Index) -> CELType {
    let range = relations.resolve(check(node.range))
    let (key, element) = iteration(over: range, node.range)
    let initial = relations.resolve(check(node.initial))
    // Null stands for anything until the first step.
    let accumulator = initial == .null ? .dyn : initial
    let variables = [(node.accumulator.text, accumulator), (node.element.text, isMap(range) ? key : element)]
    let step = relations.resolve(with(variables, at: index, node.step))
    if initial == .null {
      switch step {
      case .dyn, .error, .null, .nullable, .parameter: return step
      default: return .nullable(step)
      }
    }
    if case .object = initial, case .object = step { return relations.join(initial, step) }
    let result = relations.open()
    if relations.areAssignable([initial, step], to: [result, result]) { return relations.resolve(result) }
    report(
      .wrongType, "the step gives \(title(step)), but the accumulator is \(title(initial))",
      tree.range(node.step), hint: reduceHint(initial, step))
    return .error
  }

  private func reduceHint(_ initial: CELType, _ step: CELType) -> String? {
    if initial == .int, step == .double { return "begin with 0.0" }
    return Checker.conversionHint(from: step, to: initial)
  }

  /// Reports a key that has no order.
  private mutating func requireOrder(_ type: CELType, _ index: Index) {
    let found = relations.resolve(type, closing: true)
    if found == .dyn || found == .error || Sorting.types.contains(found.unwrapped) { return }
    report(
      .wrongType, "the key must be a number, a text, a bool, a time or bytes, not \(found)",
      tree.range(index))
  }

  /// Reports an expression of the wrong type: not a bool, or else not a map.
  mutating func require(
    _ type: CELType, _ wanted: CELType, _ what: String, _ index: Index, code: CELDiagnostic.Code = .wrongType
  ) {
    if relations.isAssignable(type, to: wanted) { return }
    let found = relations.resolve(type, closing: true)
    report(
      code, "\(what) must be \(wanted == .bool ? "a bool" : "a map"), not \(found)", tree.range(index),
      hint: wanted == .bool ? Checker.conditionHint(found) : nil)
  }

  private func isMap(_ type: CELType) -> Bool {
    switch relations.resolve(type) {
    case .map, .object: true
    case .nullable(let wrapped): isMap(wrapped)
    default: false
    }
  }

  /// The types of the indexes or keys, and of the elements or values.
  private mutating func iteration(over type: CELType, _ index: Index) -> (CELType, CELType) {
    switch type {
    case .list(let element): return (.int, element)
    case .map(let key, let value): return (key, value)
    case .object: return (.string, .dyn)
    case .nullable(let wrapped): return iteration(over: relations.resolve(wrapped), index)
    case .dyn, .parameter: return (.dyn, .dyn)
    case .error: return (.error, .error)
    case .null, .bool, .int, .uint, .double, .string, .bytes, .timestamp, .duration, .optional, .type:
      report(
        .wrongType, "a comprehension runs over a list or a map, not over \(title(type))", tree.range(index))
      return (.error, .error)
    }
  }
}
