import Navtree

let session = try Session(Flow(contentsOf: "Specs/social.navtree.yaml"))

// A list opens a detail, the detail opens a list of followers, that list opens another detail, to any depth.
var user = 1
for _ in 0..<3 {
  try session.push("userDetail", ["user": ["id": .integer(user), "name": .string("User \(user)")]])
  try session.send("showFollowers")
  user += 1
}
print(session.outline)

// An address is a path, or the id of one screen.
guard let detail = session.tree["/main/detail/list/detail"] else { fatalError("no such screen") }
try session.send("inc", to: Address(detail.id))
print(detail.address, detail.state["count"] ?? 0)

// An action for a screen costs the same at any depth, and no other screen sees it.
print(session.tree.screens.filter { $0.state["count"] == 1 }.map(\.address))

// Going back removes screens with everything that they present.
try session.back()
try session.dismiss(Address(detail.id))
print(detail.isAlive, session.tree.count)

// Each call can be undone.
try session.undo()
print(detail.isAlive, session.active?.address ?? "")

// A fork tries what would happen.
let fork = try session.fork()
try fork.popToRoot()
print(fork.tree.count, session.tree.count)
