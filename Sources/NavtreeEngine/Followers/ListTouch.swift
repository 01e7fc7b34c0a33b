import NavtreeJSON
import NavtreeText

/// The removed and inserted elements of a list since it was last reported.
struct ListTouch {
  /// Indexes in the former list, ascending, each with its value.
  private(set) var removed: [(index: Int, value: JSONValue)] = []
  /// Indexes in the present list, ascending.
  private(set) var inserted: [Int] = []

  /// - Complexity: O(log *n*) at the list's end, else O(*n*) in the number of insertions.
  mutating func insert(at index: Int) {
    let place = inserted.partitioningIndex { $0 >= index }
    for later in place..<inserted.count { inserted[later] += 1 }
    inserted.insert(index, at: place)
  }

  /// - Parameter value: the value there when the list was last reported.
  /// - Complexity: as for `insert`.
  mutating func remove(at index: Int, _ value: JSONValue) {
    let place = inserted.partitioningIndex { $0 >= index }
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
    let place = inserted.partitioningIndex { $0 >= index }
    return place < inserted.count && inserted[place] == index
  }

  /// The former index of an element that wasn't inserted.
  ///
  /// - Complexity: O(number of removed elements).
  private func original(of index: Int) -> Int {
    var original = index - inserted.partitioningIndex { $0 >= index }
    for (index, _) in removed {
      if index > original { break }
      original += 1
    }
    return original
  }

  /// The present place of a former element.
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

  /// The former list of one that has changed only by insertions and removals.
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
