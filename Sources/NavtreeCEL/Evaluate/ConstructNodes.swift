import OrderedCollections

/// `[a, ?b]`
final class ListNode: Node, @unchecked Sendable {
  let elements: [(node: Node, isOptional: Bool)]

  init(_ elements: [(node: Node, isOptional: Bool)], _ range: CELSourceRange) {
    self.elements = elements
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    try charge(10, &frame)
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
    do throws(CELError) { return .list(try CELList(values)) } catch { throw error.at(range) }
  }
}

/// `{a: b, ?c: d}`
final class MapNode: Node, @unchecked Sendable {
  let entries: [(key: Node, value: Node, isOptional: Bool)]

  init(_ entries: [(key: Node, value: Node, isOptional: Bool)], _ range: CELSourceRange) {
    self.entries = entries
    super.init(range)
  }

  override func evaluate(_ frame: inout Frame, _ activation: any CELActivation) throws(CELError) -> CELValue {
    try charge(30, &frame)
    var builder = MapBuilder(capacity: entries.count)
    for (keyNode, valueNode, isOptional) in entries {
      let key = try keyNode.evaluate(&frame, activation)
      let value = try valueNode.evaluate(&frame, activation)
      guard let entry = isOptional ? try value.entry(valueNode.range) : value else { continue }
      do throws(CELError) { try builder.add(key, entry) } catch { throw error.at(keyNode.range) }
    }
    do throws(CELError) { return .map(try CELMap(builder.entries)) } catch { throw error.at(range) }
  }
}

/// A map in the making: its keys are of the types that keys may be, and each is there once.
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
  /// What an entry marked `?` adds: the optional's value, if it has one.
  fileprivate func entry(_ range: CELSourceRange) throws(CELError) -> CELValue? {
    guard case .optional(let optional) = self else {
      throw CELError(
        .noSuchOverload, "an entry marked '?' must be an optional, not \(kind.rawValue)", range: range)
    }
    return optional.value
  }
}
