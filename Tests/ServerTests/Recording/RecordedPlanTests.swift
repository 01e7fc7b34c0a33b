import NavtreeTestSupport
import Testing

@Suite struct RecordedPlanTests {
  @Test func aPlanIsNoInput() throws {
    let folder = try TemporaryFolder()
    let tape = folder.path + "/tape"
    let lines = [
      #"{"jsonrpc":"2.0","id":1,"method":"plan","params":{"screen":"filterSheet"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"dispatch","params":{"action":{"type":"openFilter"}}}"#,
    ].map { $0 + "\n" }.joined()
    let served = try ChildProcess([
      "serve", "Specs/social.navtree.yaml", "--clock", "virtual", "--record", tape,
    ]).finish(sending: lines.utf8)
    #expect(served.text.contains(#""plan":"reached""#), "\(served.text)")
    #expect(Files.text(of: tape)?.contains("plan") == false)
    #expect(try ChildProcess(["replay", tape]).finish().status == 0)
  }
}
