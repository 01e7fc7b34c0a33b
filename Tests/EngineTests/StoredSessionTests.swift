import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import OrderedCollections
import NavtreeEngine
import Testing
import NavtreeTestSupport

/// The logs of random changes, and the sessions restored from them.
@Suite struct StoredSessionTests {
  private static var limits: Limits {
    var limits = RandomOperation.limits
    limits[.tombstones] = 50
    return limits
  }

  private func text(_ stored: StoredSession) -> String {
    var writer = JSONWriter()
    stored.write(into: &writer)
    return writer.text
  }

  private func restored(
    _ stored: StoredSession, _ flow: FlowDefinition, _ scope: StoredScope = StoredScope()
  ) throws -> (Session, RestoreReport) {
    var report = RestoreReport()
    let session = try Session(
      restoring: stored, flow, name: "random", limits: Self.limits, clock: SessionClock(.virtual),
      scope: scope, report: &report)
    return (session, report)
  }

  /// Applies the changes of a log.
  private func apply(_ log: Archive, to stored: inout StoredSession) throws {
    let text = log.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    for line in text.split(separator: "\n") { try stored.apply(JSONValue(parsing: line)) }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func changesAppliedToWhatIsStoredGiveTheSession(seed: UInt64) throws {
    let flow = try RandomOperation.load()
    let session = try Session(flow, name: "random", limits: Self.limits)
    var stored = session.stored(StoredScope())
    let log = session.beginLog(StoredScope(), keepsSteps: true)
    var random = SeededGenerator(seed: seed)
    for step in 0..<rounds(3_000, inDebug: 750) {
      let operation = RandomOperation(in: flow, Snapshot(of: session), using: &random)
      _ = try? operation.run(in: session)
      guard step % 7 == 0 else { continue }
      try apply(log, to: &stored)
      session.logIsStored(log)
      guard step % 70 == 0 else { continue }
      let (copy, report) = try restored(stored, flow)
      let expected = text(session.stored(StoredScope()))
      guard text(copy.stored(StoredScope())) == expected else {
        Issue.record(
          "seed \(seed), step \(step), \(operation):\n\(expected)\n\(text(copy.stored(StoredScope())))")
        return
      }
      #expect(report.isWhole, "\(report.json)")
      let again = try text(StoredSession(JSONValue(parsing: expected)))
      #expect(again == expected, "seed \(seed), step \(step), \(operation)")
      #expect(copy.windows.flatMap { $0.faults() } == [])
    }
  }

  /// The flow's stores keep exactly the reported values, and with them the session is whole.
  @Test(arguments: [8, 9] as [UInt64])
  func storesAreToldOfAllThatTheyKeep(seed: UInt64) throws {
    let flow = try RandomOperation.load()
    let session = try Session(flow, name: "random", limits: Self.limits)
    let scope = StoredScope(keeping: flow) { _ in true }
    var stored = session.stored(scope)
    let log = session.beginLog(scope, keepsSteps: true)
    var kept = values(of: session, scope)
    var random = SeededGenerator(seed: seed)
    for group in 0..<rounds(600, inDebug: 200) {
      for _ in 0..<5 {
        let operation = RandomOperation(in: flow, Snapshot(of: session), using: &random)
        _ = try? operation.run(in: session)
      }
      if group % 4 == 3 {
        session.takeBackUnstored(log)
        // A forgotten value doesn't come back.
        stored = session.stored(scope)
      } else {
        for place in log.touchedPlaces { kept[place] = session.value(at: place, scope) }
        try apply(log, to: &stored)
        session.logIsStored(log)
      }
      #expect(kept == values(of: session, scope), "seed \(seed), group \(group)")
      guard group % 20 == 0 else { continue }
      #expect(!text(session.stored(scope)).contains("\"secret\""))
      var whole = stored
      for (place, value) in kept { whole.put(value, at: place.place) }
      let (copy, report) = try restored(whole, flow, scope)
      #expect(report.isWhole, "\(report.json)")
      let all = StoredScope(isSensitive: true)
      #expect(text(copy.stored(all)) == text(session.stored(all)), "seed \(seed), group \(group)")
    }
  }

  private func values(of session: Session, _ scope: StoredScope) -> [StoredPlaceInStore: JSONValue] {
    let places = session.placesInStores(scope)
    return Dictionary(uniqueKeysWithValues: places.map { ($0, session.value(at: $0, scope) ?? .null) })
  }

  @Test(arguments: [5, 6] as [UInt64])
  func whatIsntStoredCanBeTakenBackByTheGroup(seed: UInt64) throws {
    let flow = try RandomOperation.load()
    let session = try Session(flow, name: "random", limits: Self.limits)
    let log = session.beginLog(StoredScope(), keepsSteps: true)
    var random = SeededGenerator(seed: seed)
    for group in 0..<rounds(300, inDebug: 100) {
      let before = Snapshot(of: session)
      for _ in 0..<10 {
        let operation = RandomOperation(in: flow, Snapshot(of: session), using: &random)
        _ = try? operation.run(in: session)
      }
      guard group % 2 == 0 else {
        session.logIsStored(log)
        continue
      }
      session.takeBackUnstored(log)
      #expect(Snapshot(of: session) == before, "seed \(seed), group \(group)")
      #expect(session.windows.flatMap { $0.faults() } == [])
    }
  }

  @Test(arguments: [7] as [UInt64])
  func whatIsWrittenAndReadIsEqual(seed: UInt64) throws {
    let flow = try RandomOperation.load()
    let session = try Session(flow, name: "random", limits: Self.limits)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(300, inDebug: 100) {
      _ = try? RandomOperation(in: flow, Snapshot(of: session), using: &random).run(in: session)
      let written = text(session.stored(StoredScope()))
      let read = try StoredSession(JSONValue(parsing: written))
      #expect(text(read) == written)
      #expect(try text(restored(read, flow).0.stored(StoredScope())) == written)
    }
  }

  /// Data that isn't stored has no influence on later changes.
  @Test(arguments: [8, 9] as [UInt64])
  func aRestoredSessionGoesOnAsTheOneThatWasStored(seed: UInt64) throws {
    let flow = try RandomOperation.load()
    let session = try Session(flow, name: "random", limits: Self.limits)
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(40, inDebug: 15) {
      let (copy, _) = try restored(session.stored(StoredScope()), flow)
      for _ in 0..<30 {
        let operation = RandomOperation(in: flow, Snapshot(of: session), using: &random)
        _ = try? operation.run(in: session)
        _ = try? operation.run(in: copy)
      }
      #expect(
        text(copy.stored(StoredScope())) == text(session.stored(StoredScope())),
        "seed \(seed), round \(round)")
    }
  }
}
