import NavtreeTestSupport
import Testing
import NavtreeSystem

/// A file of SQLite that several processes open.
@Suite(.serialized)
struct SharedStoreTests {
  private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

  @Test func processesThatStartAtOnceShareANewFile() throws {
    for _ in 1...3 {
      let folder = try TemporaryFolder()
      let children = try (1...8).map { _ in
        try ChildProcess(["serve", "--store", "sqlite:\(folder.path)/store.db"])
      }
      for child in children {
        let outcome = try child.finish(sending: (Self.ping + "\n").utf8)
        #expect(outcome.status == 0 && outcome.errorText.isEmpty, "\(outcome.errorText)")
        #expect(outcome.lines.count == 1)
      }
    }
  }

  @Test(.enabled(if: Files.text(of: "/proc/version") != nil, "nothing tells which files a program has open"))
  func aProcessWaitsForAnotherOneThatMakesTheFile() throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store.db"
    Files.write("", to: store)
    let file = open(store, O_RDWR | O_CLOEXEC)
    defer { close(file) }
    // The byte that SQLite locks before it writes (https://sqlite.org/fileformat2.html#the_lock_byte_page).
    var reserved = flock()
    reserved.l_type = .init(F_WRLCK)
    reserved.l_whence = .init(SEEK_SET)
    (reserved.l_start, reserved.l_len) = (0x4000_0001, 1)
    #expect(fcntl(file, F_SETLK, &reserved) == 0)
    let child = try ChildProcess(["serve", "--store", "sqlite:" + store])
    // It locks the file for moments only, but keeps it open while it waits.
    #expect(try child.opens(store))
    // By then it has failed, if it doesn't wait.
    usleep(20_000)
    reserved.l_type = .init(F_UNLCK)
    #expect(fcntl(file, F_SETLK, &reserved) == 0)
    let outcome = try child.finish(sending: (Self.ping + "\n").utf8)
    #expect(outcome.status == 0 && outcome.errorText.isEmpty, "\(outcome.errorText)")
  }
}
