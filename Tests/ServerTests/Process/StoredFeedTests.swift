import NavtreeJSON
import OrderedCollections
import NavtreeTestSupport
import Testing

/// The feed of `Specs`, continued after its process was killed: the user is found in one store, the token in
/// another, and the posts in a third.
@Suite
struct StoredFeedTests {
  private static let posts: JSONValue = [
    ["id": 1, "by": "ada", "text": "The engine weaves."], ["id": 2, "by": "ben", "text": "Does it?"],
  ]

  private func serve(_ folder: TemporaryFolder, _ stores: [String]) throws -> StoredServer {
    let feed = try #require(Files.text(of: Files.package + "/Specs/feed.navtree.yaml"))
    let places = stores.flatMap { ["--store", "\($0)=sqlite:\(folder.path)/\($0).db"] }
    return try StoredServer(in: folder, places, flow: feed)
  }

  /// The files that hold a text; a store's journal counts as the store.
  private func holders(of text: String, in folder: TemporaryFolder) -> Set<String> {
    let names = Files.names(in: folder.path, endingIn: "").filter { $0.contains(".db") }
    return Set(
      names.filter { Files.text(of: "\(folder.path)/\($0)")?.contains(text) == true }
        .map { $0.replacing("-wal", with: "") })
  }

  @Test func aKilledFeedGoesOnWhereItStood() throws {
    let folder = try TemporaryFolder()
    let stores = ["secrets", "people", "posts"]
    let first = try serve(folder, stores)
    try first.dispatch(["type": "name", "text": "ada"])
    try first.dispatch(["type": "password", "text": "planted password"])
    try first.dispatch(["type": "signedIn", "token": "planted-token"])
    try first.dispatch(["type": "loaded", "posts": Self.posts])
    try first.dispatch(["type": "open", "index": 1])
    try first.dispatch(["type": "like"])
    let saved = try first.call("snapshot.save", ["sensitive": true])
    try first.kill()
    #expect(holders(of: "planted", in: folder) == ["secrets.db"])
    #expect(holders(of: "\"ada\"", in: folder).isSuperset(of: ["people.db"]))
    #expect(holders(of: "The engine weaves.", in: folder) == ["posts.db"])
    let second = try serve(folder, stores)
    #expect(try second.call("snapshot.save", ["sensitive": true]).description == saved.description)
    #expect(try second.call("state.outline") == "/main\n| feed #2  (hidden)\n| post: thread #3  <- active\n")
    #expect(try second.ask("dispatch", ["action": ["type": "like"]])["error"]?["data"]?["kind"] == "rejected")
    try second.dispatch(["type": "nav.back"])
    #expect(try second.call("state.get", ["pointer": "/state/posts/1/text"]) == "Does it?")
    try second.dispatch(["type": "expired"])
    _ = try second.child.finish()
    #expect(holders(of: "planted", in: folder) == [])
  }

  @Test func withoutStoresOfItsOwnAFeedForgetsWhatIsSecretAndWhatCanBeLoaded() throws {
    let folder = try TemporaryFolder()
    let first = try serve(folder, [])
    try first.dispatch(["type": "name", "text": "ada"])
    try first.dispatch(["type": "password", "text": "planted password"])
    try first.dispatch(["type": "signedIn", "token": "planted-token"])
    try first.dispatch(["type": "loaded", "posts": Self.posts])
    try first.kill()
    #expect(holders(of: "planted", in: folder) == [])
    let second = try serve(folder, [])
    #expect(try second.call("state.query", ["expr": "shared.user"]) == "ada")
    #expect(try second.call("state.query", ["expr": "shared.session == null", "sensitive": true]) == true)
    #expect(try second.call("state.get", ["pointer": "/state/posts"]) == [])
  }
}
