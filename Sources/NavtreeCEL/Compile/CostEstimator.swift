/// Estimates the cost of an evaluation from the declared sizes, by the same figures that evaluation spends.
struct CostEstimator {
  typealias Index = SyntaxTree.Index

  /// A range of costs or sizes; `most` is nil where nothing bounds it.
  struct Bounds {
    var least: Int
    var most: Int?

    static let zero = Bounds(least: 0, most: 0)
    static let one = Bounds(least: 1, most: 1)
    static let unbounded = Bounds(least: 0, most: nil)

    static func exactly(_ value: Int) -> Bounds { Bounds(least: value, most: value) }

    static func + (left: Bounds, right: Bounds) -> Bounds {
      Bounds(least: sum(left.least, right.least), most: both(left.most, right.most, sum))
    }

    static func * (left: Bounds, right: Bounds) -> Bounds {
      // Zero times an unbounded range is zero.
      let most = left.most == 0 || right.most == 0 ? 0 : both(left.most, right.most, product)
      return Bounds(least: product(left.least, right.least), most: most)
    }

    /// Either of two.
    func or(_ other: Bounds) -> Bounds {
      Bounds(least: min(least, other.least), most: Bounds.both(most, other.most, max))
    }

    /// The cost of traversing a text: a tenth, rounded up, and at least one.
    var traversal: Bounds {
      Bounds(least: max(1, least / 10), most: most.map { max(1, $0 / 10 + ($0 % 10 > 0 ? 1 : 0)) })
    }

    private static func both(_ left: Int?, _ right: Int?, _ combine: (Int, Int) -> Int) -> Int? {
      guard let left, let right else { return nil }
      return combine(left, right)
    }

    private static func sum(_ left: Int, _ right: Int) -> Int {
      let (sum, overflow) = left.addingReportingOverflow(right)
      return overflow ? .max : sum
    }

    private static func product(_ left: Int, _ right: Int) -> Int {
      let (product, overflow) = left.multipliedReportingOverflow(by: right)
      return overflow ? .max : product
    }
  }

  let tree: SyntaxTree
  let analysis: Analysis
  let environment: CELEnvironment
  private let source: [Unicode.Scalar]
  private var slots: [Bounds]
  private(set) var warnings: [CELDiagnostic] = []
  /// Whether a node depends on constants alone.
  private var isConstant: [Bool]

