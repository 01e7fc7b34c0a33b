import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections
import NavtreeEngine
import Testing
import NavtreeTestSupport

/// Random operations over tabs in a split in a modal in windows.
@Suite struct RandomNavigationTests {
  /// 8 seeds, 25,000 operations each: 200,000 in all. A sixth of them in debug.
  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func aTreeIsSoundAfterEachOperationAndWhatFailsChangesNothing(seed: UInt64) throws {
    let flow = try RandomOperation.load()
    var limits = RandomOperation.limits
    limits[.tombstones] = 50
    limits[.links] = 3
    let session = try Session(flow, name: "random", limits: limits)
    var random = SeededGenerator(seed: seed)
    var before = Snapshot(of: session)
    var outcomes: [String: (done: Int, failed: Int)] = [:]
    for step in 0..<rounds(25_000, inDebug: 4_000) {
      let operation = RandomOperation(in: flow, before, using: &random)
      var faults: [String] = []
      let after: Snapshot
      do {
        let isDone = try operation.run(in: session)
        after = Snapshot(of: session)
        outcomes[operation.name, default: (0, 0)].done += 1
        if isDone, after.seq != before.seq + 1 { faults.append("no seq of its own") }
        if !isDone, after != before { faults.append("it did nothing, and something has changed") }
      } catch {
        after = Snapshot(of: session)
        outcomes[operation.name, default: (0, 0)].failed += 1
        if after != before { faults.append("it failed, and something has changed: \(error.message)") }
      }
      for window in session.windows { faults += window.faults() }
      faults += after.excesses(of: limits)
      guard faults.isEmpty else {
        Issue.record("seed \(seed), step \(step), \(operation): \(faults)")
        return
      }
      before = after
    }
    // A walk that never gets anywhere would prove nothing.
    for name in RandomOperation.names {
      let (done, failed) = outcomes[name] ?? (0, 0)
      #expect(done > rounds(20, inDebug: 3), "seed \(seed): \(name) was done \(done) times")
      #expect(
        failed > rounds(5, inDebug: 0) || RandomOperation.neverFailing.contains(name),
        "seed \(seed): \(name) failed \(failed) times")
    }
  }
}
