/// Estimates the cost of an evaluation from the declared sizes, by the same figures that evaluation spends.
struct CostEstimator {
  typealias Index = SyntaxTree.Index
  typealias Estimate = (cost: CostBounds, size: CostSize)

  let tree: SyntaxTree
  let analysis: Analysis
  let environment: CELEnvironment
  private let source: [Unicode.Scalar]
  /// The sizes of the variables of macros, where they are known.
  var slots: [CostSize?]
  private(set) var warnings: [CELDiagnostic] = []
  /// Whether a node depends on constants alone.
  private var isConstant: [Bool]
  /// Parts of a step of `reduce` that don't read the accumulator: they are estimated once for its growth, and not
  /// again for the step.
  var known: [Index: Estimate] = [:]
  /// The values that calls of `size` give.
  var sizes: [Index: CostBounds] = [:]

  init(_ tree: SyntaxTree, _ analysis: Analysis, _ environment: CELEnvironment, _ source: String) {
    self.tree = tree
    self.analysis = analysis
    self.environment = environment
    self.source = Array(source.unicodeScalars)
    // A macro in an unknown call has no slots of its own, and takes the first two.
    slots = Array(repeating: nil, count: analysis.slotCount + 2)
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
    return CELCostEstimate(
      minimum: cost.least, maximum: cost.most, maximumSize: size.own.most,
      elementSizes: size.deeper.map(\.most))
  }

  /// A node's cost and the size of its value.
  mutating func estimate(_ index: Index) -> Estimate {
    if let known = known[index] { return known }
    let (cost, size) = reckon(index)
    // Constants may have been folded.
    return (isConstant[index] ? cost.orLess : cost, size)
  }

  private mutating func reckon(_ index: Index) -> Estimate {
    switch tree[index].kind {
    case .invalid: return (.zero, .one)
    case .literal(let value): return (.zero, CostSize(value))
    case .identifier: return read(index)
    case .select(let operand, let field, let selection):
      if analysis.resolutions[index] != nil { return read(index) }
      let inner = estimate(operand).cost
      if case .test = selection { return (inner + .one, .one) }
      return (inner + .one, size(of: field.text, in: analysis.types[operand]) ?? unknownSize(index))
    case .index(let operand, let key, _):
      if analysis.resolutions[index] != nil { return read(index) }
      let inner = estimate(operand)
      let place = estimate(key)
      let lookup = lookupCost(place.size, analysis.types[key])
      return (inner.cost + place.cost + .one + lookup, inner.size.element ?? unknownSize(index))
    case .call(let name, let arguments): return call(name.text, arguments, index)
    case .memberCall(let target, let name, let arguments):
      if case .function(let full) = analysis.resolutions[index] { return call(full, arguments, index) }
      return call(name.text, [target] + arguments, index)
    case .and(let terms), .or(let terms):
      var cost = CostBounds.zero
      for (place, term) in terms.enumerated() {
        let inner = estimate(term).cost
        // Only the first is sure to be evaluated.
        cost = cost + (place == 0 ? inner : inner.orLess)
      }
      return (cost, .one)
    case .conditional(let condition, let first, let second):
      let one = estimate(first)
      let other = estimate(second)
      return (estimate(condition).cost + one.cost.or(other.cost), one.size.or(other.size))
    case .list(let elements): return list(elements)
    case .map(let entries), .message(_, let entries):
      var cost = CostBounds.exactly(30)
      for entry in entries {
        let key = estimate(entry.key)
        let lookup = lookupCost(key.size, analysis.types[entry.key])
        cost = cost + key.cost + lookup + estimate(entry.value).cost
      }
      return (cost, CostSize(.upTo(entries.count)))
    case .comprehension(let comprehension): return self.comprehension(comprehension, index)
    case .reduce(let reduction): return reduce(reduction, index)
    case .bind(_, let value, let body):
      let bound = estimate(value)
      slots[analysis.slots[index] ?? 0] = bound.size
      let inner = estimate(body)
      return (bound.cost + inner.cost + .one, inner.size)
    case .optionalMap(let target, _, let body, _):
      let optional = estimate(target)
      slots[analysis.slots[index] ?? 0] = optional.size
      let inner = estimate(body)
      return (optional.cost + .one + inner.cost.orLess, inner.size.counting(inner.size.own.orLess))
    }
  }

