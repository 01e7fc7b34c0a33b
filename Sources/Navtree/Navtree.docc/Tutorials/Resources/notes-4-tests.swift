import Navtree
import NavtreeTesting
import Testing

@Test func aNoteIsOpened() async throws {
  let store = try TestStore(Flow(contentsOf: "notes.navtree.yaml"))
  let milk: JSONValue = ["title": "Milk", "text": "two bottles"]
  await store.answer("fetchNotes", ["notes": [milk]]) { $0["/main"].notes = [milk] }
  await store.send("open", ["index": 7], refusedAs: .rejected)
  await store.send("open", ["index": 0]) { $0.add("note", at: "/main/note") { $0.params.note = milk } }
  await store.perform({ try $0.back() }) { $0.remove("/main/note") }
}
