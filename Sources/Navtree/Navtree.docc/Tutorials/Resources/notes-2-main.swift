import Navtree

let session = try Session(Flow(contentsOf: "notes.navtree.yaml"))

try session.send("open", ["index": 0])
print(session.active?.params["note"]?["text"] ?? .null)

try session.back()
do {
  try session.send("open", ["index": 7])
} catch {
  print(error)
}
