import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreePersistence
import NavtreeTestSupport
import OrderedCollections
import Testing

import NavtreePostgreSQL

/// Stores of flows, which keep fields of sessions that are stored elsewhere.
@Suite("A store of a flow", .serialized)
struct FieldStoreTests {
  private func process(_ sessions: TestedStore, _ fields: TestedStore) throws -> StoredProcess {
    try StoredProcess(sessions, secretsIn: fields)
  }

  private func token(_ process: StoredProcess) throws -> JSONValue {
    try process.call("state.get", ["pointer": "/state/token", "sensitive": true])
  }

  @Test(arguments: StoreKind.installed)
  func itsValuesComeBackWithTheSession(_ kind: StoreKind) throws {
    let (sessions, fields) = (try TestedStore(kind), try TestedStore(kind))
    var process = try process(sessions, fields)
    try process.open()
    for token in ["one", "two", "three"] {
      try process.dispatch(["type": "sign", "token": .string(token)])
      try process.dispatch(["type": "count"])
    }
    try process.finish()
    process = try self.process(sessions, fields)
    try process.open()
    #expect(try token(process) == "three")
    #expect(try fields.openFields().verify().sound == ["counter"])
    try process.dispatch(["type": "leave"])
    try process.finish()
    process = try self.process(sessions, fields)
    try process.open()
    #expect(try token(process) == "")
    try process.call("session.delete", ["session": "counter"])
    #expect(try fields.openFields().verify().sound.isEmpty)
  }

