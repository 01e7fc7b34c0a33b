import Navtree

// A flow with errors throws FlowDiagnostics: all of them, with their places.
let flow = try Flow(contentsOf: "Specs/social.navtree.yaml")
let session = try Session(flow)  // clock, store and limits are options

session.onEffect("fetchUsers") { input in
  ["items": [["id": 1, "name": "Ada"]]]
}
await session.settled()
let changes = session.changes(at: "/main/detail")

try session.send("select", ["index": 0], to: "/main")
print(session.tree["/main/detail"]?.params["user"]?["name"] ?? "nobody")  // "Ada"
print(session.outline)

for await change in changes {
  print(change.value["screen"] ?? .null)  // "userDetail"
  break
}
