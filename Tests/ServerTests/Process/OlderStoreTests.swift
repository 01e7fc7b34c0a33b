import NavtreeEngine
import NavtreeJSON
import NavtreePersistence
import NavtreeTestSupport
import OrderedCollections
import Testing
import NavtreeSystem

/// Stores whose checksums leave out what leads from one row to another: they are read as they are, and summed anew by
/// the first transaction that writes.
@Suite struct OlderStoreTests {
  private let folder: TemporaryFolder
  private var store: String { folder.path + "/store.db" }
  private var people: String { folder.path + "/people.db" }
  private static let names = ["beta", "gamma", "older"]

  /// A store of version 3 with three sessions, and two stores of its flow, which keep values of a deleted session too.
  init() throws {
    folder = try TemporaryFolder()
    for (name, file) in [("version-3", "store"), ("people-1", "people"), ("secrets-1", "secrets")] {
      let bytes = try #require(Files.bytes(of: Files.package + "/Tests/Expected/Stores/\(name).db"))
      Files.write(bytes, to: "\(folder.path)/\(file).db")
      Files.setMode(of: "\(folder.path)/\(file).db", to: 0o600)
    }
  }

  private var places: [String: String] { ["people": people, "secrets": folder.path + "/secrets.db"] }

  private func run(_ arguments: String...) throws -> ChildProcess.Outcome {
    try ChildProcess(["store"] + arguments).finish()
  }

  private func export(_ name: String) throws -> String {
    try run(
      "export", store, name, "--store", "people=sqlite:\(people)", "--store",
      "secrets=sqlite:\(folder.path)/secrets.db"
    ).text
  }

  private func open() throws -> SessionStore {
    try SessionStore(path: store, durability: .commit, places: places)
  }

  /// Writes to the store, and to its flow's stores.
  private func write() throws {
    let talk = try ServedStore(open(), flow: FlippedStoreTests.flow)
    try talk.call("session.open", ["flow": "older"])
    try talk.call("dispatch", ["action": ["type": "sign", "token": "", "user": "written"]])
    try talk.finish()
  }

  private func sql(_ text: String, in path: String) throws -> Int? {
    let database = try SQLiteDatabase(path: path, .readWrite)
    let statements = text.split(separator: ";")
    for statement in statements.dropLast() { try database.run(String(statement)) }
    return try database.integer(String(statements[statements.count - 1]))
  }

  private func version(of path: String) throws -> Int? { try sql("PRAGMA user_version", in: path) }

  // MARK: Summed anew

