public import NavtreeJSON
public import OrderedCollections

/// A map: values of the language under keys, or a JSON object or a host's map read in place.
///
/// Keys keep their order.
public struct CELMap: Sendable {
  /// The entries of a map that an expression made.
  @usableFromInline
  final class Entries: Sendable {
    let values: OrderedDictionary<CELMapKey, CELValue>
    let depth: Int

    init(_ values: OrderedDictionary<CELMapKey, CELValue>, depth: Int) {
      self.values = values
      self.depth = depth
    }
  }

  @usableFromInline
  enum Storage: Sendable {
    case values(Entries)
    case json(JSONObject)
    case view(CELMapView)
  }

  @usableFromInline let storage: Storage

  /// A JSON object, which is neither copied nor converted.
  @inlinable
  public init(_ members: JSONObject) {
    storage = .json(members)
  }

  /// A map that isn't copied. It counts as one level.
  public init(_ view: CELMapView) {
    storage = .view(view)
  }

  /// - Throws: `tooDeep` when the map would nest deeper than values may.
  /// - Complexity: O(*n*)
  public init(_ entries: OrderedDictionary<CELMapKey, CELValue>) throws(CELError) {
    var deepest = 0
    for value in entries.values { deepest = max(deepest, value.depth) }
    if deepest >= CELLimits.valueDepth { throw CELError.tooDeep }
    storage = .values(Entries(entries, depth: deepest + 1))
  }

  package var depth: Int {
    switch storage {
    case .values(let entries): entries.depth
    case .json, .view: 1
    }
  }

  public var count: Int {
    switch storage {
    case .values(let entries): entries.values.count
    case .json(let members): members.count
    case .view(let view): view.count
    }
  }

  /// The value under a key.
  /// - Complexity: O(1) on average.
  public subscript(key: CELMapKey) -> CELValue? {
    switch storage {
    case .values(let entries): return entries.values[key]
    case .json, .view:
      guard case .string(let name) = key else { return nil }
      return self[name]
    }
  }

  /// The value under a string.
  /// - Complexity: O(1) on average.
  public subscript(name: String) -> CELValue? {
    switch storage {
    case .values(let entries): return entries.values[.string(name)]
    case .json(let members): return members[name].map { CELValue($0) }
    case .view(let view): return view.index(of: name).map { view.value(at: $0) }
    }
  }

  /// The key at a place in the map's order, which must be one of the map.
  public func key(at index: Int) -> CELValue {
    switch storage {
    case .values(let entries): entries.values.keys[index].value
    case .json(let members): .string(members.keys[index])
    case .view(let view): .string(view.key(at: index))
    }
  }

  /// The value at a place in the map's order, which must be one of the map.
  public func value(at index: Int) -> CELValue {
    switch storage {
    case .values(let entries): entries.values.values[index]
    case .json(let members): CELValue(members.values[index])
    case .view(let view): view.value(at: index)
    }
  }
}
