import Navtree

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

let path = "/tmp/navtree-snippet-\(getpid()).db"
defer { for suffix in ["", "-wal", "-shm", ".lock"] { unlink(path + suffix) } }
let flow = try Flow(contentsOf: "Specs/social.navtree.yaml")

// Each change is on disk before its call returns.
do {
  let session = try Session(flow, store: .sqlite(path))
  try session.push("userDetail", ["user": ["id": 7, "name": "Ada"]])
  try session.close()
}

// The next process goes on where this one stopped, however it ended.
let session = try Session(flow, store: .sqlite(path))
print(session.tree["/main/detail"]?.params["user"] ?? .null)
print(session.effectsInFlight.map(\.isAgain))
for loss in session.losses { print("lost under a changed flow:", loss) }

// A snapshot is one value, which goes anywhere.
let snapshot = session.snapshot()
let copy = try Session(restoring: snapshot, flow)
print(copy.outline == session.outline)
