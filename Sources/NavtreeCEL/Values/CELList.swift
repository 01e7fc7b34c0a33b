public import NavtreeJSON

/// A list: values of the language, or a JSON array read in place.
public struct CELList: Sendable {
  @usableFromInline
  package enum Storage: Sendable {
    case values([CELValue])
    case json([JSONValue])
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
    }
  }

  /// The element at an index, which must be one of the list.
  public subscript(index: Int) -> CELValue {
    switch storage {
    case .values(let elements): elements[index]
    case .json(let elements): CELValue(elements[index])
    }
  }

  /// All elements.
  /// - Complexity: O(*n*) for a JSON array, O(1) otherwise.
  public var elements: [CELValue] {
    switch storage {
    case .values(let elements): elements
    case .json(let elements): elements.map { CELValue($0) }
    }
  }

  /// The elements at a range of indexes, which must be the list's.
  /// - Complexity: O(*n*) in the length of the range.
  func slice(_ range: Range<Int>) -> CELList {
    switch storage {
    case .values(let elements): CELList(Array(elements[range]), depth: depth)
    case .json(let elements): CELList(Array(elements[range]))
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
