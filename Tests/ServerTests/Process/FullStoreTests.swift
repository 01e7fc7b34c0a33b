import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeTestSupport
import Testing

/// The fate of requests when the store is full.
@Suite(.serialized)
struct FullStoreTests {
  /// More than fits into a store with files of 512 KiB.
  private static let huge = JSONValue.string(String(repeating: "x", count: 1 << 20))

  @Test func aFullDiskUndoesTheGroupAndServiceGoesOn() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder, fileLimit: 512)
    try server.dispatch(["type": "keep", "text": "small"])
    let huge = String(repeating: "x", count: 1 << 20)
    let lines = ["small too", huge, "behind it"].enumerated().map { index, text in
      #"{"jsonrpc":"2.0","id":\#(index + 100),"method":"dispatch","params":{"action":{"type":"keep","text":"\#(text)"}}}"#
        + "\n"
    }
    _ = server.child.send(lines.joined().utf8)
    var kinds: [JSONValue?] = []
    for _ in lines { kinds.append(try JSONValue(parsing: server.child.line())["error"]?["data"]?["kind"]) }
    #expect(kinds.contains("storage"))
    let count = try server.call("state.get", ["pointer": "/state/count"])
    let done = kinds.filter { $0 == nil }.count
    #expect(count == .integer(1 + done))
    #expect(try server.dispatch(["type": "keep", "text": "goes on"])["seq"] == .integer(2 + done))
    try server.kill()
    let again = try StoredServer(in: folder)
    #expect(try again.call("state.get", ["pointer": "/state/count"]) == .integer(2 + done))
  }

  @Test func nobodyFollowsWhoseSubscriptionWasUndone() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder, fileLimit: 512)
    try server.call("session.open", ["flow": "counter", "session": "other"])
    // One of a session that has changed, and one of another that hasn't.
    let kinds = try server.askTogether([
      ("subscribe", ["session": "counter"]), ("subscribe", ["session": "other"]),
      ("dispatch", ["session": "counter", "action": ["type": "keep", "text": Self.huge]]),
    ])
    #expect(kinds == ["storage", "storage", "storage"])
    for number in 1...2 {
      let answer = try server.ask("unsubscribe", ["subscription": .integer(number)])
      #expect(answer["error"]?["data"]?["kind"] == "unknownSubscription")
    }
    #expect(try server.call("subscribe", ["session": "other"])["subscription"] == 1)
  }

  /// The windows behind a closed one have other numbers, unless the closing was undone.
  @Test func anAnswerNamesItsWindowAfterAClosingWasUndone() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder, fileLimit: 512)
    for window in ["second", "third"] {
      try server.call("window.open", ["window": .string(window), "screen": "counter"])
    }
    let kinds = try server.askTogether([
      ("window.close", ["window": "second"]),
      ("dispatch", ["window": "main", "action": ["type": "keep", "text": Self.huge]]),
    ])
    #expect(kinds == ["storage", "storage"])
    let answer = try server.call(
      "dispatch", ["window": "third", "action": ["type": "keep", "text": "small"]])
    #expect(answer["active"] == "/third")
  }

  @Test func whatWasUndoneIsInNoRecording() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder, ["--record", folder.path + "/tape"], fileLimit: 512)
    try server.call("session.open", ["flow": "counter", "session": "other", "record": true])
    func keep(_ text: JSONValue) -> JSONValue {
      ["session": "other", "action": ["type": "keep", "text": text]]
    }
    try server.call("dispatch", keep("first"))
    let kinds = try server.askTogether([("dispatch", keep("undone")), ("dispatch", keep(Self.huge))])
    #expect(kinds == ["storage", "storage"])
    try server.call("dispatch", keep("second"))
    let lines = try server.call("recording.export", ["session": "other"])["lines"]
    #expect(lines?.array?.map { $0["seq"] } == [0, 1, 2])
    #expect(try server.call("recording.replay", ["lines": lines ?? []])["equal"] == true)
    _ = try server.child.finish()
    let tape = try #require(Files.text(of: folder.path + "/tape"))
    #expect(!tape.contains("undone"))
    #expect(tape.contains("second"))
  }

  /// A timer whose change was undone is due again at once.
  @Test func aTimerThatFindsNoRoomIsntTriedWithoutPause() throws {
    let folder = try TemporaryFolder()
    let flow = """
      navtree: 1
      flow: counter
      start: { screen: counter }
      screens:
        counter:
          state: { text: string }
          actions:
            keep: { payload: { text: string }, set: { text: "${action.text}" }, after: { delay: 1ms, send: grow } }
            grow: { set: { text: "${state.text + state.text + state.text}" } }
      """
    let server = try StoredServer(in: folder, flow: flow, clock: "real", fileLimit: 512)
    try server.dispatch(["type": "keep", "text": .string(String(repeating: "x", count: 200_000))])
    let before = try server.writtenBytes()
    let start = try server.now()
    var elapsed = 0
    while elapsed < 300 { elapsed = try server.now() - start }
    #expect(try server.writtenBytes() - before < (4 << 20) * elapsed / 300)
    #expect(try server.call("session.list")[0]?["seq"] == 1)
  }

  @Test(.enabled(if: ChildProcess.canLimitFiles, "needs prlimit(2)"), arguments: ["batch", "off"])
  func whatWasAnsweredBeforeItWasStoredWaitsForRoom(durability: String) throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder, ["--durability", durability])
    try server.call("ping")
    try server.withoutRoom {
      try server.dispatch(["type": "count"])
      let told = try JSONValue(parsing: server.child.line())
      #expect(told["method"] == "log")
      #expect(told["params"]?["data"]?["kind"] == "storage")
      let closing = try server.ask("session.close", ["session": "counter"])
      #expect(closing["error"]?["data"]?["kind"] == "storage")
      try server.dispatch(["type": "count"])
    }
    #expect(try server.child.finish().status == 0)
    #expect(server.takeNotifications().isEmpty)
    #expect(try StoredServer(in: folder).call("state.get", ["pointer": "/state/count"]) == 2)
  }

  @Test(.enabled(if: ChildProcess.canLimitFiles, "needs prlimit(2)"))
  func aProcessThatEndsWithoutHavingStoredAllSaysSo() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder, ["--durability", "batch"])
    try server.call("ping")
    try server.withoutRoom {
      try server.dispatch(["type": "count"])
      let outcome = try server.child.finish()
      #expect(outcome.status == 74)
      #expect(outcome.errorText.contains("there is no room to write"))
    }
    let verified = try ChildProcess(["store", "verify", folder.path + "/store.db"]).finish()
    #expect(verified.text == "1 session sound, 0 findings\n")
    #expect(try StoredServer(in: folder).call("state.get", ["pointer": "/state/count"]) == 0)
  }

  @Test func theFilesOfAStoreAreItsOwnersAlone() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder)
    try server.dispatch(["type": "count"])
    for suffix in ["", "-wal", "-shm", ".lock"] {
      #expect(Files.mode(of: folder.path + "/store.db" + suffix) == 0o600, "store.db\(suffix)")
    }
  }

  // MARK: Creation

  /// Each size of a file at which the creation of a store ends, in units of 1,024 bytes.
  @Test(arguments: [0, 1, 2, 4, 8, 24, 32, 36])
  func aStoreWhoseCreationFoundNoRoomIsReportedAsThat(limit: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.db"
    let full = try StoredServer(in: folder, fileLimit: limit).child.finish()
    #expect(full.status == 74)
    #expect(full.errorText.contains("there is no room to write"), "\(full.errorText)")
    let flow = folder.path + "/counter.navtree.yaml"
    let reading = [
      ["ls", path], ["show", path, "counter"], ["export", path, "counter"], ["verify", path],
      ["migrate", "--check", flow, path], ["copy", path, folder.path + "/copy.db"],
    ]
    for command in reading {
      let outcome = try ChildProcess(["store"] + command).finish()
      #expect(outcome.status == 74, "\(command)")
      #expect(
        outcome.errorText.contains("its creation was interrupted, or found no room: nothing is stored in it"),
        "\(command): \(outcome.errorText)")
    }
    let limited = #"ulimit -f \#(limit * 2); exec "$0" "$@""#
    let vacuum = ["store", "vacuum", path]
    let refused = try ChildProcess(["-c", limited, ChildProcess.navtree] + vacuum, program: "/bin/sh")
      .finish()
    #expect(refused.status == 74)
    #expect(refused.errorText.contains("there is no room to write"), "\(refused.errorText)")
    // With room it is created by whoever writes it.
    #expect(try ChildProcess(vacuum).finish().status == 0)
    #expect(try ChildProcess(["store", "verify", path]).finish().text == "0 sessions sound, 0 findings\n")
    #expect(try StoredServer(in: folder).dispatch(["type": "count"])["seq"] == 1)
  }

  @Test func aFlowsOwnStoreWhoseCreationFoundNoRoomIsReportedAsThat() throws {
    let folder = try TemporaryFolder()
    Files.write("", to: folder.path + "/people.db")
    for command in ["verify", "ls"] {
      let outcome = try ChildProcess(["store", command, folder.path + "/people.db"]).finish()
      #expect(outcome.errorText.contains("its creation was interrupted, or found no room"), "\(command)")
    }
  }
}
