import Navtree

struct Note: Codable {
  let title: String
  let text: String
}

let session = try Session(Flow(contentsOf: "notes.navtree.yaml"))
session.onEffect("fetchNotes") { (_: JSONValue) in
  try JSONValue(encoding: ["notes": [Note(title: "Milk", text: "two bottles")]])
}
await session.settled()

try session.send("open", ["index": 0])
print(session.active?.params["note"]?["text"] ?? .null)

try session.back()
do {
  try session.send("open", ["index": 7])
} catch {
  print(error)
}
