import NavtreeJSON
import OrderedCollections
import NavtreeTestSupport
import Testing
import NavtreeSystem

/// Values in a flow's own stores, beside the store of the session.
@Suite(.serialized)
struct NamedStoreTests {
  private static let flow = """
    navtree: 1
    flow: shop
    start: shop
    stores:
      secrets: { sensitive: true }
      people: {}
      cache: { durable: false }
    effects:
      pay: { input: { card: { type: string, sensitive: true, persist: secrets }, sum: integer } }
      sign: { input: { text: { type: string, sensitive: true } } }
    shared:
      token: { type: string, sensitive: true, persist: secrets }
      user: { type: string, persist: people }
      seen: { type: array, items: integer, maxItems: 100, persist: cache }
      noise: { type: integer, persist: none }
    links:
      - { url: "/card/{number}", opens: [{ card: { number: "${link.number}" } }], when: shared.noise == 9 }
    screens:
      shop:
        state: { count: integer, text: string, lost: { type: string, sensitive: true } }
        slots: { card: { presents: [card] } }
        actions:
          signIn:
            payload: { token: { type: string, sensitive: true, persist: secrets }, user: string }
            shared: { token: "${action.token}", user: "${action.user}", noise: 7 }
            set: { lost: "${action.token}", count: "${state.count + 1}" }
          see: { payload: { id: integer }, shared: { /seen/-: "${action.id}" } }
          write: { payload: { text: string }, set: { text: "${action.text}" }, shared: { token: written } }
          count: { set: { count: "${state.count + 1}" }, shared: { token: "${string(state.count + 1)}" } }
          later:
            after:
              - { delay: 1s, send: { action: signIn, with: { token: "${shared.token}", user: later } } }
              - { delay: 9s, send: { action: nav.push, with: { screen: card, params: { number: "${shared.token}" } } } }
          card: { payload: { number: { type: string, sensitive: true } }, present: { screen: card, params: { number: "${action.number}" } } }
      card:
        params: { number: { type: string, sensitive: true, persist: secrets } }
        state: { pin: { type: string, sensitive: true, persist: secrets } }
        keep: true
        actions:
          pin: { payload: { pin: { type: string, sensitive: true } }, set: { pin: "${action.pin}" } }
          pay: { effect: { name: pay, with: { card: "${params.number}", sum: 3 } } }
          sign: { effect: { name: sign, with: { text: "${params.number}" } } }
    """

  private func places(_ folder: TemporaryFolder, _ names: [String] = ["secrets", "people"]) -> [String] {
    names.flatMap { ["--store", "\($0)=sqlite:\(folder.path)/\($0).db"] }
  }

  private func serve(
    _ folder: TemporaryFolder, _ names: [String] = ["secrets", "people"], flow: String = Self.flow,
    fileLimit: Int? = nil
  ) throws -> StoredServer {
    try StoredServer(in: folder, places(folder, names), flow: flow, fileLimit: fileLimit)
  }

  /// The files of a folder that hold a text.
  private func holders(of text: String, in folder: TemporaryFolder) -> [String] {
    Files.names(in: folder.path, endingIn: "").filter {
      Files.text(of: "\(folder.path)/\($0)")?.contains(text) == true
    }
  }

  private func shared(_ server: StoredServer, _ field: String) throws -> JSONValue? {
    try server.call("snapshot.save", ["sensitive": true])["shared"]?[field]
  }

