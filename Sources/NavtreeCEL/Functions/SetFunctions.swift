/// `sets.contains`, `sets.equivalent` and `sets.intersects`: lists as sets, by the language's equality.
///
/// They cost one a comparison.
enum SetFunctions {
  static let functions: [Function] = [
    relation("sets.contains") { first, second, frame throws(CELError) in
      try contains(first, second, &frame)
    },
    relation("sets.equivalent") { first, second, frame throws(CELError) in
      if try !contains(first, second, &frame) { return false }
      return try contains(second, first, &frame)
    },
    relation("sets.intersects") { first, second, frame throws(CELError) in
      for element in first where try element.isEqual(toAnyOf: second, &frame) { return true }
      return false
    },
  ]

  private static func relation(
    _ name: String,
    _ holds: @escaping @Sendable ([CELValue], [CELValue], inout Frame) throws(CELError) -> Bool
  ) -> Function {
    .global(
      name, [.takes(.list(.a), .list(.a), gives: .bool)],
      .two { first, second, frame throws(CELError) in
        guard case .list(let first) = first, case .list(let second) = second else {
          throw .noOverload(name, first, second)
        }
        return .bool(try holds(first.elements, second.elements, &frame))
      })
  }

  /// Whether the first list has all elements of the second.
  private static func contains(
    _ list: [CELValue], _ elements: [CELValue], _ frame: inout Frame
  ) throws(CELError) -> Bool {
    for element in elements where try !element.isEqual(toAnyOf: list, &frame) { return false }
    return true
  }
}
