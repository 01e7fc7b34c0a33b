import NavtreeJSON

/// Which elements of a list are gone, and which weren't there, since it was last told.
struct ListTouch {
  /// Indexes in the list as it was, ascending, each with what was there.
  private(set) var removed: [(index: Int, value: JSONValue)] = []
  /// Indexes in the list as it is, ascending.
  private(set) var inserted: [Int] = []

  /// - Complexity: O(log *n*) at the list's end, else O(*n*) in the number of insertions.
  mutating func insert(at index: Int) {
    let place = inserted.partition(below: index)
    for later in place..<inserted.count { inserted[later] += 1 }
    inserted.insert(index, at: place)
  }

  /// - Parameter value: what was there, as it was when the list was last told.
  /// - Complexity: as for `insert`.
  mutating func remove(at index: Int, _ value: JSONValue) {
    let place = inserted.partition(below: index)
    if place < inserted.count, inserted[place] == index {
      inserted.remove(at: place)
    } else {
      let original = original(of: index)
      let position = removed.firstIndex { $0.index > original } ?? removed.count
      removed.insert((original, value), at: position)
    }
    for later in place..<inserted.count { inserted[later] -= 1 }
  }

  func isInserted(_ index: Int) -> Bool {
    let place = inserted.partition(below: index)
    return place < inserted.count && inserted[place] == index
  }

  /// The index that an element had which wasn't inserted.
  ///
  /// - Complexity: O(number of removed elements).
  private func original(of index: Int) -> Int {
    var original = index - inserted.partition(below: index)
    for (index, _) in removed {
      if index > original { break }
      original += 1
    }
    return original
  }

  /// Where what was at an index is to be found now.
  enum Whereabouts {
    case gone(JSONValue)
    case at(Int)
  }

  /// - Complexity: O(number of removed and inserted elements).
  func whereabouts(of original: Int) -> Whereabouts {
    var index = original
    for (gone, value) in removed {
      if gone == original { return .gone(value) }
      if gone < original { index -= 1 }
    }
    for new in inserted {
      if new > index { break }
      index += 1
    }
    return .at(index)
  }

  /// The list as it was, of one that is as it was but for insertions and removals.
  ///
  /// - Complexity: O(*n*)
  func rewound(_ list: [JSONValue]) -> [JSONValue] {
    var before: [JSONValue] = []
    before.reserveCapacity(list.count + removed.count - inserted.count)
    var gone = removed[...]
    var new = inserted[...]
    for (index, element) in list.enumerated() {
      if new.first == index {
        new.removeFirst()
        continue
      }
      while let next = gone.first, next.index == before.count {
        before.append(next.value)
        gone.removeFirst()
      }
      before.append(element)
    }
    before += gone.map(\.value)
    return before
  }
}

extension [Int] {
  /// How many of these ascending numbers are below one.
  fileprivate func partition(below number: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
