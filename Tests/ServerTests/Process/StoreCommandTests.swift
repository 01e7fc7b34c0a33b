import NavtreeJSON
import NavtreeJSONReading
import NavtreeEngine
import NavtreePersistence
import OrderedCollections
import NavtreeTestSupport
import Testing
import NavtreeSystem

/// `navtree store`, on sound and damaged files.
@Suite(.serialized)
struct StoreCommandTests {
  private let folder: TemporaryFolder
  private var store: String { folder.path + "/store.db" }

  /// A store with the sessions `counter`, which has counted, and `other`, which holds a text.
  init() throws {
    folder = try TemporaryFolder()
    let server = try StoredServer(in: folder)
    try server.dispatch(["type": "count"])
    try server.call("session.open", ["flow": "counter", "session": "other"])
    try server.call(
      "dispatch", ["session": "other", "action": ["type": "keep", "text": "PRECIOUS"]])
    _ = try server.child.finish()
  }

  private func run(_ arguments: String..., input: String = "") throws -> ChildProcess.Outcome {
    try ChildProcess(["store"] + arguments).finish(sending: input.utf8)
  }

  @Test func whatIsStoredIsListedAndShown() throws {
    let listed = try run("ls", store)
    #expect(listed.lines.count == 2)
    #expect(listed.lines.first?.hasPrefix("counter  counter 1  seq 1  ") == true)
    #expect(listed.lines.last?.hasPrefix("other    counter 1  seq 1  ") == true)
    #expect(try JSONValue(parsing: run("ls", store, "--json").text)[1]?["session"] == "other")
    #expect(try run("show", store, "other").text.contains("\"PRECIOUS\""))
    let unknown = try run("show", store, "othr")
    #expect(unknown.status == 1)
    #expect(unknown.errorText.contains("no session named 'othr' is stored (did you mean 'other'?)"))
  }

  @Test func aSessionThatWasStoredUnderABadNameStaysUsable() throws {
    let refused = try run("import", store, "a\u{1B}b", input: "{}")
    #expect(refused.errorText.contains("no control characters"))
    let stored = try StoredSession(JSONValue(parsing: Array(run("export", store, "other").text.utf8)))
    do {
      let open = try SessionStore(path: store, durability: .commit)
      try open.import(stored, as: "ot\u{1B}er")
      try open.finish()
    }
    let listed = try run("ls", store)
    #expect(listed.lines.contains { $0.hasPrefix("ot\\u001ber") })
    #expect(try run("show", store, "ot\u{1B}er").text.contains("PRECIOUS"))
    let server = try StoredServer(in: folder)
    let opened = try server.call("session.open", ["flow": "counter", "session": "ot\u{1B}er"])
    #expect(opened["restored"] == true)
    _ = try server.call("session.delete", ["session": "ot\u{1B}er"])
    _ = try server.child.finish()
    #expect(try run("ls", store).lines.count == 2)
  }

