/// `size`, `in` and indexing.
enum Collections {
  static let functions: [Function] = [
    .global("size", sized, .one(size)),
    .member("size", sized, .one(size)),
    .global(
      "@in", [.takes(.a, .list(.a), gives: .bool), .takes(.a, .map(.a, .b), gives: .bool)],
      .two { element, container, frame throws(CELError) in
        .bool(try contains(container, element, &frame))
      }),
    .global(
      "_[_]", [.takes(.list(.a), .int, gives: .a), .takes(.map(.a, .b), .a, gives: .b)],
      .two { container, index, frame throws(CELError) in
        try frame.spend(key: index)
        return try element(of: container, at: index)
      }),
  ]

  private static let sized: [Function.Overload] = [
    .takes(.string, gives: .int), .takes(.bytes, gives: .int), .takes(.list(.a), gives: .int),
    .takes(.map(.a, .b), gives: .int),
  ]

  @Sendable
  static func size(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELValue {
    switch value {
    case .string(let text):
      try frame.spend(bytes: text.utf8.count)
      return .int(text.codePointCount)
    case .bytes(let bytes): return .int(bytes.count)
    case .list(let list): return .int(list.count)
    case .map(let map): return .int(map.count)
    default: throw .noOverload("size", value)
    }
  }

  /// Whether a list has an element, or a map a key.
  /// - Complexity: O(*n*) in a list, O(1) on average in a map.
  static func contains(
    _ container: CELValue, _ element: CELValue, _ frame: inout Frame
  ) throws(CELError) -> Bool {
    switch container {
    case .list(let list):
      for index in 0..<list.count {
        try frame.spend(1)
        if try element.equals(list[index], budget: &frame.budget) { return true }
      }
      return false
    case .map(let map):
      try frame.spend(key: element)
      guard let key = CELMapKey(lookup: element) else { return false }
      return map[key] != nil
    default: throw .noOverload("@in", element, container)
    }
  }

  static func element(of container: CELValue, at index: CELValue) throws(CELError) -> CELValue {
    guard let element = try find(in: container, at: index) else {
      if case .map = container { throw CELError(.noSuchKey, "the map has no key \(index)") }
      throw CELError(.indexOutOfRange, "the index \(index) is out of the list's range")
    }
    return element
  }

  /// The element, or nil when there is none at that index or key.
  static func find(in container: CELValue, at index: CELValue) throws(CELError) -> CELValue? {
    switch container {
    case .list(let list):
      let position: Int?
      switch index {
      case .int(let number): position = number
      case .uint(let number): position = Int(exactly: number)
      case .double(let number):
        guard let whole = Int(exactly: number) else { throw .noOverload("_[_]", container, index) }
        position = whole
      default: throw .noOverload("_[_]", container, index)
      }
      guard let position, position >= 0, position < list.count else { return nil }
      return list[position]
    case .map(let map):
      guard let key = CELMapKey(lookup: index) else {
        if case .double = index { return nil }
        throw .noOverload("_[_]", container, index)
      }
      return map[key]
    default: throw .noOverload("_[_]", container, index)
    }
  }
}
