import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// `navtree test` from outside.
@Suite struct TestCommandTests {
  private static let story = """
    FAILED open a note that isn't there  notes.scenarios.yaml:17:11
      + addMilk: do add {"text":"milk"}  :3:15
          /main/state/notes  [] -> ["milk"]  notes.navtree.yaml:23 on add
      - do open {"index":1}  notes.scenarios.yaml:21:9

      notes.scenarios.yaml:21:9: error: the step is refused: no such note
        + /kind: "rejected"

      rules that were tried:
        - /main open #0  notes.navtree.yaml:28:13
            when action.index < computed.count  doesn't hold
              action.index = 1
              computed.count = 1
        + /main open #1  notes.navtree.yaml:30:13
      owed: nothing
      screens:
        /main
        | notes #1  <- active

      run it again: navtree test notes.scenarios.yaml --filter 'open a note that isn'\\''t there'


    """

  @Test func allTestsBelowTheFolderAreRunAndFailuresTold() throws {
    let folder = try TestFolder([
      "notes.scenarios.yaml": TestFolder.notes, "add.transcript": TestFolder.transcript,
    ])
    let outcome = try folder.test()
    #expect(outcome.text == Self.story + "4 passed, 1 failed\n")
    #expect(outcome.errorText == "")
    #expect(outcome.status == 1)
  }