  /// Several stores of a flow may be in one schema.
  @Test(
    .enabled(if: PostgresServer.isInstalled, "PostgreSQL isn't installed"),
    arguments: [
      // It is given up.
      ("stores: { secrets: { sensitive: true } }", "pin: string"),
      // It gets another name.
      ("stores: { secrets: { sensitive: true }, words: {} }", "pin: { type: string, persist: words }"),
    ])
  func oneThatIsGivenUpLeavesTheOthers(stores: String, pin: String) throws {
    let tested = try TestedStore(.postgresql)
    func process(_ names: [String], _ stores: String, _ pin: String) throws -> StoredProcess {
      let fields = Dictionary(uniqueKeysWithValues: names.map { ($0, tested) })
      return try StoredProcess(
        try tested.open(fields: fields),
        flow: """
          navtree: 1
          flow: counter
          start: { screen: counter }
          \(stores)
          shared: { token: { type: string, sensitive: true, persist: secrets }, \(pin) }
          screens:
            counter:
              actions:
                sign: { shared: { token: one, pin: two } }
          """)
    }
    let first = try process(
      ["secrets", "posts"], "stores: { secrets: { sensitive: true }, posts: {} }",
      "pin: { type: string, persist: posts }")
    try first.open()
    try first.dispatch(["type": "sign"])
    try first.finish()
    for names in [["secrets", "posts", "words"], ["secrets", "words"]] {
      let process = try process(names, stores, pin)
      try process.open()
      let saved = try process.call("snapshot.save", ["session": "counter", "sensitive": true])
      #expect(saved["shared"] == ["token": "one", "pin": "two"])
      try process.finish()
    }
    #expect(try tested.run("SELECT count(*) FROM field_sessions WHERE store = 'posts'") == "0")
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL isn't installed"))
  func aFormerOwnerWritesNoValues() throws {
    let (sessions, fields) = (try TestedStore(.postgresql), try TestedStore(.postgresql))
    let old = try process(sessions, fields)
    try old.open()
    try old.dispatch(["type": "sign", "token": "old"])
    try sessions.expireLeases()
    let new = try process(sessions, fields)
    try new.open()
    let refusal = #expect(throws: StoredProcess.Refusal.self) {
      try old.dispatch(["type": "sign", "token": "stale"])
    }
    #expect(refusal?.kind == "conflict")
    #expect(
      try fields.run("SELECT count(*) FROM fields WHERE convert_from(body, 'UTF8') LIKE '%stale%'") == "0")
    try new.dispatch(["type": "count"])
    try new.finish()
    let next = try process(sessions, fields)
    try next.open()
    #expect(try token(next) == "old")
  }

  /// One that was given up, and took effect after this process had gone on.
  @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL isn't installed"))
  func aLateWriteIsntOverwritten() throws {
    let (sessions, fields) = (try TestedStore(.postgresql), try TestedStore(.postgresql))
    let process = try process(sessions, fields)
    try process.open()
    try process.dispatch(["type": "sign", "token": "one"])
    try fields.run("UPDATE field_sessions SET commit = commit - 1")
    let refusal = #expect(throws: StoredProcess.Refusal.self) {
      try process.dispatch(["type": "sign", "token": "two"])
    }
    #expect(refusal?.kind == "conflict")
    #expect(try token(process) == "one")
    try process.dispatch(["type": "sign", "token": "three"])
    try process.finish()
    let next = try self.process(sessions, fields)
    try next.open()
    #expect(try token(next) == "three")
  }

  /// Of two writes of one process after the same one, the one that was given up doesn't replace the other.
  @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL isn't installed"))
  func aWriteThatWasGivenUpIsRefusedLater() throws {
    let (sessions, fields) = (try TestedStore(.postgresql), try TestedStore(.postgresql))
    let process = try process(sessions, fields)
    try process.open()
    try process.dispatch(["type": "sign", "token": "one"])
    let row = try fields.run("SELECT key, commit FROM field_sessions").split(separator: "|").map(String.init)
    let store = try #require(try fields.openFields() as? PostgresFieldStore)
    let session = FieldSession(
      key: row[0], name: "counter", store: "secrets", version: FieldVersion(epoch: 0, seq: 1))
    func late() throws(PostgresError) {
      let write = store.fence(session, after: Int(row[1]), 7)
      try store.database.transaction(write, until: .now + 600_000)
    }
    try process.dispatch(["type": "sign", "token": "two"])
    let error = #expect(throws: PostgresError.self) { try late() }
    #expect(error?.kind == .fenced)
    // The store can't tell who wrote last: the next one claims the session.
    try fields.run("UPDATE field_sessions SET commit = \(row[1])")
    try late()
    #expect(throws: StoredProcess.Refusal.self) { try process.dispatch(["type": "sign", "token": "three"]) }
    try process.dispatch(["type": "sign", "token": "four"])
    #expect(throws: PostgresError.self) { try late() }
    #expect(try token(process) == "four")
  }

  @Test(.enabled(if: PostgresServer.isInstalled, "PostgreSQL isn't installed"))
  func aFileMayHaveItsSecretsInPostgreSQL() throws {
    let (sessions, fields) = (try TestedStore(.sqlite), try TestedStore(.postgresql))
    let first = try process(sessions, fields)
    try first.open()
    try first.dispatch(["type": "sign", "token": "t"])
    try first.finish()
    let second = try process(sessions, fields)
    try second.open()
    #expect(try token(second) == "t")
  }

  @Test(arguments: StoreKind.installed)
  func aReaderGetsValuesOfTheSessionAsItIs(_ kind: StoreKind) throws {
    let (sessions, fields) = (try TestedStore(kind), try TestedStore(kind))
    let process = try process(sessions, fields)
    try process.open()
    try process.dispatch(["type": "sign", "token": "one"])
    let slow = SlowlyReadFields(try fields.openFields()) {
      for token in ["two", "three"] { try process.dispatch(["type": "sign", "token": .string(token)]) }
    }
    let store = SessionStore(
      try sessions.read().tables, durability: .off, try FieldStores(["secrets": slow]), isReadOnly: true)
    var text = JSONWriter()
    try store.readWithFields(try #require(try store.find("counter"))).write(into: &text)
    #expect(text.text.contains(#""token":"three""#))
  }

  @Test(arguments: StoreKind.installed)
  func anOpeningWhoseAnswerIsLostCostsNoValue(_ kind: StoreKind) throws {
    let (sessions, fields) = (try TestedStore(kind), try TestedStore(kind))
    func process(_ version: String, isAnswered: Bool = true) throws -> StoredProcess {
      let tables = try sessions.open().tables
      let store = SessionStore(
        isAnswered ? tables : UnansweredTables(tables), durability: .commit,
        try FieldStores(["secrets": try fields.openFields()]))
      return try StoredProcess(
        store,
        flow: """
          navtree: 1
          flow: counter
          start: { screen: counter }
          stores: { secrets: { sensitive: true } }
          shared: { token: { type: string, sensitive: true, persist: secrets, default: one } }
          screens: { counter: {} }

          """ + version)
    }
    let first = try process("version: 1")
    try first.open()
    try first.finish()
    let migrated = """
      version: 2
      migrations: { 1: [{ set: { token: "${old.shared.token + ' and two'}" } }] }
      """
    let second = try process(migrated, isAnswered: false)
    #expect(throws: StoredProcess.Refusal.self) { try second.open() }
    try second.finish()
    let third = try process(migrated)
    #expect(try third.open()["restored"] == true)
    let saved = try third.call("snapshot.save", ["sensitive": true])
    #expect(saved["shared"] == ["token": "one and two"])
  }
}

