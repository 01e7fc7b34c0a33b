import NavtreeJSON
import NavtreeJSONReading
import NavtreeSystem
import OrderedCollections
import NavtreeTestSupport
import Testing

/// Sessions that continue after their process has ended, in any way.
@Suite(.serialized)
struct StoreTests {
  @Test func aKilledProcessLosesNothingThatItHasAnswered() throws {
    let folder = try TemporaryFolder()
    let first = try StoredServer(in: folder)
    try first.dispatch(["type": "keep", "text": "one"])
    try first.call("push", ["screen": "counter"])
    try first.dispatch(["type": "count"])
    try first.call("clock.advance", ["by": 5_000])
    let saved = try first.call("snapshot.save")
    try first.kill()
    let second = try StoredServer(in: folder)
    #expect(try second.call("snapshot.save") == saved)
    #expect(try second.call("snapshot.save").description == saved.description)
    try second.dispatch(["type": "count"])
    #expect(try second.child.finish().status == 0)
    let third = try StoredServer(in: folder)
    #expect(try third.call("state.get", ["at": "/main/next", "pointer": "/state/count"]) == 2)
  }

  /// A value that was kept and taken has no influence on later changes.
  @Test func aRestartedSessionKeepsStatesAsOneThatRanOn() throws {
    let flow = """
      navtree: 1
      flow: counter
      start: { screen: counter }
      screens:
        counter: { slots: { next: { presents: [note] } } }
        note: { keep: true, state: { text: string } }
      """
    var saved: [String] = []
    for isKilled in [false, true] {
      let folder = try TemporaryFolder()
      var server = try StoredServer(in: folder, flow: flow)
      for method in ["push", "pop", "push"] {
        try server.call(method, method == "push" ? ["screen": "note"] : [:])
      }
      if isKilled {
        try server.kill()
        server = try StoredServer(in: folder, flow: flow)
      }
      try server.call("pop")
      saved.append(try server.call("snapshot.save").description)
    }
    #expect(saved[0] == saved[1])
  }

  @Test func keysAndNamesThatLookAlikeAreStoredApart() throws {
    let flow = try #require(Files.text(of: Files.package + "/Specs/behaviour/keys.navtree.yaml"))
    let folder = try TemporaryFolder()
    let names: [JSONValue] = ["\u{e9}", "e\u{301}"]
    let first = try StoredServer(in: folder, flow: flow)
    for (number, name) in names.enumerated() {
      #expect(try first.call("session.open", ["flow": "keys", "session": name])["restored"] == false)
      for (size, file) in names.dropLast(number).enumerated() {
        let action: JSONValue = ["type": "size", "file": file, "size": .integer(size)]
        try first.call("dispatch", ["session": name, "action": action])
      }
    }
    let saved = try names.map { try first.call("snapshot.save", ["session": $0]) }
    let copy = try first.call("snapshot.restore", ["flow": "keys", "session": "copy", "snapshot": saved[0]])
    #expect(copy["report"]?.array?.allSatisfy { $0["fate"] == "kept" } != false)
    try first.kill()
    let second = try StoredServer(in: folder, flow: flow)
    for (name, saved) in zip(names, saved) {
      #expect(try second.call("session.open", ["flow": "keys", "session": name])["restored"] == true)
      #expect(try second.call("snapshot.save", ["session": name]) == saved)
    }
    try second.call("session.open", ["flow": "keys", "session": "copy"])
    let opened = try second.call("state.query", ["session": "copy", "expr": "shared.opened"])
    #expect(opened == ["\u{e9}": 0, "e\u{301}": 1])
  }

