import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections
import NavtreeEngine
import NavtreeTestSupport
import Testing

/// Random operations, each rehearsed before it is done, and done with a receipt.
@Suite struct RehearsalTests {
  /// 4 seeds, 5,000 operations each.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func aRehearsalChangesNothingAndSaysWhatWillHappen(seed: UInt64) throws {
    let flow = try RandomOperation.load()
    let session = try Session(flow, name: "random", limits: RandomOperation.limits)
    var random = SeededGenerator(seed: seed)
    var before = Snapshot(of: session)
    var done = 0
    for step in 0..<5_000 {
      let operation = RandomOperation(in: flow, before, using: &random)
      let rehearsed = session.rehearse { () throws(Failure) in _ = try operation.run(in: session) }
      var faults: [String] = []
      if Snapshot(of: session) != before { faults.append("the rehearsal has changed something") }
      do {
        let trace = try session.trace { () throws(Failure) in _ = try operation.run(in: session) }
        done += 1
        if let failure = rehearsed.failure { faults.append("it didn't fail as foretold: \(failure.message)") }
        if trace.effects != rehearsed.effects { faults.append("it did something else: \(trace.effects)") }
        let after = Snapshot(of: session)
        let made = Set(after.ids).subtracting(before.ids)
        let gone = Set(before.ids).subtracting(after.ids)
        if Self.ids(trace.effects["created"]) != made { faults.append("created aren't \(made)") }
        if Self.ids(trace.effects["removed"]) != gone { faults.append("removed aren't \(gone)") }
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
    #expect(done > 1_000)
  }

  private static func ids(_ rows: JSONValue?) -> Set<ScreenID> {
    Set((rows?.array ?? []).compactMap { $0["id"]?.integer.map(ScreenID.init) })
  }
}
