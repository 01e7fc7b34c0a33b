extension JSONPatch {
  /// The changes that lead from one value to another.
  ///
  /// Objects are compared member by member, arrays by their common start, end and elements. The order of an object's
  /// members isn't part of a patch. Apart from that, the patched value has the same JSON text as the new one: a 1 that
  /// becomes 1.0 is replaced.
  ///
  /// - Parameter key: the member, if any, that identifies objects in arrays. In arrays whose elements all have
  ///   different values of it, elements are moved instead of written again.
  /// - Complexity: O(*n* · *d*) in the size of both values and the depth to which arrays hold arrays, and for
  ///   each pair of arrays at most as much again as comparing 262,144 pairs of integers.
  public init(from old: JSONValue, to new: JSONValue, key: String? = nil) {
    var diff = PatchDiff(key: key)
    diff.compare(old, new)
    operations = diff.operations
  }
}

/// A walk over two values at once. It recurses to the depth that both have.
private struct PatchDiff {
  private(set) var operations: [JSONPatch.Operation] = []
  private var path = JSONPointer()
  private let key: String?

  /// Two stretches of arrays are searched for common elements up to this product of their lengths.
  static let maximumPairs = 1 << 18

  init(key: String?) {
    self.key = key
  }

  mutating func compare(_ old: JSONValue, _ new: JSONValue) {
    switch (old, new) {
    case (.object(let old), .object(let new)): compare(old, new)
    case (.array(let old), .array(let new)):
      if let key, let changes = JSONListChanges(from: old, to: new, key: key) {
        append(changes, from: old, to: new)
      } else {
        compare(old, new)
      }
    default:
      if !old.isSame(as: new) { operations.append(.replace(path, new)) }
    }
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject) {
    // Of objects that share no key, the new one is written whole.
    if !old.isEmpty, !new.isEmpty, !new.keys.contains(where: old.keys.contains) {
      operations.append(.replace(path, .object(new)))
      return
    }
    for key in old.keys where !new.keys.contains(key) { operations.append(.remove(path.appending(key))) }
    for (key, value) in new {
      if let before = old[key] {
        compare(before, value, at: key)
      } else {
        operations.append(.add(path.appending(key), value))
      }
    }
  }

  private mutating func compare(_ old: [JSONValue], _ new: [JSONValue]) {
    var start = 0
    while start < min(old.count, new.count), old[start].isSame(as: new[start]) { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start,
      old[old.count - 1 - end].isSame(as: new[new.count - 1 - end])
    {
      end += 1
    }
    var oldIndex = start
    var newIndex = start
    let kept = common(old[start..<old.count - end], new[start..<new.count - end])
    for (oldKept, newKept) in kept + [(old.count - end, new.count - end)] {
      // What precedes the current index is as in the new array already.
      replace(old[oldIndex..<oldKept], by: new[newIndex..<newKept])
      oldIndex = oldKept + 1
      newIndex = newKept + 1
    }
  }

  /// The indexes of elements that two stretches share in the same order.
  private func common(_ old: ArraySlice<JSONValue>, _ new: ArraySlice<JSONValue>) -> [(Int, Int)] {
    let (pairs, overflow) = old.count.multipliedReportingOverflow(by: new.count)
    guard !overflow, pairs > 0, pairs <= Self.maximumPairs else { return [] }
    // Equal elements get the same number, so that each is looked at once.
    var numbers: [Written: Int] = [:]
    let oldNumbers = old.map { numbers.number(of: Written(value: $0)) }
    let newNumbers = new.map { numbers.number(of: Written(value: $0)) }
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in newNumbers.difference(from: oldNumbers) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    let kept = oldNumbers.indices.filter { !removed.contains($0) }
    return Array(
      zip(
        kept.map { $0 + old.startIndex },
        newNumbers.indices.filter { !inserted.contains($0) }.map { $0 + new.startIndex }))
  }

  /// Turns a stretch of an array into another, which starts at its final index.
  private mutating func replace(_ old: ArraySlice<JSONValue>, by new: ArraySlice<JSONValue>) {
    for (index, (before, after)) in zip(new.indices, zip(old, new)) {
      path.append(index)
      if before.isAkin(to: after) {
        compare(before, after)
      } else {
        operations.append(.replace(path, after))
      }
      path.tokens.removeLast()
    }
    let end = new.startIndex + min(old.count, new.count)
    for _ in 0..<max(old.count - new.count, 0) { operations.append(.remove(path.appending(end))) }
    for index in end..<new.endIndex { operations.append(.add(path.appending(index), new[index])) }
  }

  private mutating func append(_ changes: JSONListChanges, from old: [JSONValue], to new: [JSONValue]) {
    for index in changes.removed { operations.append(.remove(path.appending(index))) }
    for (from, to) in changes.moved {
      operations.append(.move(from: path.appending(from), to: path.appending(to)))
    }
    for index in changes.added { operations.append(.add(path.appending(index), new[index])) }
    for (oldIndex, newIndex) in changes.changed {
      compare(old[oldIndex], new[newIndex], at: String(newIndex))
    }
  }

  private mutating func compare(_ old: JSONValue, _ new: JSONValue, at token: String) {
    path.append(token)
    compare(old, new)
    path.tokens.removeLast()
  }
}

/// A value that equals another only if both have the same text.
private struct Written: Hashable {
  let value: JSONValue

  static func == (left: Written, right: Written) -> Bool { left.value.isSame(as: right.value) }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension [Written: Int] {
  /// The number of a value, or the next number for one that has none.
  fileprivate mutating func number(of value: Written) -> Int {
    if let number = self[value] { return number }
    self[value] = count
    return count - 1
  }
}

extension JSONValue {
  /// Whether a patch would be empty: both have the same text except for the order of members.
  fileprivate func isSame(as other: JSONValue) -> Bool {
    isIdentical(to: other, ignoringMemberOrder: true)
  }

  /// Whether a change of one element into the other is better than writing it whole: two arrays, or two objects that
  /// share a member.
  fileprivate func isAkin(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array, .array): true
    case (.object(let old), .object(let new)):
      old.contains { key, value in new[key]?.isSame(as: value) ?? false }
    default: false
    }
  }
}
