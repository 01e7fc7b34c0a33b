import NavtreeEngine
import NavtreeJSON
import NavtreePersistence
import NavtreeTestSupport
import OrderedCollections
import Testing

/// `navtree store vacuum` of many sessions.
@Suite struct VacuumTests {
  /// Waiting for the disk once for each session took most of the time.
  @Test func itWaitsForTheDiskAFewTimes() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/store.db"
    let names = (0..<500).map { "session \($0)" }
    do {
      let talk = try ServedStore(SessionStore(path: path, durability: .off), flow: StoredServer.flow)
      for name in names {
        try talk.call("session.open", ["flow": "counter", "session": .string(name)])
        try talk.call("dispatch", ["session": .string(name), "action": ["type": "count"]])
      }
      try talk.finish()
    }
    let syncs = SyncCount(below: folder.path)
    let store = try syncs.opening { try SessionStore(path: path, durability: .commit) }
    let before = syncs.value
    try store.vacuum()
    #expect((1..<30).contains(syncs.value - before), "\(syncs.value - before) syncs")
    #expect(try store.list().allSatisfy { $0.changesSize == 0 && $0.seq == 1 })
    #expect(store.verify().findings.isEmpty && store.verify().sound.count == names.count)
    // From here on each commit waits again.
    let former = syncs.value
    let stored = try store.read(#require(try store.find(names[0])))
    try store.import(stored, as: "another")
    #expect(syncs.value > former)
  }
}
