public import NavtreeJSON

/// A list: values of the language, or a JSON array or a host's list read in place.
public struct CELList: Sendable {
  @usableFromInline
  package enum Storage: Sendable {
    case values([CELValue])
    case json([JSONValue])
    case view(CELListView)
  }

  @usableFromInline package let storage: Storage
  /// The nesting of lists and maps made by an expression; a JSON array counts as one level.
  @usableFromInline let level: Int32

  /// A JSON array, which is neither copied nor converted.
  @inlinable
  public init(_ elements: [JSONValue]) {
    storage = .json(elements)
    level = 1
  }

  /// A list that isn't copied. It counts as one level.
  public init(_ view: CELListView) {
    storage = .view(view)
    level = 1
  }

  /// - Throws: `tooDeep` when the list would nest deeper than values may.
  /// - Complexity: O(*n*)
  public init(_ elements: [CELValue]) throws(CELError) {
    self.init(elements, depth: try 1 + CELList.deepest(elements))
  }

  /// Elements of which none is a list, a map or an optional.
  package init(scalars elements: [CELValue]) {
    self.init(elements, depth: 1)
  }

  package init(_ elements: [CELValue], depth: Int) {
    storage = .values(elements)
    level = Int32(truncatingIfNeeded: depth)
  }

  package var depth: Int { Int(level) }

  public var count: Int {
    switch storage {
    case .values(let elements): elements.count
    case .json(let elements): elements.count
    case .view(let view): view.count
    }
  }

  /// The element at an index, which must be one of the list.
  public subscript(index: Int) -> CELValue {
    switch storage {
    case .values(let elements): elements[index]
    case .json(let elements): CELValue(elements[index])
    case .view(let view): view.element(at: index)
    }
  }

  /// All elements.
  /// - Complexity: O(*n*) for a JSON array or a view, O(1) otherwise.
  public var elements: [CELValue] {
    switch storage {
    case .values(let elements): elements
    case .json(let elements): elements.map { CELValue($0) }
    case .view(let view): (0..<view.count).map { view.element(at: $0) }
    }
  }

  /// The elements at a range of indexes, which must be the list's.
  /// - Complexity: O(*n*) in the length of the range.
  func slice(_ range: Range<Int>) -> CELList {
    switch storage {
    case .values(let elements): CELList(Array(elements[range]), depth: depth)
    case .json(let elements): CELList(Array(elements[range]))
    case .view(let view): CELList(range.map { view.element(at: $0) }, depth: 2)
    }
  }

  private static func deepest(_ elements: [CELValue]) throws(CELError) -> Int {
    var deepest = 0
    for element in elements { deepest = max(deepest, element.depth) }
    if deepest >= CELLimits.valueDepth { throw CELError.tooDeep }
    return deepest
  }
}

extension CELError {
  static var tooDeep: CELError {
    CELError(.tooDeep, "the value nests deeper than \(CELLimits.valueDepth) levels")
  }
}
