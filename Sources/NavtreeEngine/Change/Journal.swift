import NavtreeJSON

/// The steps that take the present change back, and before them, out of sight, those of the changes that the
/// history keeps.
///
/// All lie in one array: to keep a change is to move the mark behind it, nothing is copied or allocated. What is
/// forgotten leaves an empty place at the front, and the places are given up together once they are more than
/// half of all.
struct Journal {
  private var steps: [Inverse] = []
  /// How many places at the front are empty.
  private var emptyCount = 0
  /// Where the present change begins.
  private var mark = 0
  /// About how much memory the steps of the present change hold on to.
  private(set) var byteCount = 0

  /// - Complexity: O(size of what the step holds on to), as much as letting go of it; amortised.
  mutating func append(_ step: consuming Inverse) {
    byteCount &+= step.byteCount
    steps.append(step)
  }

  /// Takes out the last step of the present change; nil when there is none.
  mutating func popLast() -> Inverse? {
    guard steps.count > mark else { return nil }
    if steps.count == mark + 1 { byteCount = 0 }
    return steps.removeLast()
  }

  /// Drops the present change.
  mutating func removeAll() {
    steps.removeLast(count)
    byteCount = 0
  }
}

extension Journal: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { steps.count - mark }

  /// A step of the present change.
  subscript(index: Int) -> Inverse { steps[mark + index] }
}

extension Journal {
  /// How many steps are those of changes that are settled.
  var keptCount: Int { mark - emptyCount }

  /// Keeps the present change.
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

  /// Takes the present change out, and so many of the last kept steps with it.
  ///
  /// - Returns: the steps of the present change.
  mutating func takePresent(dropping count: Int) -> [Inverse] {
    let present = Array(self)
    steps.removeLast(present.count + count)
    mark -= count
    byteCount = 0
    return present
  }
}
