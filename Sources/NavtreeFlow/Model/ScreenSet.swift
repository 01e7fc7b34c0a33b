import NavtreeText

/// Screen types by index: those that a slot may hold.
package struct ScreenSet: Sendable, Hashable {
  /// In ascending order; nil for every type.
  private let sorted: [Int]?

  package init(_ types: some Sequence<Int>) {
    let types = Array(types)
    sorted = types.count > 1 ? Set(types).sorted() : types
  }

  private init(all: Void) {
    sorted = nil
  }

  /// Every type of the flow.
  package static let any = ScreenSet(all: ())

  /// The types in ascending order; nil for every type.
  package var types: [Int]? { sorted }

  /// Whether one of the types is in the set.
  /// - Complexity: O(count).
  func containsAny(of types: Set<Int>) -> Bool {
    sorted?.contains(where: types.contains) ?? !types.isEmpty
  }

  /// Whether the type is in the set.
  /// - Complexity: O(log count).
  package subscript(type: Int) -> Bool {
    guard let sorted else { return true }
    let index = sorted.partitioningIndex { $0 >= type }
    return index < sorted.count && sorted[index] == type
  }
}
