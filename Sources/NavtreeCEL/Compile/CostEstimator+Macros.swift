/// The cost of macros that run over lists and maps.
extension CostEstimator {
  mutating func comprehension(_ node: SyntaxTree.Comprehension, _ index: Index) -> Estimate {
    let range = estimateRange(node.range)
    let count = range.size.own
    let slot = analysis.slots[index] ?? 0
    // Of a map the single variable is a key.
    slots[slot] = node.second == nil && isList(node.range) ? range.size.element : nil
    if node.second != nil { slots[slot + 1] = range.size.element }
    let filter = node.filter.map { estimate($0).cost } ?? .zero
    let (body, size) = estimate(node.body)
    let kept = node.filter == nil ? count : count.orLess
    let cost = range.cost + .one
    switch node.kind {
    // The first element may decide.
    case .all, .exists: return (cost + (count * (.upTo(4) + body)).orLess, .one)
    case .existsOne: return (cost + .one + count * (CostBounds(least: 1, most: 2) + body), .one)
    case .list:
      let steps = count * (.one + filter) + kept * (.exactly(11) + body)
      return (cost + .exactly(10) + steps, CostSize(kept, elements: size))
    case .mapValues:
      let keys = keyCost(of: analysis.types[node.range])
      return (
        cost + .exactly(30) + count * (.one + filter) + kept * (.exactly(2) + body + keys), CostSize(kept)
      )
    case .mapEntries:
      let step = .exactly(2) + body + size.own + keyCost(of: analysis.types[node.body])
      return (cost + .exactly(30) + count * (.one + filter) + kept * step, CostSize((kept * size.own).orLess))
    case .sorted:
      let key = Operand(size: size, type: analysis.types[node.body])
      let sorting = count.sorting * (.one + comparison(key, key))
      return (cost + .exactly(10) + count * (.exactly(2) + body) + sorting, range.size)
    }
  }

  /// The estimate of a range; one without a bound is reported.
  private mutating func estimateRange(_ index: Index) -> Estimate {
    let range = estimate(index)
    if range.size.own.most == nil { warn(index) }
    return range
  }

  private func isList(_ index: Index) -> Bool {
    if case .list = analysis.types[index].unwrapped { true } else { false }
  }

  // MARK: reduce

  mutating func reduce(_ node: SyntaxTree.Reduction, _ index: Index) -> Estimate {
    let range = estimateRange(node.range)
    let initial = estimate(node.initial)
    let slot = analysis.slots[index] ?? 0
    slots[slot + 1] = isList(node.range) ? range.size.element : nil
    let size = accumulated(node, slot, initial.size, range.size.own, index)
    slots[slot] = size
    let step = estimate(node.step)
    return (range.cost + initial.cost + .one + range.size.own * (.one + step.cost), size)
  }

  /// The size of an accumulator after the last step.
  private mutating func accumulated(
    _ node: SyntaxTree.Reduction, _ slot: Int, _ initial: CostSize, _ count: CostBounds, _ index: Index
  ) -> CostSize {
    if !CostEstimator.isSized(analysis.types[index]) { return .one }
    guard let growth = growth(of: node.step, slot) else { return CostSize(.unbounded) }
    let most = initial.own + count * growth
    return CostSize(most.orLess)
  }

  /// The most by which a step makes the accumulator longer, or nil where that isn't plain: `a + x` and a choice
  /// of such steps are.
  private mutating func growth(of step: Index, _ slot: Int) -> CostBounds? {
    if case .local(slot) = analysis.resolutions[step] { return .zero }
    if !reads(step, slot) {
      let estimate = estimate(step)
      known[step] = estimate
      return estimate.size.own
    }
    switch tree[step].kind {
    case .call(let name, let arguments) where name.text == "_+_":
      if reads(arguments[0], slot), reads(arguments[1], slot) { return nil }
      guard let one = growth(of: arguments[0], slot), let other = growth(of: arguments[1], slot) else {
        return nil
      }
      return one + other
    case .conditional(_, let first, let second):
      guard let one = growth(of: first, slot), let other = growth(of: second, slot) else { return nil }
      return one.or(other)
    default: return nil
    }
  }

  /// Whether a part of an expression reads a variable of a macro.
  private func reads(_ index: Index, _ slot: Int) -> Bool {
    if case .local(slot) = analysis.resolutions[index] { return true }
    var isRead = false
    SyntaxTree.forEachChild(of: tree[index].kind) { isRead = isRead || reads($0, slot) }
    return isRead
  }
}