  init(_ tree: SyntaxTree, _ analysis: Analysis, _ environment: CELEnvironment, _ source: String) {
    self.tree = tree
    self.analysis = analysis
    self.environment = environment
    self.source = Array(source.unicodeScalars)
    slots = Array(repeating: .unbounded, count: analysis.slotCount + 1)
    isConstant = []
    isConstant.reserveCapacity(tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() {
      var constant = analysis.resolutions[index]?.isConstant ?? true
      SyntaxTree.forEachChild(of: node.kind) { constant = constant && isConstant[$0] }
      isConstant.append(constant)
    }
  }

  /// - Complexity: O(*n*), no deeper than the nesting limit.
  mutating func estimate() -> CELCostEstimate {
    let (cost, size) = estimate(tree.root)
    return CELCostEstimate(minimum: cost.least, maximum: cost.most, maximumSize: size.most)
  }

  /// A node's cost and the size of its value: elements of a list or map, bytes of a text, else one.
  private mutating func estimate(_ index: Index) -> (cost: Bounds, size: Bounds) {
    let (cost, size) = reckon(index)
    // Constants may have been folded.
    return (isConstant[index] ? Bounds(least: 0, most: cost.most) : cost, size)
  }

  private mutating func reckon(_ index: Index) -> (cost: Bounds, size: Bounds) {
    switch tree[index].kind {
    case .invalid: return (.zero, .one)
    case .literal(let value): return (.zero, .exactly(value.size))
    case .identifier: return read(index)
    case .select(let operand, let field, let selection):
      if analysis.resolutions[index] != nil { return read(index) }
      let inner = estimate(operand).cost
      if case .test = selection { return (inner + .one, .one) }
      return (inner + .one, size(of: field.text, in: analysis.types[operand]) ?? unknownSize(index))
    case .index(let operand, let key, _):
      if analysis.resolutions[index] != nil { return read(index) }
      return (estimate(operand).cost + estimate(key).cost + .one, unknownSize(index))
    case .call(let name, let arguments):
      return call(name.text, arguments, index)
    case .memberCall(let target, let name, let arguments):
      if case .function = analysis.resolutions[index] { return call(name.text, arguments, index) }
      return call(name.text, [target] + arguments, index)
    case .and(let terms), .or(let terms):
      var cost = Bounds.zero
      for (place, term) in terms.enumerated() {
        let inner = estimate(term).cost
        // Only the first is sure to be evaluated.
        cost = cost + Bounds(least: place == 0 ? inner.least : 0, most: inner.most)
      }
      return (cost, .one)
    case .conditional(let condition, let first, let second):
      let one = estimate(first)
      let other = estimate(second)
      return (estimate(condition).cost + one.cost.or(other.cost), one.size.or(other.size))
    case .list(let elements):
      var cost = Bounds.exactly(10)
      for element in elements { cost = cost + estimate(element.value).cost }
      return (cost, .exactly(elements.count))
    case .map(let entries), .message(_, let entries):
      var cost = Bounds.exactly(30)
      for entry in entries { cost = cost + estimate(entry.key).cost + estimate(entry.value).cost }
      return (cost, .exactly(entries.count))
    case .comprehension(let comprehension): return self.comprehension(comprehension, index)
    case .bind(_, let value, let body):
      let bound = estimate(value)
      slots[analysis.slots[index] ?? 0] = bound.size
      let inner = estimate(body)
      return (bound.cost + inner.cost + .one, inner.size)
    case .optionalMap(let target, _, let body, _):
      let cost = estimate(target).cost + .one
      slots[analysis.slots[index] ?? 0] = .unbounded
      let inner = estimate(body)
      return (cost + Bounds(least: 0, most: inner.cost.most), .one)
    }
  }

  private func read(_ index: Index) -> (cost: Bounds, size: Bounds) {
    switch analysis.resolutions[index] {
    case .variable(let number):
      let declared = environment.variables[number].maximumSize
      return (.one, declared.map { Bounds(least: 0, most: $0) } ?? unknownSize(index))
    case .field(let field, let variable):
      guard let record = environment.variables[variable].record else { return (.one, .unbounded) }
      return (.exactly(2), size(of: record.fields[field].name, in: .object(record)) ?? unknownSize(index))
    case .local(let slot): return (.one, slots[slot])
    case .type, .function, .unknown, nil: return (.zero, .one)
    }
  }

  private func size(of field: String, in type: CELType) -> Bounds? {
    switch type {
    case .object(let object):
      guard let most = object.field(named: field)?.maximumSize else { return nil }
      return Bounds(least: 0, most: most)
    case .nullable(let wrapped): return size(of: field, in: wrapped)
    default: return nil
    }
  }

  /// The size of something whose bound isn't declared: one, unless it has elements or a length.
  private func unknownSize(_ index: Index) -> Bounds {
    CostEstimator.isSized(analysis.types[index]) ? .unbounded : .one
  }

  private static func isSized(_ type: CELType) -> Bool {
    switch type {
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type, .error: false
    case .nullable(let wrapped): isSized(wrapped)
    case .dyn, .string, .bytes, .list, .map, .optional, .object, .parameter: true
    }
  }

  private mutating func call(_ name: String, _ arguments: [Index], _ index: Index) -> (
    cost: Bounds, size: Bounds
  ) {
    var cost = Bounds.zero
    var sizes: [Bounds] = []
    for argument in arguments {
      let inner = estimate(argument)
      cost = cost + inner.cost
      sizes.append(inner.size)
    }
    let total = sizes.reduce(.zero, +)
    let first = sizes.first ?? .one
    let last = sizes.last ?? .one
    let isList: Bool = if case .list = analysis.types[index] { true } else { false }
    switch name {
    case "_+_":
      if !CostEstimator.isSized(analysis.types[index]) { return (cost + .one, .one) }
      return (cost + (isList ? total : total.traversal), total)
    case "@in":
      let isMap: Bool = if case .map = analysis.types[arguments[1]] { true } else { false }
      return (cost + .one + (isMap ? .zero : Bounds(least: 0, most: last.most)), .one)
    case "_==_", "_!=_", "_<_", "_<=_", "_>_", "_>=_":
      let smaller = Bounds(least: 0, most: [first.most, last.most].compactMap(\.self).min())
      return (cost + smaller.traversal, .one)
    case "contains", "indexOf", "lastIndexOf", "replace", "split":
      let search = first.traversal * (sizes.count > 1 ? sizes[1].traversal : .one)
      return (cost + search + (name == "split" ? first : .zero), name == "split" ? first : unknownSize(index))
    case "matches":
      let pattern = Bounds(least: 1, most: last.most.map { max(1, $0 / 4 + 1) })
      return (cost + (first + .one).traversal * pattern, .one)
    case "startsWith", "endsWith": return (cost + last.traversal, .one)
    case "size", "bytes", "string", "trim", "lowerAscii", "upperAscii", "reverse", "charAt", "substring",
      "double",
      "int", "uint", "timestamp", "duration", "encode", "decode", "quote":
      return (
        cost + first.traversal, CostEstimator.isSized(analysis.types[index]) ? first + .exactly(40) : .one
      )
    case "join", "format", "greatest", "least", "unwrap", "unwrapOpt":
      return (cost + .one + Bounds(least: 0, most: nil), unknownSize(index))
    default: return (cost + .one, unknownSize(index))
    }
  }

  private mutating func comprehension(
    _ node: SyntaxTree.Comprehension, _ index: Index
  ) -> (cost: Bounds, size: Bounds) {
    let range = estimate(node.range)
    if range.size.most == nil { warn(node.range) }
    let slot = analysis.slots[index] ?? 0
    slots[slot] = .unbounded
    if node.second != nil { slots[slot + 1] = .unbounded }
    let filter = node.filter.map { estimate($0).cost } ?? .zero
    let body = estimate(node.body).cost
    let step: Bounds
    switch node.kind {
    case .all, .exists: step = Bounds(least: 0, most: 4) + body
    case .existsOne: step = Bounds(least: 1, most: 2) + body
    case .list, .mapValues, .mapEntries:
      let kept = body + .exactly(12)
      step = filter + (node.filter == nil ? kept : Bounds(least: 1, most: kept.most))
    }
    let cost = range.cost + .one + range.size * step
    switch node.kind {
    case .all, .exists, .existsOne: return (cost, .one)
    case .list, .mapValues, .mapEntries:
      let base = if case .list = node.kind { 10 } else { 30 }
      return (
        cost + .exactly(base), node.filter == nil ? range.size : Bounds(least: 0, most: range.size.most)
      )
    }
  }

  private mutating func warn(_ index: Index) {
    let range = tree.range(index)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: source[max(0, range.start)..<min(range.end, source.count)])
    warnings.append(
      CELDiagnostic(
        severity: .warning, code: .unboundedCost,
        message: "'\(String(text))' has no declared bound: what a run over it costs isn't known",
        hint: "declare how many elements it may hold", range: range))
  }
}

extension CELValue {
  /// Elements of a list or map, bytes of a text, else one.
  fileprivate var size: Int {
    switch self {
    case .string(let text): text.utf8.count
    case .bytes(let bytes): bytes.count
    case .list(let list): list.count
    case .map(let map): map.count
    case .null, .bool, .int, .uint, .double, .type, .timestamp, .duration, .optional: 1
    }
  }
}
