import NavtreeJSON
import OrderedCollections
import NavtreeTestSupport
import Testing
import NavtreeSystem

/// With a sensitive store, sensitive values are in its files and nowhere else, as long as the session has
/// them.
@Suite struct PlantedStoreTests {
  private static let store = "secrets.db"

  private static func server(in folder: TemporaryFolder) throws -> StoredServer {
    try StoredServer(
      in: folder, ["--store", "secrets=sqlite:\(folder.path)/\(store)"], flow: PlantedFlow.persistent)
  }

  /// The places of planted values in a folder's files.
  private static func places(in folder: TemporaryFolder, beside: Bool = false) -> [String] {
    Files.names(in: folder.path, endingIn: "").filter { $0.hasPrefix(store) != beside }.flatMap { name in
      Planted.places(in: Files.bytes(of: "\(folder.path)/\(name)") ?? [], of: name)
    }
  }

  /// All cases, in debug every other one, which begins at a place of the test's own.
  private static func cases(from first: Int) -> [PlantedCase] {
    let all = PlantedCase.all
    return stride(from: rounds(0, inDebug: first), to: all.count, by: rounds(1, inDebug: 2)).map { all[$0] }
  }

  @Test(arguments: cases(from: 0))
  func secretsStandInTheirStoreAlone(_ example: PlantedCase) throws {
    var run = try PlantedRun(example.asks, secretsIn: Self.store)
    #expect(run.refusals == example.asks.map(\.refusal))
    try run.restart()
    #expect(run.places == [])
  }

  @Test(arguments: cases(from: 1))
  func aKilledProcessHasItsSecretsAgain(_ example: PlantedCase) throws {
    let folder = try TemporaryFolder()
    let first = try Self.server(in: folder)
    for ask in example.asks { _ = try first.ask(ask.method, .object(ask.params)) }
    let saved = try first.call("snapshot.save", ["session": "vault", "sensitive": true])
    #expect(try first.kill().status == -SIGKILL)
    #expect(Self.places(in: folder, beside: true) == [])
    let second = try Self.server(in: folder)
    let restored = try second.call("snapshot.save", ["session": "vault", "sensitive": true])
    #expect(restored.description == saved.description)
  }

  /// Requests that remove the session's secrets.
  @Test(arguments: [
    PlantedCase(
      "other values", .plant, .act("signInLater"), .act("later"),
      .act("plant", ["text": "x", "keys": [], "account": [:]]), Ask("clock.advance", ["by": 6_000]),
      .act("plant", ["text": "y"])),
    PlantedCase(
      "places inside that are written", .act("plant", ["account": ["inner": ["x": "a"]]]),
      .act("changeMember", ["value": .string(Planted.text)]), .act("changeMember", ["value": "b"]),
      .act("addKey", ["key": .string(Planted.key)]), .act("plant")),
    PlantedCase(
      "screens that go", .plant, .act("ask"), Ask("dismiss"), .act("plant"), .act("ask"), Ask("dismiss")),
    PlantedCase(
      "links that are dropped", Ask("link.open", ["url": .string("/letters/\(Planted.url)")]),
      Ask("link.drop"), .act("plant")),
  ])
  func anOldSecretIsGoneOnceTheSessionGoesOn(_ example: PlantedCase) throws {
    let folder = try TemporaryFolder()
    let server = try Self.server(in: folder)
    for ask in example.asks { try server.call(ask.method, .object(ask.params)) }
    #expect(try server.child.finish().status == 0)
    #expect(Self.places(in: folder) + Self.places(in: folder, beside: true) == [])
  }

  @Test func aDeletedSessionLeavesNoSecret() throws {
    let folder = try TemporaryFolder()
    let server = try Self.server(in: folder)
    try server.call("dispatch", .object(Ask.plant.params))
    #expect(!Self.places(in: folder).isEmpty)
    try server.call("session.delete", ["session": "vault"])
    #expect(Self.places(in: folder) == [])
  }

  @Test(arguments: ["goes on", "was killed"])
  func aClosedSessionLeavesNoOldSecret(name: String) throws {
    let folder = try TemporaryFolder()
    var server = try Self.server(in: folder)
    try server.call("dispatch", .object(Ask.plant.params))
    try server.call("dispatch", .object(Ask.act("plant").params))
    if name == "was killed" {
      try server.kill()
      server = try Self.server(in: folder)
    }
    #expect(!Self.places(in: folder).isEmpty)
    try server.call("session.close", ["session": "vault"])
    #expect(Self.places(in: folder) == [])
  }

