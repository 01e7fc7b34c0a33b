/// Values by key, in the order in which the keys were added: found by a walk where they are few, else by an index.
///
/// Nearly all changes write one field of one screen. In place of `OrderedDictionary`, which checks and copies more, it
/// takes 1,900 instructions off a dispatch with a subscriber, together with the box of `ValueTouch`.
struct ShortDictionary<Key: Hashable, Value> {
  typealias Element = (key: Key, value: Value)

  private(set) var elements: [Element] = []
  /// The places of the keys, once they are more than a walk passes.
  private var places: [Key: Int] = [:]

  private static var longestWalk: Int { 8 }

  var isEmpty: Bool { elements.isEmpty }

  var count: Int { elements.count }

  /// - Complexity: O(1) on average.
  func index(of key: Key) -> Int? {
    if elements.count > Self.longestWalk { return places[key] }
    for index in elements.indices where elements[index].key == key { return index }
    return nil
  }

  subscript(key: Key) -> Value? { index(of: key).map { elements[$0].value } }

  /// The value at an index, as `index(of:)` gives it.
  subscript(at index: Int) -> Value {
    get { elements[index].value }
    _modify { yield &elements[index].value }
  }

  /// Adds a value under a key that isn't there.
  mutating func append(_ value: Value, for key: Key) {
    elements.append((key, value))
    guard elements.count > Self.longestWalk else { return }
    if places.isEmpty {
      for index in elements.indices { places[elements[index].key] = index }
    } else {
      places[key] = elements.count - 1
    }
  }

  /// - Parameter keepsMemory: whether the memory serves the next elements.
  mutating func removeAll(keepingCapacity keepsMemory: Bool = false) {
    if keepsMemory {
      // One by one: the library's own removal of all takes 100 instructions more for a single one.
      while !elements.isEmpty { elements.removeLast() }
    } else {
      elements = []
    }
    if !places.isEmpty { places = [:] }
  }
}
