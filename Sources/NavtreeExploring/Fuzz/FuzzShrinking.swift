package import NavtreeFlow

/// Shrinks the moves of a failed run to the fewest and simplest that find the same.
package struct FuzzShrinking {
  private let flow: FlowDefinition
  private let conditions: [FuzzCondition]
  private let start: Beginning
  private let forges: Bool
  private let isOver: () -> Bool

  /// The most replays.
  private static let budget = 4_000

  /// - Parameters:
  ///   - start: Where the moves begin.
  ///   - forges: Whether a move may be one that no user makes.
  ///   - isOver: Whether it is to end with what it has; asked before each move.
  package init(
    _ flow: FlowDefinition, _ conditions: [FuzzCondition], from start: Beginning = .start,
    forges: Bool = false, isOver: @escaping () -> Bool = { false }
  ) {
    self.flow = flow
    self.conditions = conditions
    self.start = start
    self.forges = forges
    self.isOver = isOver
  }

  package func shrink(_ moves: [Move], to finding: FuzzFinding) -> [Move] {
    let simplifier = MoveSimplifier(catalog: MoveCatalog(flow), isFitting: false)
    var shrinker = Shrinker<Move>(
      budget: Self.budget, isOver: isOver, simpler: simplifier.simpler, mended: simplifier.mended,
      fails: { finds(finding, $0) })
    let shrunk = shrinker.shrink(moves)
    let search = FewestMoves(
      among: shrunk, to: finding, of: flow, conditions, from: start, forges, isOver: isOver)
    guard let fewest = search?.found(), finds(finding, fewest) else { return shrunk }
    return shrinker.shrink(fewest)
  }

  /// Whether moves from the start of a session find a thing.
  package func finds(_ finding: FuzzFinding, _ moves: [Move]) -> Bool {
    var checks = FuzzSubject.Checks()
    // The promises of the flow need no others to be checked.
    if finding.kind == .promise { checks = .all }
    checks.defects = finding.kind == .defect
    guard let subject = try? FuzzSubject(flow, checks, conditions, from: start) else { return false }
    for move in moves {
      if subject.finding != nil || isOver() { break }
      if !forges, move.isForged(in: subject.session) { return false }
      _ = subject.perform(move)
    }
    return subject.finding == finding
  }
}