  @Test func itIsReadAsItIsAndSummedAnewByTheFirstWrite() throws {
    let files = [store, people, folder.path + "/secrets.db"]
    let bytes = files.map { Files.bytes(of: $0) }
    let before = try Self.names.map { try export($0) }
    #expect(before[0].contains("user 1 of beta") && before[0].contains("token 1 of beta"))
    for (file, count) in zip(files, [3, 4, 4]) {
      #expect(try run("verify", file).text == "\(count) sessions sound, 0 findings\n")
    }
    #expect(files.map { Files.bytes(of: $0) } == bytes)
    try write()
    #expect(try files.map { try version(of: $0) } == [4, 2, 2])
    #expect(try SessionStore(reading: store).list().allSatisfy { $0.soundness == .intact })
    #expect(try Self.names.dropLast().map { try export($0) } == before.dropLast())
    #expect(try export("older").contains("written"))
    // What was kept of the deleted session is gone too.
    for file in files { #expect(try run("verify", file).text == "3 sessions sound, 0 findings\n") }
    let former = try sql(
      "SELECT count(*) FROM fields WHERE checksum = 0 OR session NOT IN (1, 2, 3)", in: people)
    #expect(former == 0)
  }

  @Test func aVacuumBringsItUpToDate() throws {
    for file in [store, people] { #expect(try run("vacuum", file).status == 0) }
    #expect(try [store, people].map { try version(of: $0) } == [4, 2])
    #expect(try SessionStore(reading: store).list().allSatisfy { $0.soundness == .intact })
    #expect(try run("verify", store).text == "3 sessions sound, 0 findings\n")
  }

  @Test func whatItsOldChecksumsRefuseIsStillReported() throws {
    let sum = "SELECT checksum FROM sessions WHERE name = 'beta'"
    let old = try sql("UPDATE sessions SET hash = 'other' WHERE name = 'beta'; \(sum)", in: store)
    _ = try sql("UPDATE fields SET place = 'shared/usr' WHERE session = 3; SELECT 1", in: people)
    for _ in 0..<2 {
      let sessions = try run("verify", store)
      #expect(sessions.text.contains("session 'beta': "), "\(sessions.text)")
      #expect(sessions.text.hasSuffix("2 sessions sound, 1 finding\n"), "\(sessions.text)")
      let fields = try run("verify", people)
      #expect(fields.text.contains("shared/usr isn't what was written"), "\(fields.text)")
      try write()
    }
    #expect(try version(of: store) == 4)
    #expect(try sql(sum, in: store) == old)
    let talk = try ServedStore(open(), flow: FlippedStoreTests.flow)
    for name in ["beta", "gamma"] {
      let refusal = #expect(throws: ServedStore.Refused.self) {
        try talk.call("session.open", ["flow": "older", "session": .string(name)])
      }
      #expect(refusal?.answer.contains("isn't what was written") == true)
    }
  }

  /// A flipped bit of a number isn't summed anew as the number of another session.
  @Test func noSessionIsSummedAnewAsAnother() throws {
    let before = try SessionStore(reading: store)
    let texts = try Self.names.map { try text(of: $0, in: before) }
    let bytes = try #require(Files.bytes(of: store))
    for (index, place) in FlippedStoreTests.cells(of: bytes).enumerated()
    where index % rounds(5, inDebug: 15) == 0 {
      var flipped = bytes
      flipped[place] ^= 1 << UInt8(index / 5 % 8)
      let path = folder.path + "/flipped.db"
      for suffix in ["-wal", "-shm", ".lock"] { unlink(path + suffix) }
      Files.write(flipped, to: path)
      do { try SessionStore(path: path, durability: .off).vacuum() } catch { continue }
      let store = try SessionStore(reading: path)
      let found = Self.names.map { name -> String? in
        do { return try text(of: name, in: store) } catch { return nil }
      }
      for (found, expected) in zip(found, texts) where found != nil && found != expected {
        #expect(!store.verify().findings.isEmpty, "byte \(place)")
        #expect(found == "", "byte \(place)")
      }
    }
  }

  /// Empty for one that isn't found.
  private func text(of name: String, in store: SessionStore) throws -> String {
    guard let entry = try store.find(name) else { return "" }
    var writer = JSONWriter()
    try store.read(entry).write(into: &writer, isStored: true)
    return "\(entry.name) \(entry.hash) \(entry.seq) \(writer.text)"
  }

  // MARK: Not half

  /// Many sessions as version 3 had them.
  private func fill() throws {
    do {
      let store = try open()
      let stored = try store.read(#require(try store.find("beta")))
      try store.syncingOnce { () throws(Failure) in
        for number in 0..<2_000 { try store.import(stored, as: "session \(number)") }
      }
    }
    let statement = "SELECT id, name, flow, version, hash, key, epoch, stores FROM sessions"
    let database = try SQLiteDatabase(path: store, .readWrite)
    try database.run("ALTER TABLE strays DROP COLUMN checksum; PRAGMA user_version = 3; BEGIN")
    let rows = try database.prepare(statement)
    var sums: [(Int, Int)] = []
    while try rows.step() {
      let row = SessionRow(
        name: rows.text(1), flow: rows.text(2), version: rows.integer(3), hash: rows.text(4),
        key: rows.text(5),
        epoch: rows.integer(6), stores: rows.text(7))
      sums.append((rows.integer(0), row.formerChecksum))
    }
    for (id, sum) in sums { try database.run("UPDATE sessions SET checksum = ? WHERE id = ?", sum, id) }
    try database.run("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
  }

  @Test func aMigrationThatFindsNoRoomChangesNothing() throws {
    try fill()
    let before = try #require(Files.bytes(of: store))
    let command = #"ulimit -f 200; exec "$0" "$@""#
    let outcome = try ChildProcess(
      ["-c", command, ChildProcess.navtree, "store", "vacuum", store], program: "/bin/sh"
    ).finish()
    #expect(outcome.status == 74)
    #expect(outcome.errorText.contains("there is no room to write"), "\(outcome.errorText)")
    #expect(try version(of: store) == 3)
    #expect(Files.bytes(of: store) == before)
    #expect(try SessionStore(reading: store).list().allSatisfy { $0.soundness == .unnumbered })
    #expect(try run("vacuum", store).status == 0)
    #expect(try run("verify", store).text == "2003 sessions sound, 0 findings\n")
    #expect(try SessionStore(reading: store).list().allSatisfy { $0.soundness == .intact })
  }

  @Test func aProcessThatIsKilledMeanwhileLeavesItOldOrNew() throws {
    try fill()
    let before = try #require(Files.bytes(of: store))
    for delay in 0..<12 {
      for suffix in ["-wal", "-shm"] { unlink(store + suffix) }
      Files.write(before, to: store)
      let child = try ChildProcess(["store", "vacuum", store])
      // Its log grows while it works, and is gone when it has ended.
      while Files.size(of: store + "-wal") ?? 0 < delay * 40_000, !child.isSilent {}
      child.killAtOnce()
      _ = try child.finish()
      let entries = try SessionStore(reading: store).list()
      let version = try version(of: store)
      #expect(entries.count == 2_003 && (version == 3 || version == 4))
      #expect(entries.allSatisfy { $0.soundness == (version == 3 ? .unnumbered : .intact) }, "\(delay)")
    }
  }

  // MARK: Processes of several versions

  @Test func severalProcessesBringItUpToDateAtOnce() throws {
    try fill()
    let children = try (0..<4).map { _ in try ChildProcess(["store", "vacuum", store]) }
    for child in children {
      let outcome = try child.finish()
      #expect(outcome.status == 0, "\(outcome.errorText)")
    }
    #expect(try run("verify", store).text == "2003 sessions sound, 0 findings\n")
  }

  /// A process of an older version that had opened it before the others.
  @Test func aVersionThatWasLoweredIsRaisedAgain() throws {
    try write()
    _ = try sql("PRAGMA user_version = 3; SELECT 1", in: store)
    try write()
    #expect(try version(of: store) == 4)
    #expect(try run("verify", store).text == "3 sessions sound, 0 findings\n")
  }

  @Test func tablesOfALaterVersionStayAsTheyAre() throws {
    let store = try SessionStore(path: self.store, durability: .commit)
    let stored = try store.read(#require(try store.find("beta")))
    _ = try sql("PRAGMA user_version = 5; SELECT 1", in: self.store)
    let failure = #expect(throws: Failure.self) { try store.import(stored, as: "copy") }
    #expect(failure?.message.contains("its tables have version 5, not 4") == true)
    #expect(try version(of: self.store) == 5)
  }

  // MARK: Strays

  @Test func aDamagedStrayDeletesNothing() throws {
    try write()
    let key = "SELECT count(*) FROM sessions; SELECT count(*) FROM fields"
    let count = try sql(key, in: people)
    _ = try sql(
      "INSERT INTO strays(key, store, checksum) SELECT key, 'people', 1 FROM sessions; SELECT 1", in: store)
    let verified = try run("verify", store)
    #expect(verified.text.contains("file: a row of strays"), "\(verified.text)")
    _ = try open()
    #expect(try sql(key, in: people) == count)
  }
}
