package import NavtreeFlow

/// Shrinks the moves of a failed run to the fewest and simplest that find the same.
package struct FuzzShrinking {
  private let flow: FlowDefinition
  private let conditions: [FuzzCondition]
  private let isOver: () -> Bool

  /// The most replays.
  private static let budget = 4_000

  /// - Parameter isOver: Whether it is to end with what it has; asked before each move.
  package init(
    _ flow: FlowDefinition, _ conditions: [FuzzCondition], isOver: @escaping () -> Bool = { false }
  ) {
    self.flow = flow
    self.conditions = conditions
    self.isOver = isOver
  }

  package func shrink(_ moves: [Move], to finding: FuzzFinding) -> [Move] {
    let simplifier = MoveSimplifier(catalog: MoveCatalog(flow), isFitting: false)
    var shrinker = Shrinker<Move>(
      budget: Self.budget, isOver: isOver, simpler: simplifier.simpler, mended: simplifier.mended,
      fails: { finds(finding, $0) })
    return shrinker.shrink(moves)
  }

  /// Whether moves from the start of a session find a thing.
  package func finds(_ finding: FuzzFinding, _ moves: [Move]) -> Bool {
    var checks = FuzzSubject.Checks()
    // The promises of the flow need no others to be checked.
    if finding.kind == .promise { checks = .all }
    checks.defects = finding.kind == .defect
    guard let subject = try? FuzzSubject(flow, checks, conditions) else { return false }
    for move in moves {
      if subject.finding != nil || isOver() { break }
      _ = subject.perform(move)
    }
    return subject.finding == finding
  }
}