  @Test func whatIsApartIsFoundAgainAfterAKill() throws {
    let folder = try TemporaryFolder()
    let first = try serve(folder)
    try first.dispatch(["type": "signIn", "token": "planted token", "user": "grace"])
    try first.dispatch(["type": "later"])
    try first.dispatch(["type": "card", "number": "planted number"])
    try first.dispatch(["type": "pin", "pin": "planted pin"])
    try first.dispatch(["type": "pay"])
    try first.call("link.open", ["url": "/card/planted-link"])
    let whole = try first.call("snapshot.save", ["sensitive": true])
    let saved = try first.call("snapshot.save")
    #expect(!saved.description.contains("planted"))
    try first.kill()
    #expect(Set(holders(of: "planted", in: folder)).isSubset(of: ["secrets.db", "secrets.db-wal"]))
    #expect(Set(holders(of: "grace", in: folder)).isSubset(of: ["people.db", "people.db-wal"]))
    let second = try serve(folder)
    let restored = try second.call("snapshot.save", ["sensitive": true])
    let again = try second.call("snapshot.save")
    #expect(again.description == saved.description)
    // Kept nowhere: fields without a store, and fields with `persist: none`.
    let lost = whole.description.replacing(#""lost":"planted token""#, with: #""lost":"""#)
    #expect(restored.description == lost)
    let asked = second.takeNotifications().filter { $0["method"] == "effect.requested" }
    #expect(asked.map { $0["params"]?["again"] } == [true])
    #expect(asked.first?["params"]?["input"] == ["card": "planted number", "sum": 3])
    try second.call("clock.advance", ["by": 2_000])
    #expect(try shared(second, "user") == "later")
  }

  @Test func whatIsKeptNowhereStartsAnew() throws {
    let folder = try TemporaryFolder()
    let first = try serve(folder)
    try first.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    try first.dispatch(["type": "see", "id": 5])
    try first.dispatch(["type": "card", "number": "planted"])
    try first.dispatch(["type": "sign"])
    // As long as the process lasts, what isn't durable needs no place.
    try first.call("session.close", ["session": "shop"])
    try first.call("session.open", ["flow": "shop"])
    let opened = try first.call("state.get", ["at": "/main", "pointer": "/state/count"])
    #expect(opened == 1)
    #expect(try shared(first, "seen") == [5])
    #expect(
      first.takeNotifications().filter { $0["method"] == "effect.cancelled" }.map { $0["params"]?["reason"] }
        == ["sessionClosed", "cancelled"])
    _ = try first.child.finish()
    let second = try serve(folder)
    #expect(try shared(second, "seen") == [])
    #expect(try shared(second, "token") == "planted")
    #expect(try second.call("state.query", ["expr": "shared.noise"]) == 0)
  }

  /// What was in the file is lost, as is anything stored that can't be restored.
  @Test func aFileThatIsGoneIsALoss() throws {
    let folder = try TemporaryFolder()
    let first = try serve(folder)
    try first.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    _ = try first.child.finish()
    for name in Files.names(in: folder.path, endingIn: "") where name.hasPrefix("people.db") {
      unlink("\(folder.path)/\(name)")
    }
    let second = try serve(folder)
    #expect(try shared(second, "user") == "")
    let reports = second.takeNotifications().filter { $0["method"] == "session.restored" }
    let report = try #require(reports.first?["params"]?["report"]?.array)
    #expect(report.filter { $0["field"] == "shared.user" }.map { $0["fate"] } == ["dropped", "defaulted"])
    #expect(!report.contains { $0["field"] == "shared.seen" && $0["fate"] == "dropped" })
    // From here on it is kept again.
    _ = try second.child.finish()
    let third = try serve(folder)
    #expect(try shared(third, "user") == "")
    #expect(!third.takeNotifications().contains { $0["method"] == "session.restored" })
  }

  @Test func aSessionStaysClosedWhoseStoreIsGone() throws {
    let folder = try TemporaryFolder()
    let first = try serve(folder)
    try first.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    _ = try first.child.finish()
    let store = folder.path + "/store.db"
    let verify = ["store", "verify", store] + places(folder, ["people"])
    let sound = try ChildProcess(verify).finish()
    #expect(sound.status == 0)
    #expect(sound.text == "1 session sound, 0 findings\n")
    #expect(sound.errorText.contains("the store 'secrets' keeps some of it and isn't read"))
    #expect(!sound.errorText.contains("people"))
    for name in Files.names(in: folder.path, endingIn: "") where name.hasPrefix("people.db") {
      unlink("\(folder.path)/\(name)")
    }
    #expect(try ChildProcess(verify).finish().status == 74)
    for _ in 0..<2 {
      let refused = try ChildProcess(
        ["serve", folder.path + "/counter.navtree.yaml", "--store", "sqlite:" + store, "--on-loss", "refuse"]
          + places(folder)
      ).finish()
      #expect(refused.status == 74)
      #expect(refused.errorText.contains("1 value of shared.user was lost: the store 'people' has lost it"))
    }
    let verified = try ChildProcess(verify).finish()
    #expect(verified.status == 1)
    #expect(verified.text.hasPrefix("session 'shop': the store 'people' has lost what it kept of it\n"))
  }

