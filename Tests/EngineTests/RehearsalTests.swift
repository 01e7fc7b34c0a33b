import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections
import NavtreeEngine
import NavtreeTestSupport
import Testing

/// Random operations, each rehearsed before it is done, and done with a receipt.
@Suite struct RehearsalTests {
  /// 4 seeds, 5,000 operations each, in debug 1,000.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func aRehearsalChangesNothingAndSaysWhatWillHappen(seed: UInt64) throws {
    let flow = try RandomOperation.load()
    let session = try Session(flow, name: "random", limits: RandomOperation.limits)
    var random = SeededGenerator(seed: seed)
    var before = Snapshot(of: session)
    var done = 0
    for step in 0..<rounds(5_000, inDebug: 1_000) {
      let operation = RandomOperation(in: flow, before, using: &random)
      let rehearsed = session.rehearse { () throws(Failure) in _ = try operation.run(in: session) }
      var faults: [String] = []
      if Snapshot(of: session) != before { faults.append("the rehearsal has changed something") }
      do {
        let trace = try session.trace { () throws(Failure) in _ = try operation.run(in: session) }
        done += 1
        if let failure = rehearsed.failure { faults.append("it didn't fail as foretold: \(failure.message)") }
        if !Self.isSame(trace.receipt, rehearsed.receipt) {
          faults.append("it did something else: \(trace.receipt)")
        }
        let after = Snapshot(of: session)
        let made = Set(after.ids).subtracting(before.ids)
        let gone = Set(before.ids).subtracting(after.ids)
        if Set(trace.receipt.created.map(\.id)) != made { faults.append("created aren't \(made)") }
        if Set(trace.receipt.removed.map(\.id)) != gone { faults.append("removed aren't \(gone)") }
        before = after
      } catch {
        if rehearsed.failure?.message != error.message { faults.append("it failed: \(error.message)") }
        // `dismissRequested` runs as a change of its own.
        if error.kind != .dismissRefused, Snapshot(of: session) != before {
          faults.append("it failed, and something has changed")
        }
        before = Snapshot(of: session)
      }
      guard faults.isEmpty else {
        Issue.record("seed \(seed), step \(step), \(operation): \(faults)")
        return
      }
    }
    #expect(done > rounds(1_000, inDebug: 200))
  }

  private static func isSame(_ one: Receipt, _ other: Receipt) -> Bool {
    one.created == other.created && one.removed == other.removed && one.changed == other.changed
      && one.shared == other.shared && one.asked.map(\.at) == other.asked.map(\.at)
      && one.asked.map(\.effect.hostKey) == other.asked.map(\.effect.hostKey)
      && one.asked.map(\.effect.input) == other.asked.map(\.effect.input)
  }
}
