/// The inverses of the current change and, before them, those of the changes that the history keeps.
///
/// All are in one array: keeping a change moves the mark behind it, and copies and allocates nothing. A
/// forgotten change leaves an empty place at the front; the places are released together once they are more
/// than half of all.
struct Journal {
  private var steps: [Inverse] = []
  /// The number of empty places at the front.
  private var emptyCount = 0
  /// The start of the current change.
  private var mark = 0
  /// The approximate memory that the steps of the current change hold.
  private(set) var byteCount = 0

  /// - Complexity: O(size of the data that the step holds), as much as releasing it; amortised.
  mutating func append(_ step: consuming Inverse) {
    byteCount &+= step.byteCount
    steps.append(step)
  }

  /// Removes the last step of the current change; nil when there is none.
  ///
  /// - Complexity: O(size of the data that the step holds), as much as releasing it.
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
  /// The number of steps of settled changes.
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

  /// Takes the current change out, and this many of the last kept steps with it.
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

extension Journal {
  mutating func append<Step: LedgerStep>(_ step: Step) where Step.Table: PlacedLedger {
    append(Inverse(step))
  }

  /// Records the former entry of a ledger.
  mutating func append<Table: PlacedLedger>(
    _ entry: Table.Entry?, at key: Table.Key, of table: Table.Type
  ) {
    append(FormerEntry<Table>(key: key, entry: entry))
  }
}
