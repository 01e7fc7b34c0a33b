import NavtreeTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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

  @Test func aProcessWaitsForAnotherOneThatMakesTheFile() throws {
    let folder = try TemporaryFolder()
    let store = folder.path + "/store.db"
    Files.write("", to: store)
    let file = open(store, O_RDWR | O_CLOEXEC)
    defer { close(file) }
    // The bytes that SQLite locks to write and to read (https://sqlite.org/fileformat2.html#the_lock_byte_page).
    func lock(_ kind: some BinaryInteger, _ start: Int, _ count: Int) -> flock {
      var lock = flock()
      lock.l_type = .init(kind)
      lock.l_whence = .init(SEEK_SET)
      (lock.l_start, lock.l_len) = (.init(start), .init(count))
      return lock
    }
    var reserved = lock(F_WRLCK, 0x4000_0001, 1)
    #expect(fcntl(file, F_SETLK, &reserved) == 0)
    let child = try ChildProcess(["serve", "--store", "sqlite:" + store])
    // It reads while it wants to write.
    for _ in 0..<3_000_000 {
      var shared = lock(F_WRLCK, 0x4000_0002, 510)
      if fcntl(file, F_GETLK, &shared) == 0, shared.l_type != .init(F_UNLCK) { break }
      usleep(200)
    }
    // By then it has failed, if it doesn't wait.
    usleep(20_000)
    reserved.l_type = .init(F_UNLCK)
    #expect(fcntl(file, F_SETLK, &reserved) == 0)
    let outcome = try child.finish(sending: (Self.ping + "\n").utf8)
    #expect(outcome.status == 0 && outcome.errorText.isEmpty, "\(outcome.errorText)")
  }
}
