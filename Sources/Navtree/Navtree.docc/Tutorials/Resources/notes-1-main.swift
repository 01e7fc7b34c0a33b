import Navtree

let session = try Session(Flow(contentsOf: "notes.navtree.yaml"))
print(session.outline)
