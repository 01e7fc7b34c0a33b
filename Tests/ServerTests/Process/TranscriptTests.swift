import Testing
import NavtreeTestSupport

@Suite
struct TranscriptTests {
  private static let paths = Files.paths(below: Files.package + "/Specs", endingIn: ".transcript")
    .map { String($0.dropFirst(Files.package.count + 1)) }

  @Test
  func thereAreTranscripts() {
    #expect(!Self.paths.isEmpty)
  }

  @Test(arguments: paths)
  func aTranscriptSaysWhatHappens(path: String) throws {
    let transcript = try #require(PlayedTranscript(path: Files.package + "/" + path))
    let (played, outcome) = try transcript.played()
    #expect(outcome.errorText == "")
    #expect(outcome.status == 0)
    let difference = transcript.difference(to: played)
    if let reason = transcript.expectedFailure {
      // One that passes is an error: the mark goes.
      withKnownIssue("\(reason)") { #expect(difference == nil) }
    } else if let difference {
      if Files.isRecording { Files.write(played, to: transcript.path) }
      Issue.record("\(Files.isRecording ? "recorded \(path)" : difference)")
    }
  }

  /// Each process hashes with a seed of its own. One that says what it shall is compared with the text itself.
  @Test(arguments: paths)
  func noOutputFollowsTheOrderOfAHashTable(path: String) throws {
    let transcript = try #require(PlayedTranscript(path: Files.package + "/" + path))
    let expected = transcript.expectedFailure == nil ? transcript.text : try transcript.played().text
    for _ in 0..<rounds(3, inDebug: 1) {
      #expect(try transcript.played().text == expected)
    }
  }
}
