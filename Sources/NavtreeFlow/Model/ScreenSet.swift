/// Screen types by index: those that a slot may hold.
package struct ScreenSet: Sendable, Hashable {
  /// In ascending order; nil for every type.
  private let sorted: [Int]?

  package init(_ types: some Sequence<Int>) {
    sorted = Set(types).sorted()
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
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] == type { return true }
      if sorted[middle] < type { low = middle + 1 } else { high = middle }
    }
    return false
  }
}