  private mutating func list(_ elements: [SyntaxTree.Element]) -> Estimate {
    var cost = CostBounds.exactly(10)
    var size: CostSize?
    for element in elements {
      let inner = estimate(element.value)
      cost = cost + inner.cost
      size = size?.or(inner.size) ?? inner.size
    }
    let least = elements.count { !$0.isOptional }
    return (cost, CostSize(CostBounds(least: least, most: elements.count), elements: size))
  }

  // MARK: Sizes

  private func read(_ index: Index) -> Estimate {
    switch analysis.resolutions[index] {
    case .variable(let number):
      let declared = environment.variables[number].maximumSize
      return (.one, declared.map { CostSize(.upTo($0)) } ?? unknownSize(index))
    case .field(let field, let variable):
      guard let record = environment.variables[variable].record else { return (.one, CostSize(.unbounded)) }
      return (.exactly(2), size(of: record.fields[field].name, in: .object(record)) ?? unknownSize(index))
    case .local(let slot): return (.one, slots[slot] ?? unknownSize(index))
    case .type, .function, .unknown, nil: return (.zero, .one)
    }
  }

  private func size(of field: String, in type: CELType) -> CostSize? {
    switch type {
    case .object(let object):
      guard let field = object.field(named: field), field.maximumSize != nil || !field.elementSizes.isEmpty
      else {
        return nil
      }
      return CostSize(most: field.maximumSize, elements: field.elementSizes)
    case .nullable(let wrapped), .optional(let wrapped): return size(of: field, in: wrapped)
    default: return nil
    }
  }

  /// The cost of looking up a key beyond the one unit.
  func lookupCost(_ size: CostSize, _ type: CELType) -> CostBounds {
    switch type.unwrapped {
    case .string, .dyn, .parameter: size.own.lookup
    default: .zero
    }
  }

  /// The cost of a map's keys, whose sizes aren't known.
  func keyCost(of map: CELType) -> CostBounds {
    guard case .map(let key, _) = map.unwrapped else { return map.unwrapped == .dyn ? .unbounded : .zero }
    return lookupCost(CostSize(.unbounded), key)
  }

  /// The size of something whose bound isn't declared: one, unless it has elements or a length.
  func unknownSize(_ index: Index) -> CostSize {
    CostEstimator.isSized(analysis.types[index]) ? CostSize(.unbounded) : .one
  }

  static func isSized(_ type: CELType) -> Bool {
    switch type {
    case .null, .bool, .int, .uint, .double, .timestamp, .duration, .type, .error: false
    case .nullable(let wrapped): isSized(wrapped)
    case .dyn, .string, .bytes, .list, .map, .optional, .object, .parameter: true
    }
  }

  /// Warns of a run over a range without a bound.
  mutating func warn(_ index: Index) {
    let range = tree.range(index)
    var text = String.UnicodeScalarView()
    text.append(contentsOf: source[max(0, range.start)..<min(range.end, source.count)])
    warnings.append(
      CELDiagnostic(
        severity: .warning, code: .unboundedCost,
        message: "'\(String(text))' has no declared bound: what a run over it costs isn't known",
        hint: isRange(index) ? "bound it: lists.range(math.least(n, 100))" : boundHint(analysis.types[index]),
        range: range))
  }

  private func boundHint(_ type: CELType) -> String {
    switch type {
    case .object, .map: environment.memberBoundHint
    case .nullable(let wrapped), .optional(let wrapped): boundHint(wrapped)
    default: environment.boundHint
    }
  }

  private func isRange(_ index: Index) -> Bool {
    if case .function("lists.range") = analysis.resolutions[index] { true } else { false }
  }
}
