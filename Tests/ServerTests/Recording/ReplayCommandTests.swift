import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing
import NavtreeSystem

/// `navtree serve --record` and `navtree replay`, by the files that they leave.
@Suite struct ReplayCommandTests {
  private static func run(_ script: String) throws -> ChildProcess.Outcome {
    let flow = """
      navtree: 1
      flow: door
      start: home
      screens:
        home:
          state: { open: boolean, tries: integer }
          actions:
            enter:
              payload: { password: { type: string, sensitive: true } }
              rules:
                - when: action.password == 'sesame'
                  set: { open: true }
                - set: { tries: "${state.tries + 1}" }
      """
    let requests = """
      {"jsonrpc":"2.0","method":"dispatch","params":{"action":{"type":"enter","password":"open"}}}
      {"jsonrpc":"2.0","method":"dispatch","params":{"action":{"type":"enter","password":"sesame"}}}
      """
    let whole = """
      folder=$(mktemp -d) && cd "$folder" || exit 99
      printf '%s\\n' "$1" > door.navtree.yaml
      printf '%s\\n' "$2" | "$0" serve door.navtree.yaml --record door.jsonl || exit 98
      \(script)
      status=$?
      rm -r "$folder"
      exit $status
      """
    return try ChildProcess(["-c", whole, ChildProcess.navtree, flow, requests], program: "/bin/sh").finish()
  }

  @Test func aRecordedServerIsReplayed() throws {
    let outcome = try Self.run(#""$0" replay door.jsonl"#)
    #expect(outcome.text == "door.jsonl: the same, 3 lines\n")
    #expect(outcome.errorText == "")
    #expect(outcome.status == 0)
  }

  /// Its answers read `action.input` and `action.key`, and a part of the input is sensitive.
  @Test func whatAnAnswerReadsOfItsRequestIsReplayed() throws {
    let path = Files.package + "/Specs/crossing/answer-request.transcript"
    let transcript = try #require(PlayedTranscript(path: path))
    let folder = try TemporaryFolder()
    let (flow, tape) = ("\(folder.path)/photos.navtree.yaml", "\(folder.path)/tape")
    let load = try JSONValue(parsing: Array(try #require(transcript.requests.first).utf8))
    Files.write(try #require(load["params"]?["yaml"]?.string), to: flow)
    #expect(try transcript.played(with: ["--record", tape]).outcome.status == 0)
    for _ in 0..<2 {
      let outcome = try ChildProcess(["replay", tape, flow]).finish()
      #expect(outcome.status == 0 && outcome.text == "\(tape): the same, 13 lines\n", "\(outcome.errorText)")
      // Other values stand for the secrets the second time.
      unlink(tape + ".secrets")
    }
  }

  @Test func theSecretsAreForTheOwnerAlone() throws {
    let outcome = try Self.run(
      "umask 000; stat -c %a door.jsonl.secrets; cat door.jsonl.secrets; grep -c sesame door.jsonl")
    #expect(
      outcome.text == "600\n{\"line\":2,\"values\":[\"open\"]}\n{\"line\":3,\"values\":[\"sesame\"]}\n0\n")
  }

  @Test func withoutTheSecretsOtherValuesAreReplayedAndThatIsTold() throws {
    let outcome = try Self.run(#"rm door.jsonl.secrets; "$0" replay door.jsonl"#)
    #expect(outcome.text == "door.jsonl:3: /screens/1/state/open: recorded true, now nothing\n")
    #expect(
      outcome.errorText
        == "navtree: 2 sensitive values aren't known: there is no door.jsonl.secrets\n")
    #expect(outcome.status == 1)
  }

  @Test func anotherFlowIsTold() throws {
    let outcome = try Self.run(
      #"sed 's/tries + 1/tries + 2/' door.navtree.yaml > other.yaml; "$0" replay --json door.jsonl other.yaml"#
    )
    #expect(
      outcome.text
        == #"{"equal":false,"lines":1,"line":2,"place":"/screens/1/state/tries","recorded":1,"replayed":2,"#
        + #""zeroed":0,"changedFlows":["door"]}"# + "\n")
    #expect(outcome.status == 1)
  }

  @Test func whatIsNoRecordingIsTold() throws {
    let outcome = try Self.run(#"echo '{"session":"door"}' | "$0" replay -"#)
    #expect(
      outcome.errorText
        == "navtree: <stdin>: line 1 can't be replayed: it names no session, or comes before a line that opens one\n"
    )
    #expect(outcome.status == 1)
  }

  @Test func aFileThatCantBeWrittenIsTold() throws {
    let outcome = try Self.run(#""$0" serve --record nowhere/door.jsonl </dev/null"#)
    #expect(outcome.errorText == "navtree: nowhere/door.jsonl: No such file or directory\n")
    #expect(outcome.status == 74)
  }
}
