/// The cost of calls.
extension CostEstimator {
  /// An argument of a call.
  struct Operand {
    let size: CostSize
    let type: CELType

    /// An element, if it is a list.
    var element: Operand {
      let type: CELType = if case .list(let element) = type.unwrapped { element } else { .dyn }
      let unknown: CostSize = CostEstimator.isSized(type) ? CostSize(.unbounded) : .one
      return Operand(size: size.element ?? unknown, type: type)
    }

    var isList: Bool { if case .list = type.unwrapped { true } else { false } }
    var isText: Bool { type.unwrapped == .string || type.unwrapped == .bytes }
  }

  /// The cost of comparing two values, beyond the one unit of the comparison.
  func comparison(_ left: Operand, _ right: Operand) -> CostBounds {
    guard CostEstimator.isSized(left.type), CostEstimator.isSized(right.type) else { return .zero }
    let size = left.size.own.smaller(right.size.own).orLess
    if left.isText || right.isText { return size.traversal.orLess }
    guard left.isList || right.isList else { return .unbounded }
    return (size * (.one + comparison(left.element, right.element))).orLess
  }

  mutating func call(_ name: String, _ arguments: [Index], _ index: Index) -> Estimate {
    var cost = CostBounds.one
    var operands: [Operand] = []
    for (place, argument) in arguments.enumerated() {
      let inner = estimate(argument)
      // The other value is evaluated only where there is none.
      let isLazy = place == 1 && (name == "or" || name == "orValue")
      cost = cost + (isLazy ? inner.cost.orLess : inner.cost)
      operands.append(Operand(size: inner.size, type: analysis.types[argument]))
    }
    guard let first = operands.first else { return (cost, CostSize(.zero)) }
    // Without checks of types a call may have any number of arguments.
    if !environment.isChecked,
      Library.functions[name]?.contains(where: { $0.body.arity == operands.count }) != true
    {
      return (cost, unknownSize(index))
    }
    if name == "size" { sizes[index] = first.size.own.orLess }
    let result =
      list(name, arguments, operands) ?? text(name, first, operands, index)
      ?? value(name, first, operands, index)
    return (cost + result.cost, result.size ?? unknownSize(index))
  }

  /// What a function costs beyond the unit of the call, and the size of its result where that is known.
  private typealias Work = (cost: CostBounds, size: CostSize?)

  // MARK: Lists

  private func list(_ name: String, _ arguments: [Index], _ operands: [Operand]) -> Work? {
    let first = operands[0]
    let count = first.size.own
    let making = CostBounds.exactly(10)
    switch name {
    case "lists.range":
      let size = number(arguments[0])
      return (making + size, CostSize(size, elements: .one))
    case "slice":
      let (start, end) = (number(arguments[1]), number(arguments[2]))
      let most = [count.most, end.most.map { max(0, $0 - start.least) }].compactMap(\.self).min()
      return (making + .upTo(most), first.size.counting(.upTo(most)))
    case "flatten":
      let depth = arguments.count == 1 ? CostBounds.one : number(arguments[1])
      let (opened, size) = flattened(first, depth)
      return (making + opened, size)
    case "sort":
      let element = first.element
      return (making + count + count.sorting * (.one + comparison(element, element)), first.size)
    case "distinct":
      let element = first.element
      // Each with those before it.
      let pairs = (count * .upTo(count.most.map { max(0, $0 - 1) })).orLess
      return (
        making + count + pairs * (.one + comparison(element, element)),
        first.size.counting(CostBounds(least: min(1, count.least), most: count.most))
      )
    case "isSorted", "min", "max":
      let element = first.element
      return (
        (count * (.one + comparison(element, element))).orLess, name == "isSorted" ? .one : first.size.element
      )
    case "sum": return (count, .one)
    case "indexOf" where first.isList, "lastIndexOf" where first.isList:
      return ((count * (.one + comparison(first.element, operands[1]))).orLess, .one)
    case "@in":
      if case .map = operands[1].type.unwrapped {
        return (lookupCost(operands[0].size, operands[0].type), .one)
      }
      let list = operands[1]
      return ((list.size.own * (.one + comparison(operands[0], list.element))).orLess, .one)
    case "sets.contains", "sets.intersects", "sets.equivalent":
      let pairs = count * operands[1].size.own
      let all = (pairs * (.one + comparison(first.element, operands[1].element))).orLess
      return (name == "sets.equivalent" ? all + all : all, .one)
    case "first", "last": return (.zero, first.size.element)
    case "reverse" where !first.isText: return (making + count, first.size)
    case "join":
      let part = first.element.size.own + (operands.count > 1 ? operands[1].size.own : .zero)
      return ((count * (.one + part.traversal)).orLess, CostSize((count * part).orLess))
    case "math.greatest" where operands.count == 1, "math.least" where operands.count == 1:
      return (count.orLess, .one)
    case "unwrapOpt", "optional.unwrap": return (count, first.size.counting(count.orLess))
    default: return nil
    }
  }

