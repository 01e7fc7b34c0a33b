/// The range of a comprehension, and the slots of its variables.
struct Loop: Sendable {
  let range: Node
  let slot: Int
  /// There is a second variable, in the next slot.
  let hasTwo: Bool
  /// The condition of the elements that are collected.
  let filter: Node?

  /// The elements or entries of the range.
  struct Items {
    let container: CELValue
    let count: Int
  }

  func items(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Items {
    let container = try range.evaluate(&frame, activation)
    switch container {
    case .list(let list): return Items(container: container, count: list.count)
    case .map(let map): return Items(container: container, count: map.count)
    default:
      throw CELError(
        .noSuchOverload, "a comprehension runs over a list or a map, not over \(container.kind.rawValue)",
        range: range.range)
    }
  }

  /// Sets the variables to an element or entry.
  @inline(__always)
  func bind(_ index: Int, of items: Items, _ frame: inout Frame) {
    switch items.container {
    case .list(let list):
      if hasTwo {
        frame.locals[slot] = .int(index)
        frame.locals[slot + 1] = list[index]
      } else {
        frame.locals[slot] = list[index]
      }
    case .map(let map):
      frame.locals[slot] = map.key(at: index)
      if hasTwo { frame.locals[slot + 1] = map.value(at: index) }
    default: break
    }
  }
}

/// A node that evaluates a body for each element of a range.
class LoopNode: Node, @unchecked Sendable {
  final let loop: Loop
  final let body: Node

  init(_ loop: Loop, _ body: Node, _ range: CELSourceRange) {
    self.loop = loop
    self.body = body
    super.init(range)
  }
}

/// `all` and `exists`: `&&` and `||` over the elements.
final class QuantifierNode: LoopNode, @unchecked Sendable {
  /// The value that decides: true for `exists`, false for `all`.
  let decisive: Bool

  init(_ loop: Loop, _ predicate: Node, decisive: Bool, _ range: CELSourceRange) {
    self.decisive = decisive
    super.init(loop, predicate, range)
  }

  override func computeBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    let items = try loop.items(&frame, activation)
    // The cost of the step and the test of an expanded macro.
    let step = decisive ? 4 : 3
    var failure: CELError?
    try frame.spend(1)
    for index in 0..<items.count {
      try frame.spend(step)
      loop.bind(index, of: items, &frame)
      do throws(CELError) {
        if try body.evaluateBool(&frame, activation) == decisive { return decisive }
      } catch {
        if !error.isAbsorbed { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return !decisive
  }
}

/// `exists_one`: any error of the predicate is the macro's.
final class ExistsOneNode: LoopNode, @unchecked Sendable {
  override func computeBool(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> Bool {
    let items = try loop.items(&frame, activation)
    var found = 0
    try frame.spend(2)
    for index in 0..<items.count {
      try frame.spend(1)
      loop.bind(index, of: items, &frame)
      if try body.evaluateBool(&frame, activation) {
        try frame.spend(1)
        found += 1
      }
    }
    return found == 1
  }
}

/// `map`, `filter` and `transformList`: a list of the body's values.
final class CollectNode: LoopNode, @unchecked Sendable {
  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    let items = try loop.items(&frame, activation)
    var values: [CELValue] = []
    try frame.spend(11)
    for index in 0..<items.count {
      try frame.spend(1)
      loop.bind(index, of: items, &frame)
      if let filter = loop.filter, try !filter.evaluateBool(&frame, activation) { continue }
      // A list of one, added to the result.
      try frame.spend(11)
      values.append(try body.evaluate(&frame, activation))
    }
    return .list(try CELList(values))
  }
}

/// `transformMap` and `transformMapEntry`: a map of the body's values.
final class CollectMapNode: LoopNode, @unchecked Sendable {
  /// The body gives whole entries, not values for the keys of the range.
  let givesEntries: Bool

  init(_ loop: Loop, _ body: Node, givesEntries: Bool, _ range: CELSourceRange) {
    self.givesEntries = givesEntries
    super.init(loop, body, range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    let items = try loop.items(&frame, activation)
    var builder = MapBuilder(capacity: 0)
    try frame.spend(31)
    for index in 0..<items.count {
      try frame.spend(1)
      loop.bind(index, of: items, &frame)
      if let filter = loop.filter, try !filter.evaluateBool(&frame, activation) { continue }
      try frame.spend(2)
      let key = frame.locals[loop.slot]
      let value = try body.evaluate(&frame, activation)
      do throws(CELError) {
        if givesEntries {
          guard case .map(let entries) = value else { throw .noOverload("transformMapEntry", value) }
          try frame.spend(entries.count)
          for place in 0..<entries.count {
            let key = entries.key(at: place)
            try frame.spend(key: key)
            try builder.add(key, entries.value(at: place))
          }
        } else {
          try frame.spend(key: key)
          try builder.add(key, value)
        }
      } catch {
        throw error.at(body.range)
      }
    }
    return .map(try CELMap(builder.entries))
  }
}

/// `sortBy`: the elements in the order of the body's values.
final class SortNode: LoopNode, @unchecked Sendable {
  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    let items = try loop.items(&frame, activation)
    guard case .list(let list) = items.container else { throw .noOverload("sortBy", items.container) }
    var keys: [CELValue] = []
    try frame.spend(11)
    for index in 0..<items.count {
      try frame.spend(1)
      loop.bind(index, of: items, &frame)
      keys.append(try body.evaluate(&frame, activation))
    }
    do throws(CELError) {
      return .list(try Sorting.sort(list.elements, by: keys, "sortBy", &frame))
    } catch {
      throw error.at(body.range)
    }
  }
}

/// `reduce`: the value that the steps make, element by element, of an initial one.
final class ReduceNode: Node, @unchecked Sendable {
  /// Its slot is the element's.
  let loop: Loop
  /// The accumulator's slot.
  let slot: Int
  let initial: Node
  let step: Node

  init(_ loop: Loop, _ slot: Int, from initial: Node, _ step: Node, _ range: CELSourceRange) {
    self.loop = loop
    self.slot = slot
    self.initial = initial
    self.step = step
    super.init(range)
  }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    let items = try loop.items(&frame, activation)
    var value = try initial.evaluate(&frame, activation)
    try frame.spend(1)
    for index in 0..<items.count {
      try frame.spend(1)
      frame.locals[slot] = value
      loop.bind(index, of: items, &frame)
      value = try step.evaluate(&frame, activation)
    }
    return value
  }
}
