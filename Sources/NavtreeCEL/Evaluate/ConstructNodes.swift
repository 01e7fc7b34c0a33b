import OrderedCollections

/// `[a, ?b]`
final class ListNode: Node, @unchecked Sendable {
  let elements: [(node: Node, isOptional: Bool)]

  init(_ elements: [(node: Node, isOptional: Bool)], _ range: CELSourceRange) {
    self.elements = elements
    super.init(range)
  }

  override var isFoldable: Bool { elements.allSatisfy { $0.node.constant != nil } }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    try frame.spend(10)
    var values: [CELValue] = []
    values.reserveCapacity(elements.count)
    for (node, isOptional) in elements {
      let value = try node.evaluate(&frame, activation)
      if !isOptional {
        values.append(value)
      } else if let value = try value.entry(node.range) {
        values.append(value)
      }
    }
    return .list(try CELList(values))
  }
}

/// `{a: b, ?c: d}`
final class MapNode: Node, @unchecked Sendable {
  let entries: [(key: Node, value: Node, isOptional: Bool)]

  init(_ entries: [(key: Node, value: Node, isOptional: Bool)], _ range: CELSourceRange) {
    self.entries = entries
    super.init(range)
  }

  override var isFoldable: Bool { entries.allSatisfy { $0.key.constant != nil && $0.value.constant != nil } }

  override func compute(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    try frame.spend(30)
    var builder = MapBuilder(capacity: entries.count)
    for (keyNode, valueNode, isOptional) in entries {
      let key = try keyNode.evaluate(&frame, activation)
      let value = try valueNode.evaluate(&frame, activation)
      guard let entry = isOptional ? try value.entry(valueNode.range) : value else { continue }
      try frame.spend(key: key)
      do throws(CELError) { try builder.add(key, entry) } catch { throw error.at(keyNode.range) }
    }
    return .map(try CELMap(builder.entries))
  }
}

/// Collects the entries of a map: each key is of a type that keys may have, and occurs once.
struct MapBuilder {
  private(set) var entries: OrderedDictionary<CELMapKey, CELValue> = [:]

  init(capacity: Int) {
    entries.reserveCapacity(capacity)
  }

  mutating func add(_ key: CELValue, _ value: CELValue) throws(CELError) {
    guard let mapKey = CELMapKey(key) else {
      throw CELError(.noSuchOverload, "a map's key can't be of type \(key.kind.rawValue)")
    }
    if entries.updateValue(value, forKey: mapKey) != nil {
      throw CELError(.duplicateKey, "the key \(key) is there twice")
    }
  }
}

extension CELValue {
  /// The value that an entry marked `?` adds, if its optional has one.
  fileprivate func entry(_ range: CELSourceRange) throws(CELError) -> CELValue? {
    guard case .optional(let optional) = self else {
      throw CELError(
        .noSuchOverload, "an entry marked '?' must be an optional, not \(kind.rawValue)", range: range)
    }
    return optional.value
  }
}
