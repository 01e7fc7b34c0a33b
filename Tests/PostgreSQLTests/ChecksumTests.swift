import NavtreeJSON
import NavtreePersistence
import NavtreeTestSupport
import Testing

/// Rows in PostgreSQL that lead to the rows of another session: they are reported.
@Suite(
  "Checksums in PostgreSQL", .serialized,
  .enabled(if: PostgresServer.isInstalled, "PostgreSQL isn't installed"))
struct ChecksumTests {
  private let sessions: TestedStore
  private let fields: TestedStore

  /// Two sessions with as many changes, and a value each in a store of the flow.
  init() throws {
    (sessions, fields) = (try TestedStore(.postgresql), try TestedStore(.postgresql))
    let process = try open()
    for name in ["a", "b"] {
      try process.open(name)
      try process.dispatch(["type": "sign", "token": .string("token of \(name)")], in: name)
      try process.dispatch(["type": "count"], in: name)
    }
    try process.finish()
  }

  private func open() throws -> StoredProcess {
    try StoredProcess(sessions, secretsIn: fields)
  }

  private func message(opening name: String) -> String? {
    do {
      let process = try open()
      try process.open(name)
      let token = try process.call(
        "state.get", ["session": .string(name), "pointer": "/state/token", "sensitive": true])
      #expect(token == .string("token of \(name)"))
      try process.finish()
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func aSessionWithTheNumberOfAnotherIsReported() throws {
    try sessions.run(
      """
      UPDATE sessions s SET name = '-' || o.name, key = o.key, checksum = o.checksum FROM sessions o WHERE o.id <> s.id;
      UPDATE sessions SET name = substr(name, 2)
      """)
    let (sound, findings) = try sessions.read().verify()
    #expect(sound.isEmpty && findings.compactMap(\.session) == ["a", "b"])
    for name in ["a", "b"] {
      #expect(message(opening: name)?.contains("its row isn't what was written") == true)
    }
  }

  @Test func valuesOfAnotherSessionAreReported() throws {
    try fields.run(
      """
      UPDATE field_sessions s SET key = '-' || o.key FROM field_sessions o WHERE o.id <> s.id;
      UPDATE field_sessions SET key = substr(key, 2)
      """)
    #expect(try fields.openFields().verify().findings.count == 2)
    #expect(message(opening: "a")?.contains("isn't what was written") == true)
  }

  @Test func valuesWithoutASessionAreReported() throws {
    try fields.run("UPDATE fields SET session = session + 100 WHERE session = 1")
    #expect(
      try fields.openFields().verify().findings.map(\.message) == [
        "rows of the session 101, which isn't stored"
      ])
  }

  @Test func aDamagedStrayDeletesNothing() throws {
    try sessions.run("INSERT INTO strays SELECT key, 'secrets', 1 FROM sessions")
    #expect(try sessions.read().verify().findings.count == 2)
    for name in ["a", "b"] { #expect(message(opening: name) == nil) }
  }

  // MARK: Older tables

  /// Makes the tables those of version 2.
  private func age() throws {
    let old = try sessions.run(
      "SELECT id, name, flow, version, hash, key, writes, stores FROM sessions ORDER BY id")
    for line in old.split(separator: "\n") {
      let columns = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      let row = SessionRow(
        name: columns[1], flow: columns[2], version: try #require(Int(columns[3])), hash: columns[4],
        key: columns[5], epoch: try #require(Int(columns[6])), stores: columns[7])
      try sessions.run("UPDATE sessions SET checksum = \(row.formerChecksum) WHERE id = \(columns[0])")
    }
    for store in [sessions, fields] {
      try store.run("ALTER TABLE strays DROP COLUMN checksum; UPDATE version SET version = 2")
    }
  }

  @Test func olderTablesAreReadAndSummedAnew() throws {
    try age()
    #expect(try sessions.read().verify().sound.map(\.name) == ["a", "b"])
    #expect(try sessions.read().list().allSatisfy { $0.soundness == .unnumbered })
    #expect(try sessions.run("SELECT version FROM version") == "2")
    try sessions.run("UPDATE sessions SET hash = 'damaged' WHERE name = 'b'")
    for _ in 0..<2 {
      #expect(message(opening: "a") == nil)
      #expect(message(opening: "b")?.contains("its row isn't what was written") == true)
      #expect(try sessions.run("SELECT version FROM version") == "3")
    }
    #expect(try sessions.read().find("a")?.soundness == .intact)
  }

  /// A process that runs on while others bring the tables up to date writes the older checksums.
  @Test func whatAProcessOfAnOlderVersionWritesIsRead() throws {
    try age()
    try sessions.run(
      "ALTER TABLE strays ADD COLUMN checksum bigint NOT NULL DEFAULT 0; UPDATE version SET version = 3")
    for name in ["a", "b"] { #expect(message(opening: name) == nil) }
  }
}
