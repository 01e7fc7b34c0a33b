/// `isSorted`, `sum`, `min`, `max`, `indexOf` and `lastIndexOf`: they cost one an element looked at.
enum ListSearches {
  static let functions: [Function] = [
    .member(
      "isSorted", Sorting.types.map { .takes(.list($0), gives: .bool) },
      .one { value, frame throws(CELError) in .bool(try isSorted(value, &frame)) }),
    extreme("min", sign: -1), extreme("max", sign: 1),
    .member("sum", [.int, .uint, .double, .duration].map { .takes(.list($0), gives: $0) }, sum(of: .int)),
    .member(
      "indexOf", [.takes(.string, .string, gives: .int), .takes(.list(.a), .a, gives: .int)],
      .two { container, element, frame throws(CELError) in
        guard case .list(let list) = container else {
          return .int(try StringSearches.firstIndex(container, element, .int(0), &frame))
        }
        return .int(try index(of: element, in: list, 0..<list.count, &frame))
      }),
    .member(
      "lastIndexOf", [.takes(.string, .string, gives: .int), .takes(.list(.a), .a, gives: .int)],
      .two { container, element, frame throws(CELError) in
        guard case .list(let list) = container else {
          return .int(try StringSearches.lastIndex(container, element, nil, &frame))
        }
        return .int(try index(of: element, in: list, (0..<list.count).reversed(), &frame))
      }),
  ]

  private static func isSorted(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> Bool {
    guard case .list(let list) = value else { throw .noOverload("isSorted", value) }
    for index in 0..<list.count {
      try frame.spend(1)
      try Sorting.requireOrder(list[index], "isSorted")
      if index > 0, try Sorting.compare(list[index - 1], list[index], "isSorted", &frame) > 0 { return false }
    }
    return true
  }

  /// The least or greatest element; of equal ones the first.
  private static func extreme(_ name: String, sign: Int) -> Function {
    .member(
      name, Sorting.types.map { .takes(.list($0), gives: $0) },
      .one { value, frame throws(CELError) in
        guard case .list(let list) = value else { throw .noOverload(name, value) }
        guard list.count > 0 else { throw CELError(.invalidArgument, "'\(name)' of an empty list") }
        var best = list[0]
        for index in 0..<list.count {
          let element = list[index]
          try frame.spend(1)
          try Sorting.requireOrder(element, name)
          if try Sorting.compare(element, best, name, &frame) * sign > 0 { best = element }
        }
        return best
      })
  }

  /// The implementation of `sum` for a list of a type: that of an empty list is this type's zero.
  static func sum(of type: CELType) -> Function.Body {
    let zero: CELValue
    switch type {
    case .uint: zero = .uint(0)
    case .double: zero = .double(0)
    case .duration: zero = .duration(CELDuration(nanoseconds: 0))
    default: zero = .int(0)
    }
    return .one { value, frame throws(CELError) in
      guard case .list(let list) = value else { throw .noOverload("sum", value) }
      try frame.spend(list.count)
      var sum = zero
      for index in 0..<list.count {
        let element = list[index]
        switch element {
        case .int, .uint, .double, .duration: break
        default: throw CELError(.noSuchOverload, "'sum' can't add values of type \(element.kind.rawValue)")
        }
        // The first element tells the type where the list's isn't declared.
        let isFirst = index == 0 && element.kind != zero.kind
        sum = isFirst ? element : try add(sum, element, &frame)
      }
      return sum
    }
  }

  private static func add(
    _ sum: CELValue, _ element: CELValue, _ frame: inout Frame
  ) throws(CELError) -> CELValue {
    guard sum.kind == element.kind else {
      throw CELError(
        .noSuchOverload, "'sum' can't add \(element.kind.rawValue) to \(sum.kind.rawValue)")
    }
    do throws(CELError) { return try Arithmetic.add(sum, element, &frame) } catch {
      throw Arithmetic.overflow("sum")
    }
  }

  /// The first of some indexes at which an element stands, or -1.
  private static func index(
    of element: CELValue, in list: CELList, _ indexes: some Sequence<Int>, _ frame: inout Frame
  ) throws(CELError) -> Int {
    for index in indexes {
      try frame.spend(1)
      if try list[index].equals(element, budget: &frame.budget) { return index }
    }
    return -1
  }
}