  @Test func aFieldThatIsKeptNowhereAnyMoreLeavesNoSecret() throws {
    let folder = try TemporaryFolder()
    let first = try Self.server(in: folder)
    try first.call("dispatch", .object(Ask.plant.params))
    try first.kill()
    let flow = PlantedFlow.persistent.replacing("sensitive: true, persist: secrets", with: "sensitive: true")
      .replacing("}, persist: secrets }", with: "} }")
    let second = try StoredServer(
      in: folder, ["--store", "secrets=sqlite:\(folder.path)/\(Self.store)"], flow: flow)
    #expect(
      try second.call("state.get", ["pointer": "/state/password", "sensitive": true]) == .string(Planted.text)
    )
    try second.call("dispatch", ["action": ["type": "unlock"]])
    try second.call("session.close", ["session": "vault"])
    #expect(Self.places(in: folder) + Self.places(in: folder, beside: true) == [])
  }

  @Test func aSnapshotWithSecretsIsRestoredIntoItsStoreAndImportedNowhere() throws {
    let folder = try TemporaryFolder()
    let first = try Self.server(in: folder)
    try first.call("dispatch", .object(Ask.plant.params))
    try first.call("dispatch", .object(Ask.act("later").params))
    let saved = try first.call("snapshot.save", ["sensitive": true])
    try first.call("snapshot.restore", ["snapshot": saved, "session": "second"])
    #expect(try first.call("snapshot.save", ["session": "second", "sensitive": true]) == saved)
    try first.kill()
    #expect(Self.places(in: folder, beside: true) == [])

    let store = folder.path + "/store.db"
    let exported = try ChildProcess(
      ["store", "export", store, "second", "--store", "secrets=sqlite:\(folder.path)/\(Self.store)"]
    ).finish()
    #expect(!Planted.places(in: exported.output, of: "the export").isEmpty)
    for snapshot in [Array("\(saved)".utf8), exported.output] {
      let outcome = try ChildProcess(["store", "import", store, "third"]).finish(sending: snapshot)
      #expect(outcome.status == 1)
      #expect(outcome.errorText.contains("sensitive values"))
    }
    let bare = try ChildProcess(["store", "export", store, "second"]).finish()
    #expect(try ChildProcess(["store", "import", store, "third"]).finish(sending: bare.output).status == 0)
    #expect(Self.places(in: folder, beside: true) == [])
  }

  @Test func filesAreTheirOwnersAloneWhateverTheMaskIs() throws {
    let folder = try TemporaryFolder()
    let flow = folder.path + "/flow"
    Files.write(PlantedFlow.persistent, to: flow)
    let arguments = [
      "serve", flow, "--store", "sqlite:\(folder.path)/store.db", "--store",
      "secrets=sqlite:\(folder.path)/\(Self.store)", "--record", "\(folder.path)/tape",
    ]
    let child = try ChildProcess(
      ["-c", #"umask 0; exec "$0" "$@""#, ChildProcess.navtree] + arguments, program: "/bin/sh")
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "dispatch", "params": .object(Ask.plant.params),
    ]
    _ = child.send("\(request)\n".utf8)
    _ = try child.line()
    let names = Files.names(in: folder.path, endingIn: "").filter { $0 != "flow" && $0 != "tape" }
    #expect(
      names.contains("secrets.db") && names.contains("secrets.db-wal") && names.contains("secrets.db-shm"))
    for name in names { #expect(Files.mode(of: "\(folder.path)/\(name)") == 0o600, "\(name)") }
    #expect(try child.finish().status == 0)
  }

  @Test(arguments: [("", "644"), ("", "660"), ("", "602"), ("-wal", "644"), ("-shm", "640")])
  func aFileThatOthersMayReadIsRefused(suffix: String, mode: String) throws {
    let folder = try TemporaryFolder()
    let server = try Self.server(in: folder)
    try server.call("dispatch", .object(Ask.plant.params))
    try server.kill()
    let file = "\(folder.path)/\(Self.store)\(suffix)"
    #expect(chmod(file, mode_t(mode, radix: 8) ?? 0) == 0)
    let outcome = try Self.server(in: folder).child.finish()
    #expect(outcome.status == 74)
    #expect(outcome.errorText.contains("chmod 600 \(file)"))
  }
}

private typealias Ask = PlantedCase.Ask
