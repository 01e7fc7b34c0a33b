/// The shortest way to a finding.
extension AppWalk {
  /// The most lists that are tried to shrink a finding.
  private static var budget: Int { 1_000 }
  /// The same of a crash, each in an app that is started anew.
  private static var crashBudget: Int { 100 }

  func shrunk(
    _ moves: [Move], _ reason: AppFinding.Reason, _ run: Int?, _ regression: String?, until end: Int?
  ) throws -> AppFinding {
    func finding(_ made: [Move], _ reason: AppFinding.Reason, isReproducible: Bool) -> AppFinding {
      AppFinding(
        moves: made, reason: reason, run: run, regression: regression, isReproducible: isReproducible)
    }
    // Each try would wait as long again.
    if case .fault(.hung) = reason { return finding(moves, reason, isReproducible: true) }
    let counted = counts
    defer { counts = counted }
    let isCrash = if case .fault = reason { true } else { false }
    let budget = isCrash ? Self.crashBudget : Self.budget
    var best = try play(moves, inNewApp: isCrash, until: end)
    if isOver(end) { return finding(moves, reason, isReproducible: true) }
    guard reason.isLike(best.reason) else { return finding(moves, reason, isReproducible: false) }
    var tried: Set<[Move]> = []
    var problem: (any Error)?
    func fails(_ moves: [Move]) -> Bool {
      guard problem == nil, tried.count < budget, tried.insert(moves).inserted else { return false }
      do {
        let made = try play(moves, inNewApp: isCrash, until: end)
        guard reason.isLike(made.reason) else { return false }
        best = made
        return true
      } catch {
        problem = error
        return false
      }
    }
    let simplifier = MoveSimplifier(catalog: MoveCatalog(flow), isFitting: true)
    var shrinker = Shrinker<Move>(
      budget: budget, isOver: { [self] in problem != nil || isOver(end) }, simpler: simplifier.simpler,
      mended: simplifier.mended, fails: fails)
    _ = shrinker.shrink(best.moves)
    if let problem { throw problem }
    return finding(best.moves, best.reason ?? reason, isReproducible: true)
  }
}
