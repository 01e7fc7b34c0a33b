import NavtreeTestSupport
import Testing

/// `navtree test --from-recording` from outside.
@Suite struct RecordingCommandTests {
  private static let requests = """
    {"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"add","text":"milk: ${x}"}}}
    {"jsonrpc":"2.0","id":2,"method":"dispatch","params":{"action":{"type":"open","index":0},"at":"#1"}}
    {"jsonrpc":"2.0","id":3,"method":"dispatch","params":{"action":{"type":"open","index":7},"at":"/main"}}
    {"jsonrpc":"2.0","id":4,"method":"history.undo"}
    {"jsonrpc":"2.0","id":5,"method":"pop"}
    {"jsonrpc":"2.0","id":6,"method":"clock.advance","params":{"by":90500}}
    {"jsonrpc":"2.0","id":7,"method":"back"}

    """

  /// A folder with a recording of those requests.
  private static func folder(_ requests: String = requests) throws -> TestFolder {
    let folder = try TestFolder(["requests": requests])
    let served = try folder.shell(
      #"exec "$0" serve notes.navtree.yaml --clock virtual --record notes.rec < requests"#)
    #expect(served.status == 0)
    return folder
  }

  @Test func aRecordingBecomesScenariosThatPass() throws {
    let folder = try Self.folder()
    let outcome = try folder.test("--from-recording", "notes.rec", "-o", "notes.scenarios.yaml")
    #expect(
      outcome.text == """
        notes.scenarios.yaml: written, 2 scenarios, 7 steps
          run it: navtree test notes.scenarios.yaml

        """)
    #expect(
      outcome.errorText == "navtree: line 5: no step does 'history.undo'; another scenario begins after it\n")
    let text = try #require(folder.text(of: "notes.scenarios.yaml"))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .split(separator: "    given:").enumerated()
      .flatMap { $0.offset == 0 ? $0.element : $0.element.drop { $0 != "    steps:" } }
    #expect(
      lines.joined(separator: "\n") == #"""
        # Made from notes.rec, session notes.
        flow: notes.navtree.yaml
        scenarios:
          - name: add, open, open
            steps:
              # The start.
              - advance: 0ms
                expect: { active: /main, screens: { /main: { screen: notes, state: { notes: [] } } } }
              - do: { add: { text: "milk: $${x}" } }
                expect:
                  screens: { /main: { state: { notes: ["milk: $${x}"] } } }
                  effects: []
                  reply: 1
                  changed: exactly
              - do: { open: { index: 0 } }
                expect:
                  active: /main/note
                  screens: { /main/note: { screen: note, params: { text: "milk: $${x}" } } }
                  effects: []
                  changed: exactly
              - at: /main
                do: { open: { index: 7 } }
                expect: { error: rejected }
          # No step does line 5 of the recording: history.undo.
          # It begins after line 5, at seq 3.
          - name: pop, back
            steps:
              - do: nav.pop
                expect: { error: nothingToPop, active: /main }
              - advance: 1m30s500ms
                expect: { effects: [], changed: nothing }
              - back: true
                expect: { effects: [], changed: nothing }

