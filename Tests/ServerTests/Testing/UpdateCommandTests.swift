import NavtreeTestSupport
import Testing

/// `navtree test --update` from outside.
@Suite struct UpdateCommandTests {
  private static let before = """
    # Head.
    flow: notes.navtree.yaml
    parts:
      addMilk: [{ do: { add: { text: "milk: ü" } }, expect: record }]
    scenarios:
      - name: one   # why
        steps:
          - part: addMilk
            expect:   record   # keep me
          - do: { open: { index: 0 } }
            expect: record
          - expect: record
            do: { open: { index: 9 } }
          - { do: close, expect: "record" }
      - name: rows
        examples: [{ i: 0 }, { i: 4, error: rejected }]
        steps:
          - part: addMilk
          - do: { open: { index: "${example.i}" } }
            expect: record
      - name: fails
        steps:
          - do: { add: { text: a } }
            expect: record
          - do: { open: { index: 4 } }
      - name: fails always
        always: screens.size() == 2
        steps:
          - do: { add: { text: a } }
            expect: record

    """

  private static let after = """
    # Head.
    flow: notes.navtree.yaml
    parts:
      addMilk: [{ do: { add: { text: "milk: ü" } }, expect: { active: /main, screens: { /main: { state: { notes: ["milk: ü"] } } }, effects: [], reply: 1 } }]
    scenarios:
      - name: one   # why
        steps:
          - part: addMilk
            expect:   { active: /main, screens: { /main: { state: { notes: ["milk: ü"] } } } }   # keep me
          - do: { open: { index: 0 } }
            expect:
              active: /main/note
              screens: { /main/note: { screen: note, params: { text: "milk: ü" } } }
              effects: []
          - expect: { error: rejected, active: /main/note }
            do: { open: { index: 9 } }
          - { do: close, expect: { active: /main, screens: { /main/note: null }, effects: [] } }
      - name: rows
        examples: [{ i: 0 }, { i: 4, error: rejected }]
        steps:
          - part: addMilk
          - do: { open: { index: "${example.i}" } }
            expect: record
      - name: fails
        steps:
          - do: { add: { text: a } }
            expect: record
          - do: { open: { index: 4 } }
      - name: fails always
        always: screens.size() == 2
        steps:
          - do: { add: { text: a } }
            expect: record

    """

  @Test func whatIsToBeRecordedIsWrittenAndNothingElse() throws {
    let folder = try TestFolder(["notes.scenarios.yaml": Self.before])
    let outcome = try folder.test("--update")
    #expect(folder.text(of: "notes.scenarios.yaml") == Self.after)
    #expect(
      outcome.text == """
        notes.scenarios.yaml:4: wrote { active: /main, screens: { /main: { state: { notes: ["milk: ü"] } } }, effects: [], reply: 1 }
        notes.scenarios.yaml:9: wrote { active: /main, screens: { /main: { state: { notes: ["milk: ü"] } } } }
        notes.scenarios.yaml:11: wrote { active: /main/note, screens: { /main/note: { screen: note, params: { text: "milk: ü" } } }, effects: [] }
        notes.scenarios.yaml:15: wrote { error: rejected, active: /main/note }
        notes.scenarios.yaml:17: wrote { active: /main, screens: { /main/note: null }, effects: [] }

        """)
    #expect(
      outcome.errorText == """
        notes.scenarios.yaml:23: left as it is: it isn't the same in 'rows [1]' and 'rows [2]': give each its own step
        notes.scenarios.yaml:27: left as it is: 'fails' fails otherwise, at notes.scenarios.yaml:28:9: the step is refused: no such note
        notes.scenarios.yaml:33: left as it is: 'fails always' fails otherwise, at notes.scenarios.yaml:30:13: 'screens.size() == 2' doesn't hold: screens is [{"id":1,"type":"notes","window":"main","depth":0,"active":true,"params":{},"state":{"notes":[]}}], screens.size() is 1

        """)
    #expect(outcome.status == 1)
    #expect(try folder.test("--filter", "one").text == "1 passed, 4 not selected\n")
  }

  @Test func linesBreakAsTheyDoInTheFile() throws {
    let word = String(repeating: "a", count: 100)
    let text =
      "flow: notes.navtree.yaml\nscenarios:\n  - name: x\n    steps:\n"
      + "      - do: { add: { text: \(word) } }\n        expect: record"
    let written =
      "\n          active: /main\n          screens:\n            /main:\n              state:\n"
      + "                notes:\n                  - \(word)\n          effects: []\n          reply: 1"
    for newline in ["\n", "\r\n"] {
      let folder = try TestFolder(["x.scenarios.yaml": text.replacing("\n", with: newline) + newline])
      let outcome = try folder.test("--update", "x.scenarios.yaml")
      #expect(outcome.status == 0)
      let expected = text.replacing("expect: record", with: "expect:" + written) + "\n"
      #expect(folder.text(of: "x.scenarios.yaml") == expected.replacing("\n", with: newline))
      #expect(try folder.test().text == "1 passed\n")
    }
  }

  @Test(arguments: [
    ("--update", 0, "no step says 'expect: record'\n", ""),
    ("--update nowhere.scenarios.yaml", 1, "", "nowhere.scenarios.yaml: No such file or directory\n"),
    ("--update --filter a", 64, "", "Error: --filter is for running tests, not for --update"),
    ("--update --watch", 64, "", "Error: --update rewrites files"),
    ("--update - < notes.scenarios.yaml", 64, "", "Error: --update rewrites files"),
  ])
  func whatIsNotWrittenIsSaid(_ options: String, _ status: Int32, _ text: String, _ error: String) throws {
    let folder = try TestFolder(["notes.scenarios.yaml": TestFolder.passing])
    let outcome = try folder.shell("exec \"$0\" test \(options)")
    #expect(outcome.status == status)
    #expect(outcome.text == text)
    #expect(outcome.errorText.hasPrefix(error), "\(outcome.errorText)")
    #expect(folder.text(of: "notes.scenarios.yaml") == TestFolder.passing)
  }
}
