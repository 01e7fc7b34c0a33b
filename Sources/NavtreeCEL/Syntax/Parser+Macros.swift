/// Macros: calls that are forms of their own.
extension Parser {
  typealias Index = SyntaxTree.Index
  typealias Name = SyntaxTree.Name

  /// `name(arguments)`
  mutating func call(_ name: Name, _ arguments: [Index], _ range: CELSourceRange) -> Index {
    guard name.text == "has" || name.text == ".has", arguments.count == 1 else {
      return add(.call(name, arguments), range)
    }
    guard case .select(let operand, let field, .plain) = tree[arguments[0]].kind else {
      report("has() takes a field: has(a.b)", tree.range(arguments[0]))
      return add(.invalid, range)
    }
    return add(.select(operand, field, .test), range)
  }

  /// `target.name(arguments)`
  mutating func memberCall(
    _ target: Index, _ name: Name, _ arguments: [Index], _ range: CELSourceRange
  ) -> Index {
    if case .identifier(let space, _) = tree[target].kind {
      switch (space, name.text) {
      case ("cel", "bind") where arguments.count == 3:
        guard let variable = variable(arguments[0], of: "cel.bind") else { return add(.invalid, range) }
        return add(.bind(variable, arguments[1], arguments[2]), range)
      case ("math", "greatest") where arguments.count > 2, ("math", "least") where arguments.count > 2:
        let elements = arguments.map { SyntaxTree.Element(value: $0, isOptional: false) }
        let list = add(
          .list(elements), tree.range(arguments[0]).through(tree.range(arguments[arguments.count - 1])))
        return add(.memberCall(target, name, [list]), range)
      default: break
      }
    }
    guard let macro = Macro.named[name.text], macro.arguments.contains(arguments.count) else {
      return add(.memberCall(target, name, arguments), range)
    }
    switch name.text {
    case "reduce": return reduction(target, arguments, range)
    case "optMap", "optFlatMap":
      guard let variable = variable(arguments[0], of: name.text) else { return add(.invalid, range) }
      return add(
        .optionalMap(target, variable, arguments[1], isFlat: name.text == "optFlatMap"), range)
    default: return comprehension(target, name, arguments, range)
    }
  }

  private mutating func comprehension(
    _ target: Index, _ name: Name, _ arguments: [Index], _ range: CELSourceRange
  ) -> Index {
    let isTransform = name.text.hasPrefix("transform")
    let hasTwo = isTransform || (arguments.count == 3 && name.text != "map")
    guard let first = variable(arguments[0], of: name.text) else { return add(.invalid, range) }
    var second: Name?
    if hasTwo {
      guard let other = variable(arguments[1], of: name.text) else { return add(.invalid, range) }
      guard areDifferent(first, other) else { return add(.invalid, range) }
      second = other
    }
    let rest = arguments[(hasTwo ? 2 : 1)...]
    let last = rest[rest.endIndex - 1]
    let kind: SyntaxTree.Comprehension.Kind
    var filter = rest.count == 2 ? rest[rest.startIndex] : nil
    var body = last
    switch name.text {
    case "all": kind = .all
    case "exists": kind = .exists
    case "existsOne", "exists_one": kind = .existsOne
    case "filter":
      kind = .list
      filter = last
      body = add(.identifier(first.text, isRooted: false), first.range)
    case "transformMap": kind = .mapValues
    case "transformMapEntry": kind = .mapEntries
    case "sortBy": kind = .sorted
    default: kind = .list
    }
    return add(
      .comprehension(
        .init(kind: kind, range: target, variable: first, second: second, filter: filter, body: body)), range)
  }

  /// `target.reduce(accumulator, element, initial, step)`
  private mutating func reduction(
    _ target: Index, _ arguments: [Index], _ range: CELSourceRange
  ) -> Index {
    guard let accumulator = variable(arguments[0], of: "reduce"),
      let element = variable(arguments[1], of: "reduce"), areDifferent(accumulator, element)
    else { return add(.invalid, range) }
    return add(
      .reduce(
        .init(
          range: target, accumulator: accumulator, element: element, initial: arguments[2],
          step: arguments[3])), range)
  }

  private mutating func areDifferent(_ first: Name, _ second: Name) -> Bool {
    if first.text != second.text { return true }
    report("the variable '\(first.text)' stands for two things", second.range)
    return false
  }

  /// A macro's variable, which must be a plain name.
  private mutating func variable(_ index: Index, of macro: String) -> Name? {
    if case .identifier(let name, isRooted: false) = tree[index].kind {
      return Name(text: name, range: tree.range(index))
    }
    if case .invalid = tree[index].kind { return nil }
    report("the variable of \(macro) must be a plain name", tree.range(index))
    return nil
  }
}
