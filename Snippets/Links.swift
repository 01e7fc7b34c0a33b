import Navtree

let session = try Session(Flow(contentsOf: "Specs/social.navtree.yaml"))

// A link puts a whole tree of screens in place of the window's.
try session.open("people://users/7/followers")
print(session.outline)

do {
  try session.open("people://userz/7")
} catch {
  print(error.kind, error.hint ?? "")
}

// A second window has a tree of its own.
try session.openWindow("second", "userList")
try session.open("https://people.example/users/9", in: "second")
print(session.tree.windows, session.tree.active(in: "second")?.params["user"] ?? .null)
try session.closeWindow("second")
