import NavtreeEngine
import NavtreeJSON
import NavtreePersistence
import NavtreeTestSupport
import Testing

/// The promises of every store.
@Suite("A store", .serialized)
struct StoreSuiteTests {
  @Test(arguments: StoreKind.installed)
  func aSessionGoesOnInAnotherProcess(_ kind: StoreKind) throws {
    let tested = try TestedStore(kind)
    let first = try StoredProcess(try tested.open())
    #expect(try first.open()["restored"] == false)
    try first.dispatch(["type": "keep", "text": "é\u{0}\u{1F600}"])
    try first.call("push", ["screen": "counter"])
    try first.dispatch(["type": "fetch"])
    let saved = try first.snapshot()
    try first.finish()
    let second = try StoredProcess(try tested.open())
    #expect(try second.open()["restored"] == true)
    #expect(try second.snapshot() == saved)
    #expect(second.takeNotifications("effect.requested").map { $0["again"] } == [true])
  }

  @Test(arguments: StoreKind.installed)
  func anOpenSessionIsRefusedToOthers(_ kind: StoreKind) throws {
    let tested = try TestedStore(kind)
    let first = try StoredProcess(try tested.open())
    let second = try StoredProcess(try tested.open())
    try first.open()
    #expect(throws: StoredProcess.Refusal.self) { try second.open() }
    let refusal = #expect(throws: StoredProcess.Refusal.self) {
      try second.call("session.delete", ["session": "counter"])
    }
    #expect(refusal?.kind == "conflict")
    try first.dispatch(["type": "count"])
    try first.call("session.close", ["session": "counter"])
    #expect(try second.open()["seq"] == 1)
    try second.dispatch(["type": "count"])
    try second.call("session.delete", ["session": "counter"])
    #expect(try first.open()["restored"] == false)
  }

  @Test(arguments: StoreKind.installed)
  func whoWaitsGetsASessionOnceItIsReleased(_ kind: StoreKind) throws {
    let tested = try TestedStore(kind)
    let first = try StoredProcess(try tested.open())
    try first.open()
    let second = try StoredProcess(try tested.open())
    #expect(throws: StoredProcess.Refusal.self) { try second.open(wait: 60) }
    #expect(throws: StoredProcess.Refusal.self) { try second.open(wait: "2m") }
    #expect(throws: StoredProcess.Refusal.self) { try second.open(wait: true) }
    try first.finish()
    #expect(try second.open(wait: "10s")["restored"] == true)
  }

  @Test(arguments: StoreKind.installed)
  func sessionsAreListedByName(_ kind: StoreKind) throws {
    let tested = try TestedStore(kind)
    let process = try StoredProcess(try tested.open())
    for name in ["b", "é", "a", "B"] { try process.open(name) }
    try process.dispatch(["type": "count"], in: "b")
    let store = try tested.read()
    #expect(try store.list().map(\.name) == ["B", "a", "b", "é"])
    #expect(try store.page(after: "a").map(\.name) == ["b", "é"])
    #expect(try store.page(after: "é").isEmpty)
    #expect(try store.find("b")?.seq == 1)
    #expect(try store.find("c") == nil)
    #expect(store.verify().sound.count == 4 && store.verify().findings.isEmpty)
  }

  /// Its owner writes a snapshot in place of what is read.
  @Test(arguments: StoreKind.installed)
  func aSessionIsReadAsItIsAtOneMoment(_ kind: StoreKind) throws {
    let tested = try TestedStore(kind)
    let process = try StoredProcess(try tested.open())
    try process.open()
    for _ in 0..<2 { try process.dispatch(["type": "count"]) }
    let tables = try tested.read().tables
    let id = try #require(try tables.find("counter")).id
    var changes: [Int] = []
    let snapshot = try tables.atOneMoment {
      let snapshot = try tables.snapshot(of: id)
      let text = String(repeating: "x", count: 1 << 21)
      try process.dispatch(["type": "keep", "text": .string(text)])
      try tables.eachChange(of: id) { changes.append($0.seq) }
      return snapshot
    }
    #expect(snapshot?.seq == 0 && changes == [1, 2])
    #expect(try tables.snapshot(of: id)?.seq == 3)
  }

  @Test(arguments: StoreKind.installed)
  func whatIsDeletedMeanwhileIsNoDamage(_ kind: StoreKind) throws {
    let tested = try TestedStore(kind)
    try StoredProcess(try tested.open()).open("a")
    let store = try tested.open()
    let stored = try store.read(try #require(try store.find("a")))
    try store.syncingOnce { () throws(Failure) in
      for number in 0..<250 { try store.import(stored, as: "b\(number)") }
    }
    let (sound, findings) = try tested.read().verify { _ in _ = try? store.delete("b99") }
    #expect(sound.count == 250 && findings.isEmpty)
  }

  @Test(arguments: StoreKind.installed)
  func manyChangesBecomeASnapshot(_ kind: StoreKind) throws {
    let tested = try TestedStore(kind)
    let first = try StoredProcess(try tested.open())
    try first.open()
    let text = String(repeating: "x", count: 100_000)
    for _ in 0..<12 {
      try first.dispatch(["type": "keep", "text": .string(text)])
      try first.dispatch(["type": "drop"])
    }
    let entry = try #require(try tested.read().find("counter"))
    #expect(entry.seq == 24 && entry.changesSize < 1 << 20)
    let saved = try first.snapshot()
    try first.finish()
    let store = try tested.open()
    try store.vacuum()
    #expect(try store.find("counter")?.changesSize == 0)
    let second = try StoredProcess(store)
    try second.open()
    #expect(try second.snapshot() == saved)
  }

  @Test(arguments: StoreKind.installed)
  func severalSessionsAreCommittedTogether(_ kind: StoreKind) throws {
    let tested = try TestedStore(kind)
    let process = try StoredProcess(try tested.open())
    let names = (0..<50).map { "s\($0)" }
    for name in names { try process.open(name) }
    let requests: [(method: String, params: JSONValue)] = (0..<3).flatMap { _ in
      names.map { ("dispatch", ["session": .string($0), "action": ["type": "count"]]) }
    }
    #expect(process.send(requests).allSatisfy { $0["result"] != nil })
    let store = try tested.read()
    #expect(try store.list().map(\.seq) == Array(repeating: 3, count: 50))
    #expect(store.verify().findings.isEmpty)
  }

  @Test(arguments: StoreKind.installed)
  func lessDurableChangesAreStoredLater(_ kind: StoreKind) throws {
    for durability in [Durability.batch, .off] {
      let tested = try TestedStore(kind)
      let process = try StoredProcess(try tested.open(durability))
      try process.open()
      try process.dispatch(["type": "count"])
      #expect(try tested.read().find("counter")?.seq == 0)
      try process.call("session.flush")
      #expect(try tested.read().find("counter")?.seq == 1)
      try process.dispatch(["type": "count"])
      try process.finish()
      #expect(try tested.read().find("counter")?.seq == 2)
    }
  }

  @Test(arguments: StoreKind.installed)
  func aSnapshotIsImportedOnce(_ kind: StoreKind) throws {
    let tested = try TestedStore(kind)
    let process = try StoredProcess(try tested.open())
    try process.open()
    try process.dispatch(["type": "keep", "text": "one"])
    let store = try tested.open()
    let entry = try #require(try store.find("counter"))
    try store.import(try store.read(entry), as: "copy")
    #expect(throws: (any Error).self) { try store.import(try store.read(entry), as: "copy") }
    try process.open("copy")
    #expect(try process.call("state.get", ["session": "copy", "pointer": "/state/items"]) == ["one"])
  }

  /// Random requests leave the session that they leave without a store.
  @Test(arguments: StoreKind.installed, [1, 2, 3])
  func aSessionIsRestoredAsOneThatRanOn(_ kind: StoreKind, _ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let tested = try TestedStore(kind)
    let model = try StoredProcess(nil)
    try model.open()
    var process = try StoredProcess(try tested.open())
    try process.open()
    for _ in 0..<60 {
      let requests: [(method: String, params: JSONValue)] = (0..<Int.random(in: 1...4, using: &random)).map {
        _ in
        switch Int.random(in: 0..<6, using: &random) {
        case 0: ("push", ["screen": "counter"])
        case 1: ("pop", [:])
        case 2: ("undo", [:])
        case 3: ("dispatch", ["action": ["type": "keep", "text": "t"]])
        case 4: ("dispatch", ["action": ["type": "drop"]])
        default: ("dispatch", ["action": ["type": "count"]])
        }
      }
      // The history of a session ends with its process.
      let kept = requests.filter { $0.method != "undo" }
      _ = process.send(kept)
      _ = model.send(kept)
      if Int.random(in: 0..<10, using: &random) == 0 {
        try process.finish()
        process = try StoredProcess(try tested.open())
        try process.open()
      }
      #expect(try process.snapshot() == model.snapshot())
    }
  }
}
