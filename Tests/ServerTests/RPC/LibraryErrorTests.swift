import Navtree
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// A refusal of the library beside that of the protocol: kind, sentence and data are the same.
@Suite struct LibraryErrorTests {
  private struct Refusal: Sendable {
    let name: String
    let method: String
    let params: String
    let call: @Sendable (Session) throws -> Void

    init(
      _ name: String, _ method: String, _ params: String, _ call: @escaping @Sendable (Session) throws -> Void
    ) {
      self.name = name
      self.method = method
      self.params = params
      self.call = call
    }
  }

  private static let actions: [Refusal] = [
    Refusal("an unknown action", "dispatch", #"{"action":{"type":"coun"}}"#) { _ = try $0.send("coun") },
    Refusal("a wrong payload", "dispatch", #"{"action":{"type":"keep","text":7}}"#) {
      _ = try $0.send("keep", ["text": 7])
    },
    Refusal("an address", "dispatch", #"{"at":"/main/next","action":{"type":"count"}}"#) {
      _ = try $0.send("count", to: "/main/next")
    },
    Refusal("another last change", "dispatch", #"{"action":{"type":"count"},"ifSeq":7}"#) { session in
      _ = try session.with(ifSeq: 7) { try session.send("count") }
    },
    Refusal("an empty origin", "dispatch", #"{"action":{"type":"count"},"origin":""}"#) { session in
      _ = try session.with(origin: "") { try session.send("count") }
    },
    Refusal(
      "a part of a batch", "batch",
      #"{"actions":[{"action":{"type":"count"}},{"action":{"type":"keep","text":7}}]}"#
    ) { session in
      _ = try session.batch {
        _ = try session.send("count")
        return try session.send("keep", ["text": 7])
      }
    },
    Refusal(
      "a navigation of a batch", "batch",
      #"{"actions":[{"action":{"type":"nav.present","screen":"countr"}}]}"#
    ) { session in
      _ = try session.batch { try session.present("countr") }
    },
  ]

  private static let broadcasts: [Refusal] = [
    Refusal("no type", "broadcast", #"{"screen":"countr","action":{"type":"count"}}"#) {
      _ = try $0.broadcast("count", to: "countr")
    },
    Refusal("no action", "broadcast", #"{"screen":"counter","action":{"type":"coun"}}"#) {
      _ = try $0.broadcast("coun", to: "counter")
    },
    Refusal(
      "a wrong condition", "broadcast", #"{"screen":"counter","action":{"type":"count"},"where":"state."}"#
    ) {
      _ = try $0.broadcast("count", to: "counter", where: "state.")
    },
    Refusal("no window", "broadcast", #"{"screen":"counter","action":{"type":"count"},"window":"mian"}"#) {
      _ = try $0.broadcast("count", to: "counter", in: "mian")
    },
  ]

  private static let navigations: [Refusal] = [
    Refusal("an unknown screen", "present", #"{"screen":"countr"}"#) { _ = try $0.present("countr") },
    Refusal("an unknown taker of a result", "present", #"{"screen":"counter","then":"coun"}"#) {
      _ = try $0.present("counter", then: "coun")
    },
    Refusal("nothing to go back to", "popTo", #"{"screen":"counter","identity":7}"#) {
      _ = try $0.popTo("counter", identity: 7)
    },
    Refusal("a wrong tree", "reset", #"{"tree":["counter",{"countr":{}}]}"#) {
      _ = try $0.reset(to: ["counter", ["countr": [:]]])
    },
    Refusal("no link", "link.open", #"{"url":"/nowhere"}"#) { _ = try $0.open("/nowhere") },
    Refusal("no window to close", "window.close", #"{"window":"mian"}"#) { try $0.closeWindow("mian") },
  ]

  @Test func bothRefuseAlike() throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder)
    let session = try Session(Flow(yaml: StoredServer.flow), clock: .virtual())
    for refusal in Self.actions + Self.broadcasts + Self.navigations {
      let name = refusal.name
      let error = #expect(throws: NavtreeError.self) { try refusal.call(session) }
      let params = try JSONValue(parsing: Array(refusal.params.utf8))
      let answer = try server.ask(refusal.method, params)["error"]?["data"]
      #expect(error?.kind.rawValue == answer?["kind"]?.string, "\(name)")
      #expect(error?.message == answer?["message"]?.string, "\(name)")
      var data = answer?.object ?? [:]
      for key in ["kind", "message", "retry"] { data[key] = nil }
      #expect(JSONValue.object(error?.data ?? [:]) == .object(data), "\(name)")
      #expect(session.seq == 0, "\(name)")
    }
    _ = try server.child.finish()
  }
}
