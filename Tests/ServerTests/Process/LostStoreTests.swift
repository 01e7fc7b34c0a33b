import NavtreeJSON
import NavtreeTestSupport
import Testing
import NavtreeSystem

/// Stores whose files are touched from outside, and paths that are no stores.
@Suite(.serialized)
struct LostStoreTests {
  enum Loss: String, CaseIterable, CustomTestStringConvertible {
    case removed, renamed, replaced, truncated, withoutLog, withEmptyLog, withHalfTheLog, withoutLocks

    var testDescription: String { rawValue }

    func happen(to store: String) {
      switch self {
      case .removed: unlink(store)
      case .renamed: rename(store, store + ".moved")
      case .replaced:
        unlink(store)
        Files.write("", to: store)
      case .truncated: truncate(store, 0)
      case .withoutLog: unlink(store + "-wal")
      case .withoutLocks: unlink(store + ".lock")
      case .withEmptyLog: truncate(store + "-wal", 0)
      case .withHalfTheLog: truncate(store + "-wal", off_t(Files.bytes(of: store + "-wal")?.count ?? 0) / 2)
      }
    }
  }

  @Test(arguments: Loss.allCases)
  func nothingIsCalledStoredInAFileThatIsLost(loss: Loss) throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder)
    try server.dispatch(["type": "count"])
    loss.happen(to: folder.path + "/store.db")
    for _ in 1...2 {
      let error = try server.ask("dispatch", ["action": ["type": "count"]])["error"]
      #expect(error?["data"]?["kind"] == "storage")
      #expect(error?["message"]?.string?.contains("while it was open") == true)
      #expect(error?["data"]?["hint"] == "put it back, or start again; until then nothing is stored")
    }
    #expect(try server.call("state.get", ["pointer": "/state/count"]) == 1)
  }

  @Test func whatIsWrittenBesideTheAnswersIsWrittenThoughTheLastChangeCantBeStored() throws {
    let folder = try TemporaryFolder()
    let (metrics, coverage) = (folder.path + "/metrics", folder.path + "/coverage")
    let server = try StoredServer(
      in: folder,
      [
        "--durability", "batch", "--metrics", metrics, "--metrics-interval", "1h", "--coverage", coverage,
      ])
    try server.call("ping")
    rename(folder.path + "/store.db", folder.path + "/moved")
    try server.dispatch(["type": "count"])
    #expect(try server.child.finish().status == 74)
    #expect(Files.text(of: metrics)?.contains(#""dispatch":1"#) == true)
    #expect(Files.text(of: coverage)?.contains("counter") == true)
  }

  @Test func aStoreThatIsPutBackGoesOn() throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store.db"
    let server = try StoredServer(in: folder)
    try server.dispatch(["type": "count"])
    rename(store, store + ".moved")
    #expect(try server.ask("dispatch", ["action": ["type": "count"]])["error"] != nil)
    rename(store + ".moved", store)
    try server.dispatch(["type": "count"])
    try server.kill()
    #expect(try StoredServer(in: folder).call("state.get", ["pointer": "/state/count"]) == 2)
  }

  @Test func aStoreThatAnotherProcessCompactsGoesOn() throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store.db"
    let server = try StoredServer(in: folder)
    for _ in 1...20 {
      try server.dispatch(["type": "keep", "text": .string(String(repeating: "x", count: 100_000))])
    }
    _ = try ChildProcess(["store", "vacuum", store]).finish()
    try server.dispatch(["type": "count"])
    _ = try server.child.finish()
    #expect(try StoredServer(in: folder).call("state.get", ["pointer": "/state/count"]) == 21)
  }

  @Test(arguments: [
    ("sqlite::memory:", "a store in memory is written 'memory:'"),
    ("sqlite:file:x?mode=memory", "a store is a path, without 'file:' and without parameters"),
    ("sqlite:x?vfs=unix", "a store is a path, without 'file:' and without parameters"),
    ("drafts=sqlite::memory:", "a store in memory is written 'memory:'"),
  ])
  func aStoreIsAPathAndNothingElse(url: String, reason: String) throws {
    let outcome = try ChildProcess(["serve", "--store", url]).finish()
    #expect(outcome.errorText.hasPrefix("Error: --store \(url): \(reason)\n"))
    #expect(outcome.status == 64)
  }

  @Test(arguments: [
    ("", "nowhere", "it is a symbolic link to a file that doesn't exist"),
    ("-wal", "nowhere", "PATH-wal isn't a regular file"),
    ("-shm", "/etc/passwd", "PATH-shm isn't a regular file"),
    (".lock", "nowhere", "it is a symbolic link"),
  ])
  func aLinkInPlaceOfAFileOfTheStoreIsRefused(suffix: String, target: String, reason: String) throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store.db"
    if !suffix.isEmpty { Files.write("", to: store) }
    symlink(target, store + suffix)
    let outcome = try ChildProcess(["serve", "--store", "sqlite:" + store]).finish()
    #expect(outcome.errorText.contains(reason.replacing("PATH", with: store)))
    #expect(outcome.status == 74)
    #expect(Files.text(of: folder.path + "/nowhere") == nil)
  }

  @Test(arguments: [":memory:", "sqlite::memory:", "file:x", "x?mode=ro"])
  func nothingIsCopiedIntoWhatIsNoPath(store: String) throws {
    let folder = try TemporaryFolder()
    let server = try StoredServer(in: folder)
    try server.dispatch(["type": "count"])
    try server.kill()
    let outcome = try ChildProcess(["store", "copy", folder.path + "/store.db", store]).finish()
    #expect(outcome.errorText.hasPrefix("Error: STORE \(store): a store "))
    #expect(outcome.status == 64)
  }

  @Test func aPathThatSQLiteWouldReadAsItsOwnIsAFile() throws {
    let folder = try TemporaryFolder()
    let outcome = try ChildProcess(
      ["-c", #"cd "$1" && exec "$0" serve --store 'sqlite:a?b'"#, ChildProcess.navtree, folder.path],
      program: "/bin/sh"
    ).finish()
    #expect(outcome.status == 0)
    var status = stat()
    #expect(stat(folder.path + "/a?b", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }
}
