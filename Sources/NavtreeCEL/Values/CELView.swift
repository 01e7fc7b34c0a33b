/// A list of a host's, whose elements are made when they are read.
///
/// It is a base class, so that a value has the size of a reference.
open class CELListView: @unchecked Sendable {
  public init() {}

  /// The number of elements.
  open var count: Int { 0 }

  /// The element at an index, which is one of the list.
  open func element(at index: Int) -> CELValue { .null }
}

/// A map of a host's with strings as keys, whose values are made when they are read.
open class CELMapView: @unchecked Sendable {
  public init() {}

  /// The number of entries.
  open var count: Int { 0 }

  /// The key at a place, which is one of the map.
  open func key(at index: Int) -> String { "" }

  /// The value at a place, which is one of the map.
  open func value(at index: Int) -> CELValue { .null }

  /// The place of a key.
  open func index(of key: String) -> Int? { nil }
}
