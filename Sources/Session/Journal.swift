internal import DequeModule

/// The steps that take the present change back, and before them, out of sight, those of the changes that the
/// history keeps.
///
/// All lie in one queue: to keep a change is to move the mark behind it, nothing is copied or allocated.
struct Journal {
  private var steps: Deque<Inverse> = []
  /// How many of the steps are those of changes that are settled.
  private(set) var keptCount = 0

  mutating func append(_ step: Inverse) { steps.append(step) }

  /// Takes out the last step of the present change; nil when there is none.
  mutating func popLast() -> Inverse? { steps.count > keptCount ? steps.removeLast() : nil }

  /// Drops the present change.
  mutating func removeAll() {
    if keptCount == 0 {
      steps.removeAll(keepingCapacity: true)
    } else {
      steps.removeLast(count)
    }
  }
}

extension Journal: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { steps.count - keptCount }

  /// A step of the present change.
  subscript(index: Int) -> Inverse { steps[keptCount + index] }
}

extension Journal {
  /// Keeps the present change.
  mutating func keep() { keptCount = steps.count }

  /// A step of the kept changes, the oldest first.
  func kept(_ index: Int) -> Inverse { steps[index] }

  mutating func forgetOldest(_ count: Int) {
    for _ in 0..<count { steps.removeFirst() }
    keptCount -= count
  }

  /// Takes the present change out, and so many of the last kept steps with it.
  ///
  /// - Returns: the steps of the present change.
  mutating func takePresent(dropping count: Int) -> [Inverse] {
    let present = Array(self)
    steps.removeLast(present.count + count)
    keptCount -= count
    return present
  }
}