/// A store of a flow that is first read when something has happened.
private final class SlowlyReadFields: FieldStore {
  private let store: any FieldStore
  private var event: (() throws -> Void)?

  init(_ store: any FieldStore, after event: @escaping () throws -> Void) {
    self.store = store
    self.event = event
  }

  func read(_ session: FieldSession) throws(Failure) -> (
    values: OrderedDictionary<StoredPlace, JSONValue>, hasMore: Bool
  ) {
    defer { event = nil }
    try? event?()
    return try store.read(session)
  }

  var path: String { store.path }
  func use(_ definition: StoreDefinition) throws(Failure) { try store.use(definition) }
  func knows(_ session: FieldSession) throws(Failure) -> Bool { try store.knows(session) }
  func commit(_ changes: [FieldChanges]) throws(Failure) { try store.commit(changes) }
  func tidy(_ fields: AttachedFields) throws(Failure) { try store.tidy(fields) }
  func delete(_ key: String, in store: String) throws(Failure) { try self.store.delete(key, in: store) }
  func verify() -> (sound: [String], findings: [StoreFinding]) { store.verify() }
  func vacuum() throws(Failure) { try store.vacuum() }
}

/// Tables whose commits take effect, and whose answers to them are lost.
private final class UnansweredTables: SessionTables {
  private let tables: any SessionTables

  init(_ tables: any SessionTables) { self.tables = tables }

  func commit(_ writes: [SessionWrite]) throws(Failure) {
    try tables.commit(writes)
    throw Failure(.storage, "the answer is lost")
  }

  var place: String { tables.place }
  func page(after name: String?) throws(Failure) -> [StoredEntry] { try tables.page(after: name) }
  func find(_ name: String) throws(Failure) -> StoredEntry? { try tables.find(name) }
  func leadsBack(_ entry: StoredEntry) throws(Failure) -> Bool { try tables.leadsBack(entry) }
  func snapshot(of id: Int) throws(Failure) -> StoredRow? { try tables.snapshot(of: id) }
  func eachChange(of id: Int, _ body: (StoredRow) throws -> Void) throws {
    try tables.eachChange(of: id, body)
  }
  func take(_ id: Int, _ name: String) throws(Failure) { try tables.take(id, name) }
  func give(_ id: Int) { tables.give(id) }
  func ownership(of id: Int) -> Int { tables.ownership(of: id) }
  func insert(_ row: SessionRow, seq: Int, _ body: borrowing JSONWriter) throws(Failure) -> Int {
    try tables.insert(row, seq: seq, body)
  }
  func delete(_ entry: StoredEntry) throws(Failure) { try tables.delete(entry) }
  func compact(_ entry: StoredEntry, _ body: borrowing JSONWriter) throws(Failure) {
    try tables.compact(entry, body)
  }
  func strays() throws(Failure) -> [Stray] { try tables.strays() }
  func unmark(_ stray: Stray) throws(Failure) { try tables.unmark(stray) }
  func deferSync() throws(Failure) { try tables.deferSync() }
  func sync() throws(Failure) { try tables.sync() }
  func inspect() -> (names: [String], findings: [StoreFinding]) { tables.inspect() }
  func vacuum() throws(Failure) { try tables.vacuum() }
}
