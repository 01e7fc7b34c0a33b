import NavtreeTestSupport
import Testing

/// The memory of a process whose sessions come and go.
@Suite(.enabled(if: Files.text(of: "/proc/version") != nil, "no count of memory here"))
struct SessionMemoryTests {
  /// Opens sessions one after another, changes each, and ends it.
  private func pass(_ count: Int, of child: ChildProcess, endedBy end: String) throws {
    func request(_ method: String, _ params: String) -> String {
      #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)"session":"passing"}}"# + "\n"
    }
    let open = request("session.open", #""flow":"counter","#)
    let one = open + request("push", #""screen":"detail","#) + request(end, "")
    let group = 50
    for _ in 0..<count / group {
      let requests = Array(repeating: one, count: group).joined()
      #expect(child.send(requests.utf8) == requests.utf8.count)
      for _ in 0..<3 * group { try #require(try child.line().contains(#""result""#)) }
    }
  }

  @Test(arguments: ["session.close", "session.delete"])
  func itIsGivenBackWithTheSession(end: String) throws {
    let folder = try TemporaryFolder()
    let store = end == "session.delete" ? ["--store", "sqlite:\(folder.path)/store.db"] : []
    let child = try ChildProcess(["serve", "Benchmarks/flows/counter.navtree.yaml"] + store)
    try pass(200, of: child, endedBy: end)
    let before = try #require(child.peakMemory)
    try pass(600, of: child, endedBy: end)
    let grown = try #require(child.peakMemory) - before
    // A session takes kilobytes.
    #expect(grown < 1 << 20, "grown by \(grown) bytes")
    #expect(try child.finish().status == 0)
  }
}