  @Test func aFlowsNameInASnapshotForgesNoLine() throws {
    let snapshot = try run("export", store, "other").text
      .replacing(#""flow":"counter""#, with: #""flow":"counter\u001b[2J\nforged""#)
    #expect(try run("import", store, "imported", input: snapshot).status == 0)
    let listed = try run("ls", store)
    #expect(listed.lines.count == 3)
    #expect(listed.text.contains(#"counter\u001b[2J\u000aforged 1"#), "\(listed.text)")
  }

  @Test func anExportedSessionIsTheSameInAnotherStore() throws {
    let exported = try run("export", store, "other")
    let second = try TemporaryFolder()
    #expect(try run("import", second.path + "/store.db", "counter", input: exported.text).status == 0)
    let server = try StoredServer(in: second)
    #expect(try server.call("snapshot.save").description + "\n" == exported.text)
    _ = try server.child.finish()
    let again = try run("import", second.path + "/store.db", "counter", input: exported.text)
    #expect(again.status == 1)
    #expect(again.errorText.contains("a session named 'counter' is stored already"))
    let wrong = try run("import", second.path + "/store.db", "wrong", input: #"{"snapshot":1}"#)
    #expect(wrong.status == 1)
    #expect(wrong.errorText.contains("the snapshot: 'flow' is missing"))
  }

  @Test func aVacuumKeepsWhatIsStored() throws {
    let before = try run("export", store, "counter").text
    #expect(try run("vacuum", store).status == 0)
    #expect(try run("export", store, "counter").text == before)
    let verified = try run("verify", store)
    #expect(verified.text == "2 sessions sound, 0 findings\n")
    #expect(verified.status == 0)
  }

  @Test func whatWouldBecomeOfStoredSessionsIsSaid() throws {
    let path = folder.path + "/changed.navtree.yaml"
    Files.write(
      StoredServer.flow.replacing("items: { type: array", with: "kept: string, items: { type: array"),
      to: path)
    let same = try run("migrate", "--check", folder.path + "/counter.navtree.yaml", store)
    #expect(same.text == "counter: all is kept\nother: all is kept\n2 sessions\n")
    let changed = try run("migrate", "--check", path, store)
    #expect(
      changed.text == """
        counter:
          1 value of counter.state.kept starts anew: nothing is stored
        other:
          1 value of counter.state.kept starts anew: nothing is stored
        2 sessions

        """)
  }

  @Test func aMigrationThatFailsLeavesTheStoredSessionAsItWas() throws {
    let path = folder.path + "/changed.navtree.yaml"
    let version = StoredServer.flow.replacing("flow: counter", with: "flow: counter\nversion: 2")
    let before = try run("export", store, "counter").text
    Files.write(
      version + "\nmigrations: { 1: [{ screen: counter, set: { count: '${10 / old.state.count}' } }] }",
      to: path)
    let fine = try run("migrate", "--check", path, store)
    #expect(fine.status == 0)
    #expect(
      fine.lines[1] == "  1 value of counter.state.count was migrated: the migration from version 1 sets it")
    Files.write(
      version + "\nmigrations: { 1: [{ screen: counter, set: { count: '${old.state.total}' } }] }", to: path)
    let failed = try run("migrate", "--check", path, store)
    #expect(failed.status == 1)
    #expect(failed.lines[1].hasSuffix("(the migration from version 1, 'count' of counter #1)"))
    let opening = try ChildProcess(["serve", path, "--clock", "virtual", "--store", "sqlite:\(store)"])
      .finish(sending: #"{"jsonrpc":"2.0","id":1,"method":"session.list"}"#.utf8)
    #expect(opening.status != 0)
    #expect(opening.errorText.contains("(the migration from version 1, 'count' of counter #1)"))
    #expect(try run("export", store, "counter").text == before)
  }

  // MARK: Damage

  /// The bytes of the store's file, all of it in one file.
  private func bytes() throws -> [UInt8] {
    #expect(try run("vacuum", store).status == 0)
    return try #require(Files.bytes(of: store))
  }

  private func write(_ bytes: [UInt8]) {
    unlink(store + "-wal")
    unlink(store + "-shm")
    guard let file = fopen(store, "w") else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  @Test func aDamagedSessionIsNamedAndTheRestIsRead() throws {
    var bytes = try bytes()
    let text = Array("PRECIOUS".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: text) })
    bytes[place] ^= 1
    write(bytes)
    let verified = try run("verify", store)
    #expect(verified.status == 1)
    #expect(verified.text.contains("session 'other': "))
    #expect(verified.text.contains("its snapshot isn't what was written"))
    #expect(verified.text.contains("1 session sound, 1 finding"))
    let server = try StoredServer(in: folder)
    let refused = try server.ask("session.open", ["flow": "counter", "session": "other"])["error"]
    #expect(refused?["data"]?["kind"] == "storage")
    #expect(refused?["data"]?["session"] == "other")
    #expect(try server.dispatch(["type": "count"])["seq"] == 2)
  }

  @Test func vacuumMakesNoStore() throws {
    let outcome = try ChildProcess(["store", "vacuum", store + ".typo"]).finish()
    #expect(
      outcome.status == 74 && outcome.errorText.contains("typo: No such file"), "\(outcome.errorText)")
    #expect(access(store + ".typo", F_OK) != 0)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func noDamageEndsTheProcess(seed: UInt64) throws {
    let whole = try bytes()
    var random = SeededGenerator(seed: seed)
    for round in 0..<12 {
      var bytes = whole
      if round % 4 == 0 {
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      } else {
        for _ in 0..<(1 << (round % 4 * 2)) {
          bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
      write(bytes)
      let flow = folder.path + "/counter.navtree.yaml"
      let commands = [
        ["verify", store], ["ls", store], ["show", store, "other"], ["export", store, "counter"],
        ["migrate", "--check", flow, store], ["vacuum", store],
      ]
      for command in [commands[0], commands[1 + round % 5]] {
        let outcome = try ChildProcess(["store"] + command).finish()
        #expect(
          [0, 1, 74].contains(outcome.status),
          "seed \(seed), round \(round), \(command[0]): \(outcome.errorText)")
        // A command that exits like this has given the reason.
        #expect(
          outcome.status == 0 || !outcome.error.isEmpty || !outcome.output.isEmpty,
          "seed \(seed), round \(round), \(command[0])")
      }
      let served = try ChildProcess([
        "serve", flow, "--store", "sqlite:" + store,
      ]).finish()
      #expect([0, 74].contains(served.status), "seed \(seed), round \(round): \(served.errorText)")
    }
  }
}
