import Navtree
import NavtreeTestSupport
import Testing
import NavtreeSystem

/// Stores that the app keeps.
@Suite struct FieldStoreTests {
  /// Keeps texts in memory, and does as it is told.
  private final class Vault: FieldStore, @unchecked Sendable {
    struct Locked: Error {}

    /// Only one thread at a time is here, which the library promises.
    var texts: [String: String] = [:]
    var calls: [String] = []
    var isLocked = false
    /// A pipe that the writing of a slow secret waits for.
    private let gate: Int32

    init(gate: Int32 = -1) { self.gate = gate }

    func text(of key: String) throws -> String? {
      try pass("read")
      return texts[key]
    }

    func keep(_ text: String?, as key: String) throws {
      try pass(text == nil ? "delete" : "write")
      var byte: UInt8 = 0
      if text?.contains("slow") == true { _ = read(gate, &byte, 1) }
      texts[key] = text
    }

    private func pass(_ call: String) throws {
      calls.append(call)
      if isLocked { throw Locked() }
    }
  }

  private func flow() throws -> Flow {
    try Flow(
      yaml: """
        navtree: 1
        flow: safe
        start: safe
        stores: { secrets: { sensitive: true } }
        effects: { ask: { output: { token: { type: string, sensitive: true } } } }
        shared:
          token: { type: string, default: "", sensitive: true, persist: secrets }
          count: { type: integer, default: 0 }
        screens:
          safe:
            state: { count: integer }
            slots: { inside: { presents: [inside] } }
            actions:
              sign: { payload: { token: string }, shared: { token: "${action.token}" } }
              count: { shared: { count: "${shared.count + 1}" } }
              ask: { effect: { name: ask, done: enter } }
              enter:
                private: false
                payload: { output: { type: object, sensitive: true } }
                shared: { token: "${action.output.token}" }
                set: { count: "${state.count + 1}" }
                present: inside
          inside: {}
        """)
  }

  @Test func theAppKeepsASecret() throws {
    var name = Array("/tmp/navtree-fields-XXXXXX".utf8CString)
    #expect(mkdtemp(&name) != nil)
    let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = folder + "/app.db"
    defer {
      for suffix in ["", "-wal", "-shm", ".lock"] { unlink(path + suffix) }
      rmdir(folder)
    }
    let vault = Vault()
    let store = Store.sqlite(path).keeping("secrets", in: vault)
    #expect(store == Store.sqlite(path).keeping("secrets", in: vault))
    #expect(store != Store.sqlite(path).keeping("secrets", in: Vault()))
    let session = try Session(flow(), store: store)
    try session.send("sign", ["token": "swordfish"])
    try session.send("count")
    #expect(vault.texts.values.count { $0.contains("swordfish") } == 1)
    #expect(vault.texts.keys.allSatisfy { $0.hasPrefix("secrets/") })
    try session.close()
    #expect(!(Files.text(of: path) ?? "").contains("swordfish"))
    let again = try Session(flow(), store: store)
    #expect(again.shared["token"] == "swordfish")
    #expect(again.shared["count"] == 1)
  }

  @Test func aStoreThatFailsChangesNothing() throws {
    let vault = Vault()
    let session = try Session(flow(), store: .memory.keeping("secrets", in: vault))
    vault.isLocked = true
    let error = #expect(throws: NavtreeError.self) { try session.send("sign", ["token": "abc"]) }
    #expect(error?.kind == .storage)
    #expect(error?.message.hasPrefix("the store host: it can't write 'secrets/") == true)
    #expect(error?.message.hasSuffix("': Locked()") == true)
    #expect(session.shared["token"] == "")
    vault.isLocked = false
    try session.send("count")
    try session.send("sign", ["token": "abc"])
    #expect(session.shared["token"] == "abc")
    vault.isLocked = true
    #expect(
      #expect(throws: NavtreeError.self) {
        try Session(flow(), store: .memory.keeping("secrets", in: vault))
      }?.kind == .storage)
  }

  @Test func whoFollowsASessionGoesOnAfterAFailure() throws {
    let vault = Vault()
    let session = try Session(
      flow(), clock: .virtual(), store: .memory.keeping("secrets", in: vault))
    let changes = session.changes(at: "/main", pointer: "/state/count")
    let (transitions, actions) = (session.transitions(), session.actions)
    vault.isLocked = true
    for _ in 0..<2 {
      #expect(throws: NavtreeError.self) { try session.send("enter", ["output": ["token": "abc"]]) }
    }
    vault.isLocked = false
    try session.send("enter", ["output": ["token": "abc"]])
    #expect(changes.poll()?.value == 1)
    #expect(transitions.poll()?.operation == .push)
    #expect(actions.poll()?.outcome == .handled)
    #expect(changes.poll() == nil && transitions.poll() == nil && actions.poll() == nil)
  }

  @Test func anAnswerWaitsForTheStore() async throws {
    let vault = Vault()
    let session = try Session(
      flow(), clock: .virtual(), store: .memory.keeping("secrets", in: vault))
    var problems: [Problem] = []
    session.onProblem = { problems.append($0) }
    session.onEffect("ask") { _ in ["token": "abc"] }
    try session.send("ask")
    vault.isLocked = true
    await session.settled()
    #expect(problems.map(\.error?.kind) == [.storage])
    #expect(session.shared["token"] == "" && session.effectsInFlight.count == 1)
    vault.isLocked = false
    await session.settled()
    #expect(session.shared["token"] == "abc" && session.effectsInFlight.isEmpty)
  }

  @Test func aStoreThatHangsIsWaitedForALittleWhile() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let vault = Vault(gate: ends[0])
    var limits = Limits()
    limits.field = 500
    let session = try Session(flow(), store: .memory.keeping("secrets", in: vault), limits: limits)
    let before = vault.calls.count
    for token in ["slow", "abc"] {
      let error = #expect(throws: NavtreeError.self) { try session.send("sign", ["token": .string(token)]) }
      #expect(error?.kind == .storage)
      #expect(error?.message.hasSuffix("within 500 ms") == true)
      #expect(error?.hint == "a session takes 'limits': raise field")
    }
    #expect(session.shared["token"] == "")
    var byte: UInt8 = 0
    #expect(write(ends[1], &byte, 1) == 1)
    while (try? session.send("sign", ["token": "abc"])) == nil {}
    // The second one waited behind the first, and was never begun.
    #expect(vault.calls[before...].prefix(3) == ["write", "read", "write"])
    #expect(session.shared["token"] == "abc")
    #expect(vault.texts.values.contains { $0.contains("abc") })
  }
}