  @Test func aListRunsNothing() throws {
    let folder = try TestFolder([
      "notes.scenarios.yaml": TestFolder.notes, "add.transcript": TestFolder.transcript,
      "wrong.scenarios.yaml": "scenarios: 1",
    ])
    let outcome = try folder.test("--list")
    #expect(
      outcome.text == """
        {"name":"add.transcript","file":"add.transcript"}
        {"name":"add a note","file":"notes.scenarios.yaml","line":5,"tags":["smoke"]}
        {"name":"open note 0","file":"notes.scenarios.yaml","line":10,"tags":["rows","slow"]}
        {"name":"open note 5","file":"notes.scenarios.yaml","line":10,"tags":["rows","slow"]}
        {"name":"open a note that isn't there","file":"notes.scenarios.yaml","line":17,"tags":["rows"]}
        {"name":"wrong.scenarios.yaml","file":"wrong.scenarios.yaml"}

        """)
    #expect(outcome.status == 0)
    #expect(try folder.test("--list", "--tag", "smoke").text.split(separator: "\n").count == 2)
  }

  @Test func theCommandOfAFailureRunsThatScenarioAlone() throws {
    let folder = try TestFolder(["notes.scenarios.yaml": TestFolder.notes])
    let text = try folder.test().text
    let command = try #require(text.split(separator: "\n").first { $0.contains("run it again: navtree") })
    let line = command.split(separator: "navtree ", maxSplits: 1)[1]
    let again = try folder.shell("exec \"$0\" \(line)")
    #expect(again.text == Self.story + "0 passed, 1 failed, 3 not selected\n")
  }

  @Test(arguments: [
    ("--filter note", "add a note|open note 0|open note 5|open a note that isn't there"),
    ("--filter 'open note'", "open note 0|open note 5"),
    ("--filter '/^open note [0-9]$/'", "open note 0|open note 5"),
    ("--filter '/NOTE/'", ""),
    ("--filter '/(?i)NOTE 5/'", "open note 5"),
    ("--tag smoke", "add a note"),
    ("--tag smoke --tag slow", "add a note|open note 0|open note 5"),
    ("--tag rows --tag '!slow'", "open a note that isn't there"),
    ("--tag '!rows'", "add a note"),
    ("--filter 5 --tag smoke", ""),
    ("--shard 1/2", "add a note|open note 5"),
    ("--shard 2/2", "open note 0|open a note that isn't there"),
    ("--shard 4/4", "open a note that isn't there"),
    ("--shard 1/1 --tag slow --filter 0", "open note 0"),
    ("--shard 5/5", ""),
  ])
  func scenariosAreSelected(_ options: String, _ names: String) throws {
    let folder = try TestFolder(["notes.scenarios.yaml": TestFolder.notes])
    let outcome = try folder.shell("exec \"$0\" test \(options) --report json=-")
    if names.isEmpty {
      #expect(outcome.status == 64)
      #expect(outcome.text == "")
      #expect(outcome.errorText.contains("is selected"))
    } else {
      let report = try JSONValue(parsing: outcome.text)
      let run = report["scenarios"]?.array?.compactMap { $0["name"]?.string }
      #expect(run?.joined(separator: "|") == names)
    }
  }

  @Test(arguments: [
    (
      "--filter 'open nte 0'",
      "none of 4 scenarios is selected: --filter open nte 0 fits no name (did you mean 'open note 0'?)"
    ),
    ("--tag smok", "none of 4 scenarios is selected: none has the tag 'smok' (did you mean 'smoke'?)"),
    ("--tag '!rows' --tag '!smoke'", "none of 4 scenarios is selected"),
    ("--jobs 0", "--jobs 0: it is a number from 1 to 256"),
    ("--jobs x", "The value 'x' is invalid for '--jobs <n>'"),
    ("--shard 3/2", "--shard 3/2: it is I/N with 1 ≤ I ≤ N, such as 1/4"),
    ("--shard 0/2", "--shard 0/2: it is I/N with 1 ≤ I ≤ N, such as 1/4"),
    ("--shard 2", "--shard 2: it is I/N with 1 ≤ I ≤ N, such as 1/4"),
    ("--filter '/(/'", "--filter /(/: missing ): ("),
    ("--tag ''", "--tag: the tag is empty"),
    ("--report xml=a", "The value 'xml=a' is invalid for '--report <format=file>'"),
    ("--report tap=a --report json=a", "--report: a is given twice"),
    ("--report tap=- --report json=-", "--report: '-' is given twice"),
    ("--who /", "--who '/' names no place, such as /outbox"),
    ("--watch -", "--watch needs files: standard input is read once"),
    ("- -", "'-' is given twice"),
  ])
  func wrongUsageIsTold(_ options: String, _ sentence: String) throws {
    let folder = try TestFolder(["notes.scenarios.yaml": TestFolder.notes])
    let outcome = try folder.shell("exec \"$0\" test \(options)")
    #expect(outcome.errorText.contains(sentence), "\(outcome.errorText)")
    #expect(outcome.text == "")
    #expect(outcome.status == 64)
  }

  @Test func whoWroteAPlaceIsTold() throws {
    let folder = try TestFolder(["notes.scenarios.yaml": TestFolder.passing])
    for place in ["notes", "/notes", "state/notes", "/main/state/notes"] {
      #expect(
        try folder.test("--who", place, "--filter", "twice").text == """
          notes.scenarios.yaml:4:34: do add {"text":"a"}
              /main/state/notes  [] -> ["a"]  notes.navtree.yaml:23 on add
          notes.scenarios.yaml:4:64: do add {"text":"b"}
              /main/state/notes  ["a"] -> ["a","b"]  notes.navtree.yaml:23 on add
          1 passed, 1 not selected

          """, "\(place)")
    }
    let outcome = try folder.test("--who", "/note")
    #expect(outcome.text == "2 passed\n")
    #expect(outcome.errorText == "navtree: no step changes '/note'\n")
  }

  @Test func aFolderWithoutTestsIsWrongUsage() throws {
    let outcome = try TestFolder().test()
    #expect(
      outcome.errorText
        == "navtree: there are no scenarios (*.scenarios.yaml) or transcripts (*.transcript) in .\n")
    #expect(outcome.status == 64)
  }

  @Test func wrongFilesAreToldAndTheOthersRun() throws {
    let folder = try TestFolder([
      "a.scenarios.yaml": "flow: notes.navtree.yaml\nscenarios: [{ name: a, steps: [{ do: ad }] }]\n",
      "b.scenarios.yaml": "", "c.scenarios.yaml": "\u{0}\u{1}\u{FF}", "d.scenarios.yaml": TestFolder.passing,
    ])
    let outcome = try folder.test("--report", "junit=report.xml", ".", "none.scenarios.yaml")
    let checked = try folder.shell("exec \"$0\" check [abc].scenarios.yaml")
    let blocks = outcome.text.components(endingIn: "\n\n")
    #expect(blocks.count == 5)
    #expect(blocks.prefix(3).map { $0.dropLast() }.joined() == checked.text)
    #expect(
      blocks.suffix(2) == ["none.scenarios.yaml: No such file or directory\n\n", "2 passed, 4 files wrong\n"])
    #expect(outcome.status == 1)
    let report = try #require(folder.text(of: "report.xml"))
    #expect(report.contains(#"tests="6" failures="0" errors="4" skipped="0""#))
  }

  @Test func theFirstFailureEndsARun() throws {
    let failing = """
      flow: notes.navtree.yaml
      scenarios:
        - { name: one, steps: [{ do: { add: { text: a } } }] }
        - { name: two, steps: [{ do: { open: { index: 0 } } }] }
        - { name: three, steps: [{ do: { open: { index: 0 } } }] }
        - { name: four, steps: [{ do: { add: { text: a } } }] }

      """
    let folder = try TestFolder(["a.scenarios.yaml": failing])
    for jobs in ["1", "4"] {
      let outcome = try folder.test("--fail-fast", "--jobs", jobs, "--report", "tap=a.tap")
      #expect(outcome.text.hasSuffix("1 passed, 1 failed, 2 not run\n"))
      #expect(outcome.status == 1)
      let tap = try #require(folder.text(of: "a.tap")).split(separator: "\n").filter { !$0.hasPrefix(" ") }
      #expect(
        tap.dropFirst(2) == [
          "ok 1 - one", "not ok 2 - two", "ok 3 - three # SKIP not run", "ok 4 - four # SKIP not run",
        ])
    }
  }

  /// An example costs the same however many there are: else these take minutes of processor.
  @Test func manyExamplesAreReadAndRun() throws {
    let count = rounds(20_000, inDebug: 6_000)
    let examples = (0..<count).map { "{ text: a\($0) }" }.joined(separator: ", ")
    let text = """
      flow: notes.navtree.yaml
      scenarios:
        - name: add
          examples: [\(examples)]
          steps: [{ do: { add: { text: milk } }, expect: { that: size(example.text) > 1 } }]
      """
    let outcome = try TestFolder(["a.scenarios.yaml": text]).shell(#"ulimit -t 40; exec "$0" test --jobs 1"#)
    #expect(outcome.text == "\(count) passed\n", "\(outcome.text.suffix(200))")
    #expect(outcome.status == 0, "\(outcome.status)")
  }

  @Test func theOutputIsTheSameForAnyNumberOfThreads() throws {
    var text = "flow: notes.navtree.yaml\nscenarios:\n"
    for number in 0..<100 {
      text +=
        "  - { name: open \(number), steps: [{ do: { add: { text: a } } }, { do: { open: { index: \(number % 3) } } }] }\n"
    }
    let folder = try TestFolder(["a.scenarios.yaml": text, "b.scenarios.yaml": TestFolder.notes])
    let first = try folder.test("--jobs", "1")
    #expect(first.text.hasSuffix("37 passed, 67 failed\n"))
    for jobs in ["2", "3", "16"] { #expect(try folder.test("--jobs", jobs).text == first.text) }
    let shuffled = try folder.test("--jobs", "1", "--seed", "3")
    #expect(shuffled.text.hasSuffix("37 passed, 67 failed, order of seed 3\n"))
    #expect(shuffled.text.count == first.text.count + ", order of seed 3".count)
    #expect(!shuffled.text.hasPrefix(first.text.prefix(100)))
    #expect(try folder.test("--jobs", "4", "--seed", "3").text == shuffled.text)
    #expect(try folder.test("--seed", "4").text != shuffled.text)
  }

  @Test func shardsTakeEachScenarioOnce() throws {
    let folder = try TestFolder([
      "a.scenarios.yaml": TestFolder.notes, "b.scenarios.yaml": TestFolder.passing, "c.scenarios.yaml": "",
      "d.transcript": TestFolder.transcript,
    ])
    let all = try folder.test("--report", "tap=-").lines.filter { !$0.hasPrefix(" ") }.dropFirst(2)
    var parts: [String] = []
    for number in 1...3 {
      let lines = try folder.test("--shard", "\(number)/3", "--report", "tap=-").lines
      parts += lines.filter { !$0.hasPrefix(" ") }.dropFirst(2).map(Self.unnumbered)
    }
    #expect(all.count == 8)
    #expect(parts.sorted() == all.map(Self.unnumbered).sorted())
  }

  private static func unnumbered(_ line: Substring) -> String {
    let parts = line.split(separator: " - ", maxSplits: 1)
    return "\(parts[0].prefix { !$0.isNumber })\(parts[1])"
  }

  @Test func aFileIsRunOnceByWhateverPath() throws {
    let folder = try TestFolder(["a.scenarios.yaml": TestFolder.passing])
    let line = """
      mkdir -p sub && ln -s ../a.scenarios.yaml sub/b.scenarios.yaml && ln -s .. sub/loop
      exec "$0" test a.scenarios.yaml . ./a.scenarios.yaml sub "$PWD"
      """
    #expect(try folder.shell(line).text == "2 passed\n")
    _ = try folder.shell("rm -r sub")
  }

  @Test func aPipeInAFolderIsPassedOver() throws {
    let folder = try TestFolder(["a.scenarios.yaml": TestFolder.passing])
    let outcome = try folder.shell("mkfifo p.scenarios.yaml && mkdir d.scenarios.yaml && exec \"$0\" test")
    #expect(outcome.text == "2 passed\n")
    _ = try folder.shell("rmdir d.scenarios.yaml")
  }

  @Test func scenariosAreReadFromStandardInput() throws {
    let folder = try TestFolder()
    let outcome = try folder.start("exec \"$0\" test -").finish(sending: TestFolder.passing.utf8)
    #expect(outcome.text == "2 passed\n")
  }

  @Test func severalReportsAreWrittenAtOnce() throws {
    let folder = try TestFolder(["a.scenarios.yaml": TestFolder.notes])
    let outcome = try folder.test(
      "--report", "junit=r.xml", "--report", "ctrf=r.json", "--report", "markdown=r.md", "--report",
      "github=-")
    #expect(outcome.text.hasPrefix("::error file=a.scenarios.yaml,line=21,"))
    #expect(outcome.errorText.hasSuffix("3 passed, 1 failed\n"))
    #expect(folder.text(of: "r.xml")?.contains("<failure type=\"error\"") == true)
    #expect(try JSONValue(parsing: folder.text(of: "r.json") ?? "")["results"]?["summary"]?["failed"] == 1)
    #expect(folder.text(of: "r.md")?.hasPrefix("## ❌ navtree test: 3 passed, 1 failed\n") == true)
  }

  @Test func aReportThatCannotBeWrittenFails() throws {
    let folder = try TestFolder(["a.scenarios.yaml": TestFolder.passing])
    let outcome = try folder.test("--report", "tap=none/r.tap")
    #expect(outcome.errorText == "navtree: none/r.tap: No such file or directory\n")
    #expect(outcome.status == 74)
  }

  @Test func coverageIsAddedToAFile() throws {
    let folder = try TestFolder([
      "a.scenarios.yaml": TestFolder.passing, "b.transcript": TestFolder.transcript,
    ])
    #expect(try folder.test("--coverage", "c.json", "--jobs", "2").status == 0)
    let first = try JSONValue(parsing: folder.text(of: "c.json") ?? "")
    #expect(first["flows"]?.array?.count == 1)
    #expect(try folder.test("--coverage", "c.json", "--jobs", "1").status == 0)
    let second = try JSONValue(parsing: folder.text(of: "c.json") ?? "")
    #expect(second["flows"]?.array?.count == 1)
    #expect(second != first)
  }

  @Test func aChangedFileIsTestedAgain() throws {
    let folder = try TestFolder(["a.scenarios.yaml": TestFolder.passing])
    let process = try folder.start("exec \"$0\" test --watch")
    #expect(try process.line() == "2 passed")
    folder.write(
      TestFolder.passing.replacing("milk", with: "m").replacing("- { name: add twice", with: "# "),
      to: "a.scenarios.yaml")
    #expect(try process.line() == "1 passed")
    // A file that comes, and the flow.
    folder.write(TestFolder.passing, to: "b.scenarios.yaml")
    #expect(try process.line() == "3 passed")
    let flow = try #require(folder.text(of: "notes.navtree.yaml"))
    folder.write(flow.replacing("maxItems: 1000", with: "maxItems: 1"), to: "notes.navtree.yaml")
    #expect(try process.line().hasPrefix("FAILED add twice"))
    process.killAtOnce()
  }
}

extension String {
  /// The pieces that end so, and the rest.
  fileprivate func components(endingIn separator: String) -> [String] {
    let pieces = split(separator: separator, omittingEmptySubsequences: false)
    return pieces.dropLast().map { $0 + separator } + pieces.suffix(1).map(String.init)
  }
}