  @Test func sessionsAreFoundListedAndDeletedByName() throws {
    let folder = try TemporaryFolder()
    let first = try StoredServer(in: folder)
    #expect(try first.call("session.open", ["flow": "counter", "session": "other"])["restored"] == false)
    try first.call("dispatch", ["session": "other", "action": ["type": "count"]])
    try first.call("session.close", ["session": "other"])
    #expect(
      try first.call("session.list") == [
        ["session": "counter", "flow": "counter", "seq": 0, "open": true, "screens": 1],
        ["session": "other", "flow": "counter", "seq": 1, "open": false],
      ])
    let opened = try first.call("session.open", ["flow": "counter", "session": "other"])
    #expect(opened == ["session": "other", "seq": 1, "active": "/main", "restored": true])
    try first.call("session.delete", ["session": "other"])
    #expect(
      try first.ask("session.delete", ["session": "other"])["error"]?["data"]?["kind"] == "unknownSession")
    #expect(try first.call("session.open", ["flow": "counter", "session": "other"])["seq"] == 0)
  }

  @Test func aSessionIsOpenInOneProcessAtATime() throws {
    let folder = try TemporaryFolder()
    let first = try StoredServer(in: folder)
    try first.dispatch(["type": "count"])
    let refused = try StoredServer(in: folder).child.finish()
    #expect(refused.status == 74)
    #expect(refused.errorText.contains("is open in the process \(first.child.identifier)"))
    let other = try ChildProcess(["serve", "--store", "sqlite:\(folder.path)/store.db"])
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "session.delete", "params": ["session": "counter"],
    ]
    let outcome = try other.finish(sending: "\(request)\n".utf8)
    #expect(outcome.text.contains(#""kind":"conflict""#))
    #expect(outcome.text.contains(#""process":\#(first.child.identifier)"#))
    try first.kill()
    #expect(try StoredServer(in: folder).call("session.list")[0]?["seq"] == 1)
  }

  @Test func aLinkToAStoreLeadsToItsLocks() throws {
    let folder = try TemporaryFolder()
    let first = try StoredServer(in: folder)
    try first.dispatch(["type": "count"])
    symlink("store.db", "\(folder.path)/link.db")
    let refused = try ChildProcess(["serve", "--store", "sqlite:\(folder.path)/link.db"])
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "session.delete", "params": ["session": "counter"],
    ]
    let outcome = try refused.finish(sending: "\(request)\n".utf8)
    #expect(outcome.text.contains(#""kind":"conflict""#), "\(outcome.text)")
    #expect(outcome.text.contains(#""process":\#(first.child.identifier)"#))
  }

  @Test func whatIsWrittenIsInProportionToTheChange() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder)
    // 10 MB of state.
    for _ in 0..<10 {
      try server.dispatch(["type": "keep", "text": .string(String(repeating: "y", count: 1 << 20))])
    }
    let before = try server.writtenBytes()
    for index in 0..<100 {
      try server.dispatch(["type": "change", "index": .integer(index % 10), "text": "z"])
      if index == 9 { break }
    }
    #expect(try server.writtenBytes() - before < 1 << 20)
  }

  /// A store from before sessions could be kept in several stores.
  @Test func aStoreOfAnOlderNavtreeIsBroughtUpToDate() throws {
    let folder = try TemporaryFolder()
    let old = try #require(Files.bytes(of: Files.package + "/Tests/Expected/Stores/version-1.db"))
    let path = folder.path + "/store.db"
    Files.write(old, to: path)
    let looking = try ChildProcess(["store", "ls", path]).finish()
    #expect(looking.status == 74)
    #expect(
      looking.errorText.contains("its tables have version 1: navtree store vacuum brings them up to date"))
    let server = try StoredServer(in: folder)
    #expect(try server.call("state.get", ["pointer": "/state/count"]) == 2)
    #expect(try server.dispatch(["type": "count"])["seq"] == 3)
    try server.kill()
    #expect(try StoredServer(in: folder).call("session.list")[0]?["seq"] == 3)
    #expect(try ChildProcess(["store", "verify", path]).finish().text == "1 session sound, 0 findings\n")
  }

  @Test(
    .enabled(if: Files.text(of: "/proc/self/io") != nil, "needs /proc"),
    arguments: ["commit", "batch", "off"])
  func anIdleSessionCostsNothing(durability: String) throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder, ["--durability", durability], clock: "real")
    try server.dispatch(["type": "count"])
    /// The number of sleeps, and the bytes read and written.
    func costs() -> [Substring] {
      let process = "/proc/\(server.child.identifier)/"
      let lines = ["status", "io"].compactMap { Files.text(of: process + $0) }.joined(separator: "\n")
      return lines.split(separator: "\n").filter { $0.contains("ctxt_switches") || $0.contains("char") }
    }
    // Changes that may wait a tenth of a second are stored first, which takes as long as the machine likes.
    var (before, after): ([Substring], [Substring]) = ([], costs())
    for _ in 0..<100 where before != after {
      before = after
      #expect(server.child.exchange([], waiting: 300).received.isEmpty)
      after = costs()
    }
    #expect(after == before)
    #expect(before.count == 4)
  }

  @Test func whatIsBatchedIsThereWhenTheProcessEnds() throws {
    let folder = try TemporaryFolder()
    for durability in ["batch", "off"] {
      let server = try StoredServer(in: folder, ["--durability", durability])
      try server.dispatch(["type": "count"])
      #expect(try server.child.finish().status == 0)
    }
    #expect(try StoredServer(in: folder).call("state.get", ["pointer": "/state/count"]) == 2)
  }

  @Test func aChangedFlowGetsWhatFitsIt() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder)
    try server.dispatch(["type": "keep", "text": "one"])
    _ = try server.child.finish()
    let changed = StoredServer.flow.replacing("count: integer, items", with: "count: string, items")
      .replacing(#"count: "${state.count + 1}""#, with: "count: more")
    let other = try ChildProcess(["serve", "--store", "sqlite:\(folder.path)/store.db"])
    let load: JSONValue = [
      "jsonrpc": "2.0", "id": 1, "method": "flow.load", "params": ["yaml": .string(changed)],
    ]
    let open: JSONValue = [
      "jsonrpc": "2.0", "id": 2, "method": "session.open", "params": ["flow": "counter"],
    ]
    let outcome = try other.finish(sending: "\(load)\n\(open)\n".utf8)
    let answer = try JSONValue(parsing: try #require(outcome.lines.dropFirst().first))
    let told = try JSONValue(parsing: try #require(outcome.lines.last))
    #expect(told["params"] == ["session": "counter", "report": answer["result"]?["report"] ?? .null])
    #expect(
      outcome.errorText
        == "navtree: session 'counter': 1 value of counter.state.count was lost: it must be a string, not an integer\n"
    )
    #expect(
      answer["result"]?["report"] == [
        [
          "field": "counter.state.count", "fate": "dropped", "count": 1, "pointer": "/rows/0/state/count",
          "reason": "it must be a string, not an integer",
        ],
        [
          "field": "counter.state.count", "fate": "defaulted", "count": 1, "pointer": "/rows/0/state/count",
          "reason": "what is stored must be a string, not an integer",
        ],
        ["field": "counter.state.items", "fate": "kept", "count": 1],
      ])
  }

  @Test(arguments: [
    ("no database", "hello, this is no database at all, but text"), ("a folder", nil),
  ])
  func whatIsNoStoreIsNamed(name: String, content: String?) throws {
    let folder = try TemporaryFolder()
    let path = content == nil ? folder.path : folder.path + "/store.db"
    if let content { Files.write(content, to: path) }
    let outcome = try ChildProcess(["serve", "--store", "sqlite:\(path)"]).finish()
    #expect(outcome.status == 74)
    #expect(outcome.errorText.contains(path))
  }
}
