/// `slice`, `flatten`, `sort`, `distinct`, `reverse` and `lists.range`.
///
/// Each constructs a list, which costs 10 and one an element of the result, or one a comparison.
enum ListFunctions {
  static let functions: [Function] = [
    .member(
      "slice", [.takes(.list(.a), .int, .int, gives: .list(.a))],
      .three { list, start, end, frame throws(CELError) in .list(try slice(list, start, end, &frame)) }),
    .member(
      "flatten", [.takes(.list(.list(.a)), gives: .list(.a))],
      .one { list, frame throws(CELError) in .list(try flatten(list, .int(1), &frame)) }),
    .member(
      "flatten", [.takes(.list(.dyn), .int, gives: .list(.dyn))],
      .two { list, depth, frame throws(CELError) in .list(try flatten(list, depth, &frame)) }),
    .member(
      "sort", Sorting.types.map { .takes(.list($0), gives: .list($0)) },
      .one { value, frame throws(CELError) in
        guard case .list(let list) = value else { throw .noOverload("sort", value) }
        try frame.spend(10)
        return .list(try Sorting.sort(list.elements, by: list.elements, "sort", &frame))
      }),
    .member(
      "distinct", [.takes(.list(.a), gives: .list(.a))],
      .one { list, frame throws(CELError) in .list(try distinct(list, &frame)) }),
    .member(
      "reverse", [.takes(.string, gives: .string), .takes(.list(.a), gives: .list(.a))],
      .one { value, frame throws(CELError) in
        guard case .list(let list) = value else { return try StringExtensions.reverse(value, &frame) }
        try frame.spend(10 + list.count)
        return .list(try CELList(list.elements.reversed()))
      }),
    .global(
      "lists.range", [.takes(.int, gives: .list(.int))],
      .one { size, frame throws(CELError) in .list(try range(size, &frame)) }),
  ]

  private static func slice(
    _ value: CELValue, _ start: CELValue, _ end: CELValue, _ frame: inout Frame
  ) throws(CELError) -> CELList {
    guard case .list(let list) = value, case .int(let start) = start, case .int(let end) = end else {
      throw .noOverload("slice", value, start, end)
    }
    if start > end {
      throw CELError(.indexOutOfRange, "the slice ends at \(end), before its start \(start)")
    }
    guard start >= 0, end <= list.count else {
      throw CELError(
        .indexOutOfRange,
        "the slice from \(start) to \(end) is out of the list's range: its size is \(list.count)")
    }
    try frame.spend(10 + end - start)
    return list.slice(start..<end)
  }

  /// The elements of lists in a list, to a depth; elements that aren't lists stay.
  /// - Complexity: O(*n*) in the elements of all lists that are opened.
  private static func flatten(
    _ value: CELValue, _ depth: CELValue, _ frame: inout Frame
  ) throws(CELError) -> CELList {
    guard case .list(let list) = value, case .int(let depth) = depth else {
      throw .noOverload("flatten", value, depth)
    }
    guard depth >= 0 else {
      throw CELError(.invalidArgument, "'flatten' can't take a depth of \(depth); write 0 or more")
    }
    try frame.spend(10)
    var elements: [CELValue] = []
    var open: [(list: CELList, next: Int)] = [(list, 0)]
    while let (inner, next) = open.last {
      if next == inner.count {
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      try frame.spend(1)
      let element = inner[next]
      if case .list(let nested) = element, open.count <= depth {
        open.append((nested, 0))
      } else {
        elements.append(element)
      }
    }
    return try CELList(elements)
  }

  /// The first of each group of equal elements.
  /// - Complexity: O(*n* · *m*) for *m* different elements.
  private static func distinct(_ value: CELValue, _ frame: inout Frame) throws(CELError) -> CELList {
    guard case .list(let list) = value else { throw .noOverload("distinct", value) }
    try frame.spend(10 + list.count)
    var found: [CELValue] = []
    for element in list.elements where try !element.isEqual(toAnyOf: found, &frame) { found.append(element) }
    return try CELList(found)
  }

  private static func range(_ size: CELValue, _ frame: inout Frame) throws(CELError) -> CELList {
    guard case .int(let count) = size else { throw .noOverload("lists.range", size) }
    guard count >= 0 else {
      throw CELError(.invalidArgument, "'lists.range' can't take a size of \(count); write 0 or more")
    }
    // Before the list takes memory.
    try frame.spend(10)
    try frame.spend(count)
    return CELList(scalars: (0..<count).map(CELValue.int))
  }
}

extension CELValue {
  /// Whether one of some values is equal to this one. Costs one a comparison.
  func isEqual(toAnyOf others: [CELValue], _ frame: inout Frame) throws(CELError) -> Bool {
    for other in others {
      try frame.spend(1)
      if try equals(other, budget: &frame.budget) { return true }
    }
    return false
  }
}
