public import OrderedCollections

/// Values under keys that are compared by their UTF-8 bytes, in the order in which the keys were added.
///
/// `==` compares the order too.
@frozen
public struct UTF8Dictionary<Value> {
  @usableFromInline var members: OrderedDictionary<UTF8Key, Value>

  @inlinable
  init(members: OrderedDictionary<UTF8Key, Value>) { self.members = members }

  @inlinable
  public init() { members = OrderedDictionary() }

  @inlinable
  public init(minimumCapacity: Int) { members = OrderedDictionary(minimumCapacity: minimumCapacity) }

  /// - Precondition: no key occurs twice.
  @inlinable
  public init(uniqueKeysWithValues pairs: some Sequence<(String, Value)>) {
    members = OrderedDictionary(uniqueKeysWithValues: pairs.lazy.map { (UTF8Key($0), $1) })
  }

  @inlinable
  public init(
    _ pairs: some Sequence<(String, Value)>, uniquingKeysWith combine: (Value, Value) throws -> Value
  ) rethrows {
    members = try OrderedDictionary(pairs.lazy.map { (UTF8Key($0), $1) }, uniquingKeysWith: combine)
  }

  /// The value of a key.
  ///
  /// - Complexity: O(1) on average to read, set or add; O(*n*) to remove.
  @inlinable
  public subscript(key: String) -> Value? {
    get { members[UTF8Key(key)] }
    _modify { yield &members[UTF8Key(key)] }
  }

  @inlinable
  public subscript(key: String, default value: @autoclosure () -> Value) -> Value {
    get { members[UTF8Key(key), default: value()] }
    _modify { yield &members[UTF8Key(key), default: value()] }
  }

  /// - Complexity: O(1) on average.
  @inlinable
  public func index(forKey key: String) -> Int? { members.index(forKey: UTF8Key(key)) }

  /// Sets a value, at the end if the key isn't there.
  ///
  /// - Returns: the former value, if any.
  @inlinable
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey key: String) -> Value? {
    members.updateValue(value, forKey: UTF8Key(key))
  }

  /// Sets a value, at the given index if the key isn't there.
  ///
  /// - Returns: the former value, if any.
  @inlinable
  @discardableResult
  public mutating func updateValue(_ value: Value, forKey key: String, insertingAt index: Int) -> Value? {
    members.updateValue(value, forKey: UTF8Key(key), insertingAt: index).originalMember
  }

  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func removeValue(forKey key: String) -> Value? {
    members.removeValue(forKey: UTF8Key(key))
  }

  /// - Complexity: O(*n*)
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let member = members.remove(at: index)
    return (member.key.text, member.value)
  }

  @inlinable
  public mutating func removeAll() { members.removeAll() }

  /// Adds the members of another dictionary. The closure chooses between values with the same key.
  @inlinable
  public mutating func merge(_ other: UTF8Dictionary, uniquingKeysWith combine: (Value, Value) -> Value) {
    members.merge(other.members.elements.lazy.map { ($0.key, $0.value) }, uniquingKeysWith: combine)
  }

  @inlinable
  public func merging(
    _ other: UTF8Dictionary, uniquingKeysWith combine: (Value, Value) -> Value
  ) -> UTF8Dictionary {
    var merged = self
    merged.merge(other, uniquingKeysWith: combine)
    return merged
  }

  @inlinable
  public func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> UTF8Dictionary<Other> {
    UTF8Dictionary<Other>(members: try members.mapValues(transform))
  }

  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> UTF8Dictionary {
    UTF8Dictionary(members: try members.filter { try isIncluded(($0.key.text, $0.value)) })
  }
}

extension UTF8Dictionary: RandomAccessCollection {
  public typealias Element = (key: String, value: Value)

  @inlinable public var startIndex: Int { 0 }
  @inlinable public var endIndex: Int { members.count }

  @inlinable
  public subscript(index: Int) -> Element {
    let member = members.elements[index]
    return (member.key.text, member.value)
  }
}

extension UTF8Dictionary {
  /// The keys, in order.
  public struct Keys: RandomAccessCollection {
    @usableFromInline let keys: OrderedSet<UTF8Key>

    @inlinable
    init(_ keys: OrderedSet<UTF8Key>) { self.keys = keys }

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { keys.count }
    @inlinable public subscript(index: Int) -> String { keys[index].text }

    /// - Complexity: O(1) on average.
    @inlinable
    public func contains(_ key: String) -> Bool { keys.contains(UTF8Key(key)) }
  }

  /// The values, in the order of their keys.
  public struct Values: RandomAccessCollection, MutableCollection {
    @usableFromInline var members: OrderedDictionary<UTF8Key, Value>

    @inlinable
    init(_ members: OrderedDictionary<UTF8Key, Value>) { self.members = members }

    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { members.count }

    @inlinable
    public subscript(index: Int) -> Value {
      get { members.values[index] }
      _modify { yield &members.values[index] }
    }
  }

  @inlinable public var keys: Keys { Keys(members.keys) }

  @inlinable
  public var values: Values {
    get { Values(members) }
    _modify {
      // Taken out, so that the values have one owner and aren't copied.
      var values = Values(members)
      members = OrderedDictionary()
      defer { members = values.members }
      yield &values
    }
  }
}

extension UTF8Dictionary: ExpressibleByDictionaryLiteral {
  /// - Precondition: no key occurs twice.
  @inlinable
  public init(dictionaryLiteral members: (String, Value)...) {
    // Most literals are empty. Without this case a dispatch with a subscriber takes 4 % more instructions.
    if members.isEmpty { self.init() } else { self.init(uniqueKeysWithValues: members) }
  }
}

extension UTF8Dictionary: Sendable where Value: Sendable {}
extension UTF8Dictionary: Equatable where Value: Equatable {}
extension UTF8Dictionary: Hashable where Value: Hashable {}
