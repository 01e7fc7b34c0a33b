import NavtreeTestSupport
import Testing

/// Transcripts under `navtree test`: played in the process, never by a shell.
@Suite struct TranscriptCommandTests {
  private static let ping = #"> {"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n"
  private static let pong = #"< {"jsonrpc":"2.0","id":1,"result":{}}"# + "\n"

  private static func outcome(of transcript: String, _ arguments: String...) throws -> ChildProcess.Outcome {
    let folder = try TestFolder(["a.transcript": transcript])
    return try folder.shell(#"exec "$0" test "$@""#, ["a.transcript"] + arguments)
  }

  /// All of the project's own say the same in this process.
  @Test func theProjectsTranscriptsPass() throws {
    let outcome = try ChildProcess(["test"] + PlayedTranscript.right).finish()
    #expect(outcome.text.hasPrefix("\(PlayedTranscript.right.count) passed"), "\(outcome.text)")
    #expect(outcome.status == 0)
  }

  @Test func aLineThatDiffersIsTold() throws {
    let text = TestFolder.transcript.replacing(#""reply":1"#, with: #""reply":2"#)
    let expected = #"""
      FAILED a.transcript  a.transcript:2:1
        - {"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"add","text":"milk"}}}  a.transcript:3:1

        a.transcript:4:1: output: navtree writes another line
          - expected, + actual
          - {"jsonrpc":"2.0","id":1,"result":{"seq":1,"handledBy":"/main","active":"/main","reply":2}}
          + {"jsonrpc":"2.0","id":1,"result":{"seq":1,"handledBy":"/main","active":"/main","reply":1}}

        run it again: navtree test a.transcript

      0 passed, 1 failed

      """#
    let outcome = try Self.outcome(of: text)
    #expect(outcome.text == expected)
    #expect(outcome.status == 1)
  }

  @Test(arguments: [
    ("# no line", "no line begins with '$ navtree serve', so nothing can be run"),
    ("$ navtree serve none.yaml\n", "a.transcript:1:1: step: none.yaml: No such file or directory"),
    ("$ navtree serve --record r.rec\n", "step: --record: a transcript writes no file"),
    ("$ navtree serve --coverage c.json\n", "step: --coverage: a transcript writes no file"),
    (
      "$ navtree serve notes.navtree.yaml --store sqlite:s.db\n",
      "step: --store s.db: a transcript keeps its sessions in memory: --store memory:"
    ),
    ("$ navtree serve 'notes.navtree.yaml\n", "step: a quote of the command line is never closed"),
    ("$ navtree serve --clok virtual\n", "Unknown option '--clok'"),
    ("$ navtree serve\n" + ping, "output: navtree writes a line that isn't expected"),
    (
      "$ navtree serve\n" + ping + pong + pong, "output: navtree doesn't write a line that is expected"
    ),
    (
      "$ navtree serve\n" + ping.replacing("ping", with: "shutdown") + pong + ping + pong,
      "a.transcript:5:1: output: navtree doesn't write a line that is expected"
    ),
    (
      "$ navtree serve\n>" + ping.dropFirst(2),
      "a.transcript:2:1: step: a line begins with '> ' for a request"
    ),
    ("$ navtree serve\n< x\n" + ping + pong, "a.transcript:2:1: output"),
  ])
  func aTranscriptThatCannotPassIsTold(_ text: String, _ sentence: String) throws {
    let outcome = try Self.outcome(of: text)
    #expect(outcome.text.contains(sentence), "\(outcome.text)")
    #expect(outcome.status == 1)
  }

  @Test func nothingButServeIsRun() throws {
    let text = """
      $ touch /tmp/navtree-was-here && exit 1
      < anything
      $ navtree serve notes.navtree.yaml --store memory: ; touch there
      """
    let outcome = try Self.outcome(of: text + "\n")
    // The rest of the line is arguments.
    #expect(outcome.text.contains("step: ;: No such file or directory"))
    let right = "$ touch there\n< anything\n$ navtree serve\n" + Self.ping + Self.pong
    let folder = try TestFolder(["a.transcript": right])
    #expect(try folder.test().text == "1 passed\n")
    #expect(folder.text(of: "there") == nil)
  }

  @Test func severalServersAreRunOneAfterTheOther() throws {
    let text = "$ navtree serve\n" + Self.ping + Self.pong + "\n$ navtree serve\n" + Self.ping + Self.pong
    #expect(try Self.outcome(of: text).text == "1 passed\n")
  }

  @Test func linesMayEndInCRLF() throws {
    let text = TestFolder.transcript.replacing("\n", with: "\r\n")
    #expect(try Self.outcome(of: text).text == "1 passed\n")
  }

  @Test func aForeignTranscriptInAFolderIsPassedOver() throws {
    let folder = try TestFolder(["talk.transcript": "Good morning\n", "a.transcript": TestFolder.transcript])
    #expect(try folder.test().text == "1 passed\n")
  }

  /// Paths are those of the working folder, else of the transcript's.
  @Test func aTranscriptFindsTheFlowBesideIt() throws {
    let folder = try TestFolder(["a.transcript": TestFolder.transcript])
    let outcome = try ChildProcess(["test", folder.path]).finish()
    #expect(outcome.text == "1 passed\n")
  }
}