  /// The elements that `flatten` looks at, and the size of what it makes.
  private func flattened(_ list: Operand, _ depth: CostBounds) -> (CostBounds, CostSize) {
    var opened = list.size.own.orLess
    var size = list.size
    var type = list.element.type
    var level = 0
    while level < depth.most ?? .max, CostEstimator.mayBeList(type) {
      guard let inner = size.flattened else { return (.unbounded, CostSize(.unbounded)) }
      opened = opened + inner.own
      size = inner
      type = Operand(size: size, type: type).element.type
      level += 1
    }
    return (opened, size.counting(size.own.orLess))
  }

  private static func mayBeList(_ type: CELType) -> Bool {
    switch type.unwrapped {
    case .list, .dyn, .parameter: true
    default: false
    }
  }

  /// The bounds of an integer that an argument gives, where they are plain: a literal, or the size of something.
  private func number(_ index: Index) -> CostBounds {
    switch tree[index].kind {
    case .literal(.int(let number)): return .exactly(max(0, number))
    case .memberCall(_, let name, let arguments) where name.text == "least" && arguments.count == 2:
      return number(arguments[0]).smaller(number(arguments[1]))
    default: return sizes[index] ?? .unbounded
    }
  }

  // MARK: Texts

  private func text(_ name: String, _ first: Operand, _ operands: [Operand], _ index: Index) -> Work? {
    let length = first.size.own
    let last = operands[operands.count - 1]
    switch name {
    case "contains", "indexOf", "lastIndexOf", "split":
      let search = length.traversal * (operands.count > 1 ? operands[1].size.own.traversal : .one)
      if name != "split" { return (search.orLess, nil) }
      let part = CostSize(length.orLess)
      return ((search + length).orLess, CostSize((length + .one).orLess, elements: part))
    case "replace":
      // An empty text stands before each byte and at the end.
      let places = length + .one
      let part = operands[2].size.own
      let search = length.traversal * operands[1].size.own.traversal
      return (
        (search + length.traversal + places * (.one + part.traversal)).orLess,
        CostSize((length + places * part).orLess)
      )
    case "matches":
      let pattern = CostBounds(least: 1, most: last.size.own.most.map { max(1, $0 / 4 + 1) })
      return (((length + .one).traversal * pattern).orLess, .one)
    case "startsWith", "endsWith": return (last.size.own.traversal.orLess, .one)
    case "trim", "lowerAscii", "upperAscii", "reverse", "charAt", "substring", "string", "bytes", "double",
      "int", "uint", "timestamp", "duration", "base64.encode", "base64.decode", "strings.quote":
      // A quoted or encoded text is at most twice as long, a number's has at most 40 bytes.
      let size = CostSize((length + length + .exactly(40)).orLess)
      return (length.traversal.orLess, CostEstimator.isSized(analysis.types[index]) ? size : .one)
    case "format": return (.unbounded, nil)
    default: return nil
    }
  }

  // MARK: Other values

  private func value(_ name: String, _ first: Operand, _ operands: [Operand], _ index: Index) -> Work {
    let last = operands[operands.count - 1]
    switch name {
    case "_+_":
      if !CostEstimator.isSized(analysis.types[index]) { return (.zero, .one) }
      let sum = first.size.own + last.size.own
      return (
        (first.isText || last.isText ? sum.traversal : sum).orLess,
        first.size.or(last.size).counting(sum)
      )
    case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_": return (comparison(first, last), .one)
    case "size": return (first.isList ? .zero : first.size.own.traversal.orLess, .one)
    case "dyn", "optional.of", "value": return (.zero, first.size)
    case "optional.ofNonZeroValue": return (.zero, first.size.counting(first.size.own.orLess))
    case "or", "orValue": return (.zero, first.size.or(last.size))
    default: return (.zero, nil)
    }
  }
}
