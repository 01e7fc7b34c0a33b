import Navtree

struct Query: Decodable, Sendable {
  let source: String
  let of: Int?
  let cursor: String?
}

struct Page: Encodable, Sendable {
  struct User: Encodable, Sendable {
    let id: Int
    let name: String
  }

  let items: [User]
  let cursor: String?
}

// A handler is an asynchronous function with types of the program. Its task is cancelled when its screen goes.
let flow = try Flow(contentsOf: "Specs/social.navtree.yaml")
let session = try Session(flow)
session.onEffect("fetchUsers") { (query: Query) async throws -> Page in
  guard query.cursor == nil else { throw EffectFailure(["kind": "offline"]) }
  return Page(items: [Page.User(id: 1, name: "Ada"), Page.User(id: 2, name: "Brook")], cursor: "2")
}
await session.settled()
print(session.tree["/main"]?.state["items"] ?? .null)

try session.send("list.more")
await session.settled()
print(session.tree["/main"]?.state["error"] ?? .null)

// By hand: a sequence of requests and of ends, and an answer to each.
let other = try Session(flow)
for await event in other.effects {
  switch event {
  case .requested(let effect):
    print(effect.name, effect.input, effect.address)
    try other.answer(effect.id, ["items": [["id": 3, "name": "Cleo"]]])
  case .cancelled(let effect, let reason): print(effect.key, reason)
  }
  break
}
print(other.tree["/main"]?.state["items"] ?? .null)
