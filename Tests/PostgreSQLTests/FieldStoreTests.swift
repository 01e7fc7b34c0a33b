import NavtreeJSON
import NavtreePersistence
import NavtreeTestSupport
import Testing

@testable import NavtreePostgreSQL

/// Stores of flows, which keep fields of sessions that are stored elsewhere.
@Suite("A store of a flow", .serialized)
struct FieldStoreTests {
  private static let flow = """
    navtree: 1
    flow: counter
    start: { screen: counter }
    stores: { secrets: { sensitive: true } }
    screens:
      counter:
        state: { count: integer, token: { type: string, sensitive: true, persist: secrets } }
        actions:
          count: { set: { count: "${state.count + 1}" } }
          sign: { payload: { token: string }, set: { token: "${action.token}" } }
          leave: { set: { token: "" } }
    """

  private func process(_ sessions: TestedStore, _ fields: TestedStore) throws -> StoredProcess {
    try StoredProcess(try sessions.open(fields: ["secrets": fields]), flow: Self.flow)
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
}
