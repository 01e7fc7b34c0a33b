import NavtreeEngine

/// The states of a search that wait to be expanded, those first that seem nearest to a goal.
///
/// Each fourth one is the oldest, so that an estimate which misleads costs no more than four times the states.
struct StateQueue {
  private let estimate: (Session) -> Int
  /// By priority, the states in the order in which they were found.
  private var buckets: [[Int]] = []
  /// By bucket, the number of states that were taken.
  private var taken: [Int] = []
  private var isTaken: [Bool] = []
  private var oldest = 0
  private var turn = 0

  /// The estimate counts more than the moves that were made, so that few states are looked at.
  private static let weight = 3
  private static let turns = 4

  init(_ estimate: @escaping (Session) -> Int) { self.estimate = estimate }

  /// Adds the state with the next number, which a session is in.
  mutating func append(_ state: Int, of session: Session, depth: Int) {
    let priority = depth + Self.weight * estimate(session)
    while buckets.count <= priority {
      buckets.append([])
      taken.append(0)
    }
    buckets[priority].append(state)
    isTaken.append(false)
  }

  /// Takes a state; nil if none is left.
  mutating func next() -> Int? {
    turn += 1
    if turn % Self.turns == 0 {
      while oldest < isTaken.count, isTaken[oldest] { oldest += 1 }
      guard oldest < isTaken.count else { return nil }
      isTaken[oldest] = true
      return oldest
    }
    for bucket in buckets.indices {
      while taken[bucket] < buckets[bucket].count {
        let state = buckets[bucket][taken[bucket]]
        taken[bucket] += 1
        if isTaken[state] { continue }
        isTaken[state] = true
        return state
      }
    }
    return nil
  }
}