  @Test func theSessionsOwnStoreDecides() throws {
    let folder = try TemporaryFolder()
    let first = try serve(folder)
    try first.dispatch(["type": "signIn", "token": "first", "user": "grace"])
    _ = try first.child.finish()
    let main = try #require(Files.bytes(of: folder.path + "/store.db"))
    let second = try serve(folder)
    try second.dispatch(["type": "signIn", "token": "second", "user": "ben"])
    try second.kill()
    // As if it had been killed between the commits.
    Files.write(main, to: folder.path + "/store.db")
    Files.write("", to: folder.path + "/store.db-wal")
    let third = try serve(folder)
    #expect(try third.call("session.list")[0]?["seq"] == 1)
    #expect(try shared(third, "token") == "first")
    #expect(try shared(third, "user") == "grace")
    // The change of that number is another one now.
    try third.dispatch(["type": "write", "text": "third"])
    try third.kill()
    let fourth = try serve(folder)
    #expect(try shared(fourth, "token") == "written")
    #expect(try shared(fourth, "user") == "grace")
    #expect(holders(of: "second", in: folder).allSatisfy { $0 == "secrets.db-wal" })
  }

  /// The flow's stores have room, and the session's own hasn't.
  @Test func whatTheSessionsStoreRefusesIsntKeptElsewhere() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder, fileLimit: 512)
    try server.dispatch(["type": "signIn", "token": "first", "user": "grace"])
    let huge = JSONValue.string(String(repeating: "x", count: 1 << 20))
    let kinds = try server.askTogether([
      ("dispatch", ["action": ["type": "signIn", "token": "refused", "user": "ben"]]),
      ("dispatch", ["action": ["type": "write", "text": huge]]),
    ])
    #expect(kinds == ["storage", "storage"])
    #expect(try shared(server, "token") == "first")
    try server.kill()
    let again = try serve(folder)
    #expect(try shared(again, "token") == "first")
    #expect(try shared(again, "user") == "grace")
    for _ in 0..<3 { try again.dispatch(["type": "count"]) }
    try again.kill()
    #expect(try shared(serve(folder), "user") == "grace")
  }

  /// The flow's stores have taken the values of the one that was refused.
  @Test func aReplacementThatIsRefusedLeavesTheValues() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder)
    try server.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    let snapshot = try server.call("snapshot.save", ["sensitive": true])
    let store = folder.path + "/store.db"
    rename(store, store + ".moved")
    let restore: JSONValue = ["snapshot": snapshot, "session": "shop", "replace": true]
    #expect(try server.ask("snapshot.restore", restore)["error"]?["data"]?["kind"] == "storage")
    rename(store + ".moved", store)
    try server.dispatch(["type": "card", "number": "1"])
    try server.call("session.close", ["session": "shop"])
    try server.call("session.open", ["flow": "shop"])
    #expect(try shared(server, "token") == "planted")
    #expect(try shared(server, "user") == "grace")
  }

  @Test func storesFollowEachOtherThroughKills() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 3)
    let request =
      #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"count"}}}"# + "\n"
    for kill in 0..<8 {
      let server = try serve(folder)
      let count = try server.call("state.get", ["pointer": "/state/count"]).integer ?? -1
      // Both are written in one change.
      #expect(try shared(server, "token") == (kill == 0 ? "" : .string("\(count)")), "kill \(kill)")
      _ = server.child.send(String(repeating: request, count: 300).utf8)
      for _ in 0..<Int.random(in: 1..<300, using: &random) { _ = try server.child.line() }
      try server.kill()
    }
  }

  @Test func whatIsOverIsOverwritten() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder)
    try server.dispatch(["type": "signIn", "token": "planted token", "user": "grace"])
    try server.dispatch(["type": "card", "number": "planted number"])
    try server.dispatch(["type": "pin", "pin": "planted pin"])
    try server.dispatch(["type": "nav.pop", "force": true])
    try server.dispatch(["type": "signIn", "token": "another", "user": "grace"])
    try server.call("session.close", ["session": "shop"])
    _ = try server.child.finish()
    // A screen that is kept, by its number, is found again.
    #expect(holders(of: "planted token", in: folder) == [])
    #expect(holders(of: "planted pin", in: folder) == ["secrets.db"])
    let other = try serve(folder)
    try other.dispatch(["type": "card", "number": "planted number"])
    let card = try other.call("state.get", ["pointer": "/state/pin", "sensitive": true])
    #expect(card == "planted pin")
    try other.call("session.delete", ["session": "shop"])
    _ = try other.child.finish()
    #expect(holders(of: "planted", in: folder) == [])
  }

  @Test func whatIsKeptOfADeletedSessionGoesWhenItsStoreIsThere() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder)
    try server.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    _ = try server.child.finish()
    let other = try ChildProcess(["serve", "--store", "sqlite:\(folder.path)/store.db"])
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "session.delete", "params": ["session": "shop"],
    ]
    #expect(try other.finish(sending: "\(request)\n".utf8).text.contains(#""result":{}"#))
    #expect(holders(of: "planted", in: folder) == ["secrets.db"])
    _ = try serve(folder).child.finish()
    #expect(holders(of: "planted", in: folder) == [])
  }

  @Test func theFilesAreTheirOwnersAlone() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder)
    try server.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    for suffix in ["", "-wal", "-shm"] {
      #expect(Files.mode(of: folder.path + "/secrets.db" + suffix) == 0o600, "secrets.db\(suffix)")
    }
    _ = try server.child.finish()
    Files.setMode(of: folder.path + "/secrets.db", to: 0o640)
    let refused = try serve(folder).child.finish()
    #expect(refused.status == 74)
    #expect(refused.errorText.contains("secrets.db: others may read it (its mode is 640)"))
  }

  @Test func theFilesBehindALinkAreTheirOwnersAlone() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder)
    try server.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    try server.kill()
    Files.setMode(of: folder.path + "/secrets.db-wal", to: 0o644)
    symlink(folder.path + "/secrets.db", folder.path + "/link.db")
    let links = ["--store", "secrets=sqlite:\(folder.path)/link.db"] + places(folder, ["people"])
    let refused = try StoredServer(in: folder, links, flow: Self.flow).child.finish()
    #expect(refused.status == 74)
    #expect(refused.errorText.contains("secrets.db-wal: others may read it (its mode is 644)"))
  }

  @Test func aSessionIsntOpenedWithoutAStoreThatKeepsSomeOfIt() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder)
    try server.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    _ = try server.child.finish()
    let refused = try serve(folder, ["secrets"]).child.finish()
    #expect(refused.status == 74)
    #expect(
      refused.errorText.contains("some of 'shop' is kept in the store 'people', which has no place here"))
    #expect(try shared(serve(folder), "user") == "grace")
  }

  @Test func withoutAPlaceWhatIsOpenIsKeptWithTheSession() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder, [])
    try server.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    try server.kill()
    #expect(holders(of: "planted", in: folder) == [])
    let second = try serve(folder)
    #expect(try shared(second, "user") == "grace")
    #expect(try shared(second, "token") == "")
    try second.dispatch(["type": "signIn", "token": "planted", "user": "ben"])
    _ = try second.child.finish()
    #expect(holders(of: "ben", in: folder) == ["people.db"])
    #expect(holders(of: "grace", in: folder) == [])
  }

  @Test func aFlowMayMoveAFieldToAnotherStore() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder)
    try server.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    _ = try server.child.finish()
    let moved = Self.flow.replacing("user: { type: string, persist: people }", with: "user: string")
      .replacing("noise: { type: integer, persist: none }", with: "noise: { type: integer, persist: people }")
    let second = try serve(folder, flow: moved)
    #expect(try shared(second, "user") == "grace")
    try second.dispatch(["type": "count"])
    try second.kill()
    let third = try serve(folder, flow: moved)
    #expect(try shared(third, "user") == "grace")
    #expect(try shared(third, "token") == "2")
    _ = try third.child.finish()
    #expect(holders(of: "grace", in: folder) == ["store.db"])
  }

  @Test func aFlowMayGiveAStoreUp() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder)
    try server.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    _ = try server.child.finish()
    let given = Self.flow.replacing("user: { type: string, persist: people }", with: "user: string")
      .replacing("  people: {}\n", with: "")
    let refused = try serve(folder, ["secrets"], flow: given).child.finish()
    #expect(refused.status == 74)
    #expect(
      refused.errorText.contains("some of 'shop' is kept in the store 'people', which has no place here"))
    let second = try serve(folder, flow: given)
    #expect(try shared(second, "user") == "grace")
    _ = try second.child.finish()
    #expect(holders(of: "grace", in: folder) == ["store.db"])
    #expect(try shared(serve(folder, ["secrets"], flow: given), "user") == "grace")
  }

  @Test func aFlowMayGiveUpWhatAStoreKeeps() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder)
    try server.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    _ = try server.child.finish()
    let given = Self.flow.replacing("user: { type: string, persist: people }", with: "user: string")
      .replacing("  people: {}\n", with: "")
    let places = places(folder, ["secrets"])
    let second = try StoredServer(in: folder, places + ["--store", "people=memory:"], flow: given)
    #expect(try shared(second, "user") == "")
    #expect(try shared(second, "token") == "planted")
    _ = try second.child.finish()
    #expect(try shared(serve(folder, ["secrets"], flow: given), "token") == "planted")
  }

  /// It ends with its process, so that it is no part of what is stored.
  @Test func aStoreInMemoryIsntMissed() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder, [])
    try server.dispatch(["type": "see", "id": 5])
    _ = try server.child.finish()
    let store = folder.path + "/store.db"
    let verified = try ChildProcess(["store", "verify", store]).finish()
    #expect(verified.text == "1 session sound, 0 findings\n" && !verified.errorText.contains("isn't read"))
    let copied = try ChildProcess(["store", "copy", store, folder.path + "/copy.db"]).finish()
    #expect(copied.status == 0, "\(copied.errorText)")
    let given = Self.flow.replacing(
      "type: array, items: integer, maxItems: 100, persist: cache",
      with: "type: array, items: integer, maxItems: 100"
    )
    .replacing("  cache: { durable: false }\n", with: "")
    #expect(try shared(serve(folder, [], flow: given), "seen") == [])
  }

  @Test func whatIsDamagedIsNamed() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder)
    try server.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    _ = try server.child.finish()
    let path = folder.path + "/secrets.db"
    var bytes = try #require(Files.bytes(of: path))
    let place = try #require(bytes.firstRange(of: Array("planted".utf8)))
    bytes[place.lowerBound] ^= 1
    Files.write(bytes, to: path)
    let refused = try serve(folder).child.finish()
    #expect(refused.status == 74)
    #expect(
      refused.errorText.contains(
        "what the store 'secrets' keeps of 'shop' is damaged: shared/token isn't what was written"))
    let verified = try ChildProcess(["store", "verify", path]).finish()
    #expect(verified.status == 1)
    #expect(verified.text.contains("shared/token isn't what was written"))
    #expect(!verified.text.contains("lanted"))
    let others = try ChildProcess(["store", "verify", folder.path + "/people.db"]).finish()
    #expect(others.text == "1 session sound, 0 findings\n")
  }

  @Test func theCommandsFindWhatIsApart() throws {
    let folder = try TemporaryFolder()
    let server = try serve(folder)
    try server.dispatch(["type": "signIn", "token": "planted", "user": "grace"])
    _ = try server.child.finish()
    let store = folder.path + "/store.db"
    let alone = try ChildProcess(["store", "export", store, "shop"]).finish()
    #expect(!alone.text.contains("grace"))
    let whole = try ChildProcess(["store", "export", store, "shop"] + places(folder, ["people"])).finish()
    #expect(whole.text.contains(#""shared":{"user":"grace"}"#))
    let check = ["store", "migrate", "--check", folder.path + "/counter.navtree.yaml", store]
    #expect(try ChildProcess(check + places(folder)).finish().text == "shop: all is kept\n1 session\n")
    #expect(try ChildProcess(check).finish().text.contains("which has no place here"))
    let mistaken = try ChildProcess(["store", "ls", folder.path + "/people.db"]).finish()
    #expect(mistaken.status == 74)
    #expect(mistaken.errorText.contains("it keeps fields of sessions, not sessions"))
    #expect(try ChildProcess(["store", "vacuum", folder.path + "/secrets.db"]).finish().status == 0)
    #expect(try shared(serve(folder), "token") == "planted")
  }

  @Test(arguments: [
    (["--store", "a=sqlite:/tmp/x"], "--store a=… keeps some of the sessions that a store keeps"),
    (["--store", "memory:", "--store", "memory:"], "which one keeps the sessions?"),
    (["--store", "memory:", "--store", "a=memory:", "--store", "a=memory:"], "--store a=… is given twice"),
    (["--store", "=memory:"], "The value '=memory:' is invalid"),
  ])
  func aWrongStoreIsAWrongCommand(arguments: [String], message: String) throws {
    let outcome = try ChildProcess(["serve"] + arguments).finish()
    #expect(outcome.status == 64)
    #expect(outcome.errorText.contains(message))
  }

  @Test func twoStoresCantBeOneFile() throws {
    let folder = try TemporaryFolder()
    let path = "sqlite:\(folder.path)/x.db"
    let names = ["--store", "memory:", "--store", "a=\(path)", "--store", "b=\(folder.path)/../x.db"]
    let main = try ChildProcess(["serve", "--store", path, "--store", "a=\(path)"]).finish()
    #expect(main.status == 74)
    #expect(main.errorText.contains("it keeps fields of sessions, not sessions"))
    let named = try ChildProcess(["serve"] + names.dropLast() + ["b=\(path)"]).finish()
    #expect(named.status == 74)
  }
}