        """#)
    #expect(try folder.test().text == "2 passed\n")
    // What is there is left as it is.
    let again = try folder.test("--from-recording", "notes.rec", "-o", "notes.scenarios.yaml")
    #expect(again.status == 74)
    #expect(folder.text(of: "notes.scenarios.yaml") == text)
  }

  @Test(arguments: [
    ("--from 1 --to 2", "open, open", true), ("--to 1", "add", false), ("--from 3", "pop, back", true),
  ])
  func aPartOfARecordingBeginsWithItsState(_ options: String, _ name: String, _ hasSnapshot: Bool) throws {
    let folder = try Self.folder()
    let outcome = try folder.shell(
      "\"$0\" test --from-recording notes.rec -o some.scenarios.yaml \(options)")
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let text = try #require(folder.text(of: "some.scenarios.yaml"))
    #expect(text.contains("- name: \(name)\n"), "\(text)")
    #expect(text.contains("      snapshot:\n") == hasSnapshot)
    #expect(try folder.test("some.scenarios.yaml").text == "1 passed\n")
  }

  @Test func theFlowIsFoundBesideTheRecordingAndNamedRelativeToTheScenarios() throws {
    let folder = try Self.folder()
    let outcome = try folder.shell(
      #"mkdir -p a/b && cd a && "$0" test --from-recording ../notes.rec -o b/n.scenarios.yaml 2>&- && "$0" test"#
    )
    #expect(outcome.text.hasSuffix("2 passed\n"))
    #expect(folder.text(of: "a/b/n.scenarios.yaml")?.contains("\nflow: ../../notes.navtree.yaml\n") == true)
  }

  @Test func aForkGoesOnFromItsOriginal() throws {
    let folder = try Self.folder(
      """
      {"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"add","text":"milk"}}}
      {"jsonrpc":"2.0","id":2,"method":"session.fork","params":{"session":"notes","as":"trial"}}
      {"jsonrpc":"2.0","id":3,"method":"pop","params":{"session":"trial"}}
      {"jsonrpc":"2.0","id":4,"method":"dispatch","params":{"session":"trial","action":{"type":"open","index":0}}}

      """)
    let several = try folder.test("--from-recording", "notes.rec", "-o", "-")
    #expect(several.status == 64)
    #expect(
      several.errorText
        == "navtree: notes.rec: there are several sessions, choose one with --session: notes, trial\n")
    let fork = try folder.test(
      "--from-recording", "notes.rec", "--session", "trial", "-o", "t.scenarios.yaml")
    #expect(fork.status == 0, "\(fork.errorText)")
    #expect(folder.text(of: "t.scenarios.yaml")?.contains("- do: { open: { index: 0 } }") == true)
    #expect(try folder.test().text == "1 passed\n")
  }

  @Test func anotherFlowIsRefusedWithBothHashes() throws {
    let folder = try Self.folder()
    folder.write(
      (folder.text(of: "notes.navtree.yaml") ?? "") + "x-note: 1\nshared: { n: integer }\n", to: "other.yaml")
    let outcome = try folder.test("--from-recording", "notes.rec", "other.yaml", "-o", "-")
    #expect(outcome.status == 1)
    let pattern =
      /navtree: other.yaml isn't the flow that was recorded: its hash is [0-9a-f]{16}, the recorded one is [0-9a-f]{16}\n/
    #expect(try pattern.wholeMatch(in: outcome.errorText) != nil, "\(outcome.errorText)")
  }

  private static let login = """
    navtree: 1
    flow: login
    start: form
    screens:
      form:
        state: { user: string, tries: integer }
        actions:
          enter:
            payload: { user: string, password: { type: string, sensitive: true } }
            rules:
              - { when: action.password == 'sesame', set: { user: "${action.user}" } }
              - set: { tries: "${state.tries + 1}" }

    """

  @Test func othersStandForWithheldValuesUnlessTheyAreAskedFor() throws {
    func enter(_ password: String) -> String {
      #"{"jsonrpc":"2.0","id":1,"method":"dispatch","params":{"action":{"type":"enter","user":"ada","password":"\#(password)"}}}"#
        + "\n"
    }
    let folder = try TestFolder([
      "login.navtree.yaml": Self.login, "requests": enter("guess") + enter("sesame"),
    ])
    _ = try folder.shell(#"exec "$0" serve login.navtree.yaml --clock virtual --record l.rec < requests"#)
    let others = try folder.test("--from-recording", "l.rec", "-o", "-")
    let sentence =
      "from line 3 (seq 2) on: with other values for withheld ones the replay goes otherwise: /screens/1/state/user: recorded \"ada\", now nothing"
    #expect(others.errorText == "navtree: not known \(sentence)\n")
    #expect(
      others.text.hasSuffix(
        #"""
              # Other values stand for withheld ones: /action/password.
              - do: { enter: { user: ada, password: "" } }
                expect: { screens: { /main: { state: { tries: 1 } } }, effects: [], changed: exactly }
              # Not known \#(sentence)

        """#), "\(others.text)")
    let whole = try folder.test("--from-recording", "l.rec", "-o", "-", "--sensitive")
    #expect(whole.errorText == "")
    #expect(whole.text.contains("- do: { enter: { user: ada, password: sesame } }"))
  }

  @Test(arguments: [
    ("--from-recording notes.rec -o - --jobs 2", 64, "--jobs is for running tests, not for --from-recording"),
    ("--from-recording notes.rec", 64, "needs -o FILE"),
    ("-o x", 64, "-o is for --from-recording"),
    ("--session a", 64, "--session is for --from-recording"),
    ("--from-recording notes.rec -o - --from 2 --to 2", 64, "--from 2 isn't before --to 2"),
    ("--from-recording - -o - --sensitive < notes.rec", 64, "standard input has no .secrets"),
    ("--from-recording notes.rec -o - --sensitive", 74, "notes.rec.secrets: No such file"),
    ("--from-recording notes.rec -o - --session other", 1, "no session 'other' is recorded: there are notes"),
    ("--from-recording notes.rec -o - --from 9", 1, "the recording goes from seq 0 to 3"),
    ("--from-recording requests -o -", 1, "it is no recording: no line opens a session"),
    ("--from-recording notes.navtree.yaml -o -", 1, "notes.navtree.yaml:1: "),
  ])
  func whatCannotBeConvertedIsSaid(_ options: String, _ status: Int32, _ sentence: String) throws {
    let folder = try Self.folder()
    let outcome = try folder.shell("exec \"$0\" test \(options)")
    #expect(outcome.status == status)
    #expect(outcome.errorText.contains(sentence), "\(outcome.errorText)")
    #expect(outcome.text == "")
  }
}
