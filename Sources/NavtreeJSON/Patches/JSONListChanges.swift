internal import OrderedCollections

/// The changes that turn one list into another, whose elements are identified by the value of one member.
///
/// They are applied in this order: `removed`, `moved`, `added`, `changed`. As few elements as possible are moved. The
/// order of an element's members doesn't count as a change, as in `JSONPatch`.
public struct JSONListChanges: Sendable {
  /// The indexes before any change, highest first.
  public var removed: [Int] = []
  /// Each removed at one index and inserted at the other, one after another.
  public var moved: [(from: Int, to: Int)] = []
  /// Inserted at their final indexes, lowest first.
  public var added: [Int] = []
  /// The elements that are kept but changed: their indexes in the old and in the new list.
  public var changed: [(old: Int, new: Int)] = []

  /// - Parameter key: the member that identifies elements.
  /// - Returns: nil when an element of one of the lists lacks the member, or two of one list share its value.
  /// - Complexity: O(*n* log *n*), and a comparison of each element that is kept.
  public init?(from old: [JSONValue], to new: [JSONValue], key: String) {
    guard let oldPlaces = Self.places(in: old, key: key), let newPlaces = Self.places(in: new, key: key)
    else {
      return nil
    }
    removed = oldPlaces.filter { newPlaces[$0.key] == nil }.map(\.value).reversed()
    // The kept elements in their final order, as indexes into the old list without the removed.
    var rank = 0
    var ranks: [Int?] = old.map { _ in nil }
    for (name, index) in oldPlaces where newPlaces[name] != nil {
      ranks[index] = rank
      rank += 1
    }
    var kept: [Int] = []
    for (name, index) in newPlaces {
      if let oldIndex = oldPlaces[name], let rank = ranks[oldIndex] {
        kept.append(rank)
        if !old[oldIndex].isIdentical(to: new[index], ignoringMemberOrder: true) {
          changed.append((oldIndex, index))
        }
      } else {
        added.append(index)
      }
    }
    moved = Self.moves(of: kept)
  }

  /// The index of each element by the value of its key, in the list's order.
  private static func places(in list: [JSONValue], key: String) -> OrderedDictionary<JSONValue, Int>? {
    var places = OrderedDictionary<JSONValue, Int>(minimumCapacity: list.count)
    for (index, element) in list.enumerated() {
      guard case .object(let object) = element, let name = object[key],
        places.updateValue(index, forKey: name) == nil
      else { return nil }
    }
    return places
  }

  /// The moves that turn 0, 1, 2 … into an order.
  ///
  /// The longest run that is already in order stays. Each other element, taken in the final order, moves
  /// behind its predecessor. A slot is kept for each element's initial place, and one before them all: it
  /// counts the element while that is there, and the elements moved behind it.
  private static func moves(of order: [Int]) -> [(from: Int, to: Int)] {
    let staying = Set(longestIncreasingRun(in: order))
    guard staying.count < order.count else { return [] }
    var slots = PrefixSums(count: order.count + 1)
    for element in order { slots.add(1, at: element + 1) }
    var moves: [(from: Int, to: Int)] = []
    var anchor = 0
    for element in order {
      if staying.contains(element) {
        anchor = element + 1
        continue
      }
      let from = slots.sum(upTo: element)
      slots.add(-1, at: element + 1)
      let to = slots.sum(upTo: anchor)
      slots.add(1, at: anchor)
      if from != to { moves.append((from, to)) }
    }
    return moves
  }

  /// The longest increasing subsequence, by patience sorting.
  private static func longestIncreasingRun(in order: [Int]) -> [Int] {
    // By length, the index of the lowest element that ends a run.
    var ends: [Int] = []
    var previous: [Int?] = []
    for (index, element) in order.enumerated() {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if order[ends[middle]] < element { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : nil)
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var run: [Int] = []
    var next = ends.last
    while let index = next {
      run.append(order[index])
      next = previous[index]
    }
    return run.reversed()
  }
}

/// Counts whose sums from the first one on are found in logarithmic time (a Fenwick tree).
private struct PrefixSums {
  private var tree: [Int]

  init(count: Int) {
    tree = Array(repeating: 0, count: count + 1)
  }

  mutating func add(_ amount: Int, at index: Int) {
    var node = index + 1
    while node < tree.count {
      tree[node] += amount
      node += node & -node
    }
  }

  /// The sum of the counts up to an index, itself included.
  func sum(upTo index: Int) -> Int {
    var node = index + 1
    var sum = 0
    while node > 0 {
      sum += tree[node]
      node -= node & -node
    }
    return sum
  }
}
