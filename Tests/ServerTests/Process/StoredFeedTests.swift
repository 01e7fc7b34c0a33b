import JSON
import OrderedCollections
import TestSupport
import Testing

/// The feed of `Specs`, which goes on after its process was killed, without its secrets.
@Suite
struct StoredFeedTests {
  @Test func aKilledFeedGoesOnWhereItStood() throws {
    let feed = try #require(Files.text(of: Files.package + "/Specs/feed.navtree.yaml"))
    let folder = try TemporaryFolder()
    let first = try StoredServer(in: folder, flow: feed)
    try first.dispatch(["type": "name", "text": "ada"])
    try first.dispatch(["type": "password", "text": "planted password"])
    try first.dispatch(["type": "signedIn", "token": "planted-token"])
    try first.dispatch([
      "type": "loaded",
      "posts": [
        ["id": 1, "by": "ada", "text": "The engine weaves."], ["id": 2, "by": "ben", "text": "Does it?"],
      ],
    ])
    try first.dispatch(["type": "open", "index": 1])
    try first.dispatch(["type": "like"])
    let saved = try first.call("snapshot.save")
    try first.kill()
    let second = try StoredServer(in: folder, flow: feed)
    #expect(try second.call("snapshot.save") == saved)
    #expect(try second.call("state.outline") == "/main\n| feed #2  (hidden)\n| post: thread #3  <- active\n")
    #expect(try second.ask("dispatch", ["action": ["type": "like"]])["error"]?["data"]?["kind"] == "rejected")
    try second.dispatch(["type": "nav.back"])
    #expect(try second.call("state.get", ["pointer": "/state/posts/1/text"]) == "Does it?")
    try second.kill()
    let stored = ["", "-wal"].compactMap { Files.text(of: folder.path + "/store.db" + $0) }.joined()
    let holdsPosts = stored.contains("The engine weaves.")
    let holdsSecrets = stored.contains("planted")
    #expect(holdsPosts && !holdsSecrets)
  }
}
