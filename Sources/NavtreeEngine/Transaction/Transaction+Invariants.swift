import NavtreeCEL
import NavtreeFlow
import NavtreeJSON

extension Transaction {
  /// Checks the invariants after a change, which fails if it breaks an enforced one. An enforced invariant that was
  /// false before is reported once; any other is reported each time it doesn't hold.
  ///
  /// - Parameter mark: the moment up to which the change was checked already.
  /// - Complexity: the cost of the invariants; twice that, and the size of the change, if an enforced one is false.
  func checkInvariants(since mark: ChangeMark) throws(Failure) {
    for (index, invariant) in flow.invariants.enumerated() {
      if invariant.enforce {
        let isBroken = try !isKept(invariant, since: mark)
        if isBroken == world.ledgers.brokenInvariants.contains(index) { continue }
        world.ledgers.brokenInvariants.put(isBroken ? () : nil, for: index)
        if !isBroken { continue }
      } else if try holds(invariant.always) {
        continue
      }
      notices.all.append(
        .invariantBroken(session: name, seq: world.seq + 1, invariant: invariant.name))
    }
  }

  /// Checks that the change since a mark breaks no enforced invariant.
  func checkEnforcedInvariants(since mark: ChangeMark) throws(Failure) {
    for invariant in flow.invariants where invariant.enforce { _ = try isKept(invariant, since: mark) }
  }

  /// Whether an enforced invariant holds, or was false before as well, by the present clock.
  ///
  /// - Throws: if it held before, and is now false or can't be computed.
  private func isKept(_ invariant: Invariant, since mark: ChangeMark) throws(Failure) -> Bool {
    var failure = Failure(
      .invariantBroken, "the change breaks '\(invariant.name)'",
      ["invariant": .string(invariant.name), "expression": .string(invariant.always.program.source)])
    do {
      if try holds(invariant.always) { return true }
    } catch {
      failure = error
    }
    let held = try? withWorld(asOf: mark) { () throws(Failure) in try holds(invariant.always) }
    if held == true { throw failure }
    return false
  }

  /// Forgets reported invariants that hold again.
  func forgetKeptInvariants() {
    for index in world.ledgers.brokenInvariants.numbers {
      if (try? holds(flow.invariants[index].always)) == true {
        world.ledgers.brokenInvariants.put(nil, for: index)
      }
    }
  }
}
