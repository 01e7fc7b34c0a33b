import NavtreeJSON

extension ValueTouch {
  /// Writes the operations that turn the former value into the present one.
  ///
  /// Recursion is bounded by the depth of the value.
  /// - Complexity: O(number of places, each with the length of its path), and a comparison of replaced values.
  func write(to patch: PatchText, now: JSONValue?) {
    switch before {
    case .nothing:
      if let now { patch.add(now) }
    case .value(let old):
      if let now { patch.turn(old, into: now) } else { patch.remove() }
    case nil:
      if let list, case .array(let array)? = now { list.write(to: patch, now: array) }
      for (token, touch) in inside {
        patch.within(token) { touch.write(to: patch, now: now?[JSONPointer([token])]) }
      }
    }
  }

  /// Whether the value has changed.
  func isFelt(in now: JSONValue?) -> Bool {
    switch before {
    case .nothing: return now != nil
    case .value(let old): return now.map { !JSONPatch(from: old, to: $0).operations.isEmpty } ?? true
    case nil:
      if let list, !list.removed.isEmpty || !list.inserted.isEmpty { return true }
      return inside.contains { token, touch in touch.isFelt(in: now?[JSONPointer([token])]) }
    }
  }
}

extension ListTouch {
  /// The element that was only moved, if that is all.
  var move: (from: Int, to: Int, value: JSONValue)? {
    guard removed.count == 1, inserted.count == 1 else { return nil }
    return (removed[0].index, inserted[0], removed[0].value)
  }

  fileprivate func write(to patch: PatchText, now: [JSONValue]) {
    if let move, now.indices.contains(move.to), now[move.to].isIdentical(to: move.value) {
      if move.from != move.to { patch.move(from: ["\(move.from)"], to: ["\(move.to)"]) }
      return
    }
    for (index, _) in removed.reversed() { patch.within("\(index)") { patch.remove() } }
    for index in inserted where now.indices.contains(index) {
      patch.within("\(index)") { patch.add(now[index]) }
    }
  }
}
