import NavtreeTestSupport
import Testing

/// What `navtree serve` writes to standard error.
@Suite struct LogLevelTests {
  private static let input = [
    #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#,
    #"{"jsonrpc":"2.0","id":2,"method":"dispatch","params":{"action":{"type":"nothing"}}}"#,
    #"{"jsonrpc":"2.0","id":3,"method":"flow.unload","params":{"flow":"counter"}}"#,
    #"{"jsonrpc":"2.0","id":4,"method":"session.close","params":{"session":"counter"}}"#,
  ]

  private static let info = """
    navtree: the flow 'counter' is loaded from Benchmarks/flows/counter.navtree.yaml
    navtree: the session 'counter' of 'counter' is open, with seq 0
    navtree: the flow 'counter' is unloaded
    navtree: the session 'counter' is closed

    """
  private static let debug = """
    navtree: the flow 'counter' is loaded from Benchmarks/flows/counter.navtree.yaml
    navtree: the session 'counter' of 'counter' is open, with seq 0
    navtree: ping
    navtree: dispatch: notHandled
    navtree: the flow 'counter' is unloaded
    navtree: flow.unload
    navtree: the session 'counter' is closed
    navtree: session.close

    """

  @Test(
    arguments: [
      ([], ""), (["--log-level", "error"], ""), (["--log-level", "warning"], ""),
      (["--log-level", "info"], info), (["--log-level", "debug"], debug),
    ] as [([String], String)])
  func aLevelIncludesThoseAboveIt(arguments: [String], expected: String) throws {
    let child = try ChildProcess(["serve", "Benchmarks/flows/counter.navtree.yaml"] + arguments)
    let outcome = try child.finish(sending: (Self.input.joined(separator: "\n") + "\n").utf8)
    #expect(outcome.status == 0)
    #expect(outcome.errorText == expected)
  }
}
