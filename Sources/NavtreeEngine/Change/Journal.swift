import NavtreeJSON

/// The steps that take the current change back, and before them, out of sight, those of the changes that the
/// history keeps.
///
/// All lie in one array: to keep a change is to move the mark behind it, nothing is copied or allocated. What is
/// forgotten leaves an empty place at the front, and the places are given up together once they are more than
/// half of all.
struct Journal {
  private var steps: [Inverse] = []
  /// How many places at the front are empty.
  private var emptyCount = 0
  /// Where the current change begins.
  private var mark = 0
  /// About how much memory the steps of the current change hold on to.
  private(set) var byteCount = 0

  /// - Complexity: O(size of what the step holds on to), as much as letting go of it; amortised.
  mutating func append(_ step: consuming Inverse) {
    byteCount &+= step.byteCount
    steps.append(step)
  }

  /// Takes out the last step of the current change; nil when there is none.
  ///
  /// - Complexity: O(size of what the step holds on to), as much as letting go of it.
  mutating func popLast() -> Inverse? {
    guard steps.count > mark else { return nil }
    let step = steps.removeLast()
    byteCount &-= step.byteCount
    return step
  }

  /// Drops the current change.
  mutating func removeAll() {
    steps.removeLast(count)
    byteCount = 0
  }
}

extension Journal: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { steps.count - mark }

  /// A step of the current change.
  subscript(index: Int) -> Inverse { steps[mark + index] }
}

extension Journal {
  /// How many steps are those of changes that are settled.
  var keptCount: Int { mark - emptyCount }

  /// Keeps the current change.
  mutating func keep() {
    mark = steps.count
    byteCount = 0
  }

  /// A step of the kept changes, the oldest first.
  func kept(_ index: Int) -> Inverse { steps[emptyCount + index] }

  /// - Complexity: O(*n*), amortised.
  mutating func forgetOldest(_ count: Int) {
    let end = emptyCount + count
    while emptyCount < end {
      steps[emptyCount] = .windowOpened(0)
      emptyCount += 1
    }
    guard emptyCount > Swift.max(steps.count / 2, 64) else { return }
    steps.removeFirst(emptyCount)
    mark -= emptyCount
    emptyCount = 0
  }

  /// Takes the current change out, and so many of the last kept steps with it.
  ///
  /// - Returns: the steps of the current change.
  mutating func takeCurrent(dropping count: Int) -> [Inverse] {
    let current = Array(self)
    steps.removeLast(current.count + count)
    mark -= count
    byteCount = 0
    return current
  }
}
