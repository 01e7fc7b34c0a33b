import NavtreeJSON
import NavtreeJSONReading
import NavtreeScenarios
import NavtreeYAML
import Testing

/// The reports of a run, read by public parsers where there are some: PyPI's `junitparser` and `tap.py`.
@Suite struct ReportTests {
  /// A name that is hard to write in each of the forms.
  static let hardName = "a <b> & \"c\" ]]> 'd' | # \\ \u{1B}[31m\u{0}\u{FFFE} ::error é\ttab\nline"

  private static func place(_ line: Int) -> NavtreeYAML.SourceLocation {
    NavtreeYAML.SourceLocation(line: line, column: 5, endColumn: 9)
  }

  private static func result(_ name: String, line: Int, tags: [String] = []) -> ScenarioResult {
    var result = ScenarioResult(name: name, file: "a,b.scenarios.yaml", location: place(line), tags: tags)
    result.duration = 1_234_567
    result.flow = "a.navtree.yaml"
    result.steps = [
      .init(sentence: "do open {\"index\":0}", location: place(line + 1), parts: [], hasPassed: true)
    ]
    return result
  }

  /// One that passed, one that failed, one that wasn't run, a wrong file and one that can't be read.
  static let run: TestRun = {
    var failed = result(hardName, line: 10)
    failed.steps.append(
      .init(
        sentence: "do open {\"index\":9} at /main", location: place(12), parts: ["openAll", "openOne"],
        hasPassed: false))
    failed.failures = [
      ScenarioFailure(
        "state", "the state differs: 100%", at: place(13),
        differences: [
          .init(pointer: "/count", expected: 0, actual: 1),
          .init(pointer: "/name", expected: nil, actual: "a\u{1B}b"),
          .init(pointer: "/old", expected: [1, 2], actual: nil),
        ], hint: "count: 1"),
      ScenarioFailure(
        "tree", "the screens differ", at: place(14),
        differences: [
          .init(pointer: "", expected: "/main\n| a #1\n| b #2\n", actual: "/main\n| a #1\n| c #2\n")
        ]),
    ]
    failed.scene = .init(
      outline: "/main\n| a #1\n|   next: c #2  <- active\n", owed: ["effect 1 fetch at /main"],
      rules: [
        [
          "at": "/main", "action": "open", "rule": 0, "line": 7, "column": 9,
          "when": "guards.free &&\n  action.index < 9", "holds": false,
          "parts": [["part": "action.index", "value": 9], ["part": "x", "error": "no\u{1B}thing"]],
          "guards": [
            [
              "name": "free", "line": 3, "column": 11, "file": "part.yaml", "holds": false,
              "parts": [["part": "e % 2", "values": [1, 0]]],
            ]
          ],
        ],
        ["at": "/main", "action": "open", "rule": 1, "line": 8, "column": 9, "holds": true],
      ])
    let source = SourceText(file: "wrong.scenarios.yaml", bytes: Array("flw: x\n".utf8))
    let fault = Diagnostic(
      .error, .unknownKey, "unknown key 'flw'", at: .init(line: 1, column: 1, endColumn: 4),
      hint: "did you mean 'flow'?")
    var run = TestRun()
    run.entries = [
      .scenario(result("passes", line: 3, tags: ["smoke"])), .scenario(failed),
      .wrongFile(WrongFile(name: source.file, diagnostics: [fault], sources: [source])),
      .wrongFile(WrongFile(name: "none.scenarios.yaml", reason: "No such file or directory")),
      .skipped(ScenarioResult(name: "later", file: "c.scenarios.yaml", location: place(3), tags: [])),
    ]
    run.start = 1_767_225_600_500
    run.duration = 61_000_000_000
    run.seed = 7
    return run
  }()

  @Test func aStoryTellsAFailure() {
    let story = FailureStory(Self.run.results[1], command: "navtree test a.scenarios.yaml").text
    let expected = #"""
      FAILED a <b> & "c" ]]> 'd' | # \ \u001b[31m\u0000￾ ::error é\u0009tab\u000aline  a,b.scenarios.yaml:10:5
        + do open {"index":0}  :11:5
        - openAll: openOne: do open {"index":9} at /main  a,b.scenarios.yaml:12:5

        a,b.scenarios.yaml:13:5: state: the state differs: 100%
          - expected, + actual
          - /count: 0
          + /count: 1
          + /name: "a\u001bb"
          - /old: [1,2]
          hint: count: 1

        a,b.scenarios.yaml:14:5: tree: the screens differ
          - expected, + actual
            /main
            | a #1
          - | b #2
          + | c #2

        rules that were tried:
          - /main open #0  a.navtree.yaml:7:9
              when guards.free && action.index < 9  doesn't hold
                action.index = 9
                x fails: no\u001bthing
              guard free  part.yaml:3:11
                e % 2 = 1, then 0
          + /main open #1  a.navtree.yaml:8:9
        owed:
          effect 1 fetch at /main
        screens:
          /main
          | a #1
          |   next: c #2  <- active

        run it again: navtree test a.scenarios.yaml

      """#
    #expect(story == expected)
  }

  /// Colours apart, the text is the same, and nothing of a scenario's own colours it.
  @Test func aColouredStoryHasTheSameText() {
    let result = Self.run.results[1]
    let coloured = FailureStory(result, coloured: true).text
    let plain = coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(coloured != plain)
    #expect(plain == FailureStory(result).text)
    #expect(coloured.contains("\u{1B}[31m    - /count: 0\u{1B}[0m\n\u{1B}[32m    + /count: 1\u{1B}[0m\n"))
  }

  @Test func aLongStoryIsCut() {
    var result = Self.result(String(repeating: "n", count: 10_000), line: 1)
    for number in 0..<100 {
      result.steps.append(
        .init(sentence: "do step \(number)", location: Self.place(number), parts: [], hasPassed: number < 99))
    }
    let long = String(repeating: "x", count: 10_000)
    result.failures = [
      ScenarioFailure(
        "state", "the state differs", at: Self.place(9),
        differences: (0..<1_000).map { .init(pointer: "/\($0)", expected: .string(long), actual: nil) })
    ]
    let text = FailureStory(result).text
    #expect(text.utf8.count < 30_000)
    #expect(text.contains("… 92 steps before\n"))
    #expect(text.contains("… 960 more\n"))
  }

  @Test(.enabled(if: Python.has("junitparser"), "no package junitparser: see .ci/python"))
  func aPublicParserReadsJUnit() throws {
    let script = """
      import sys, junitparser
      report = junitparser.JUnitXml.fromfile(sys.argv[1])
      print(report.tests, report.failures, report.errors, report.skipped, report.time)
      for suite in report:
          print(suite.name, suite.tests, suite.failures, suite.errors, suite.skipped, suite.time, suite.timestamp)
          for case in suite:
              print(" ", ascii(case.name), ascii(case.classname), case.time)
              for result in case.result:
                  print("   ", type(result).__name__, result.type, ascii(result.message), len(result.text or ""))
              for list in case.iterchildren(junitparser.Properties):
                  for property in list: print("   ", property.name, property.value)
              print("   ", ascii(case.system_out))
      """
    let outcome = try #require(try Python.run(script, on: ReportFormat.junit.text(of: Self.run)))
    let story = FailureStory(Self.run.results[1]).text
    let expected = #"""
      5 1 2 1 61.0
      a,b.scenarios.yaml 2 1 0 0 0.002469 2026-01-01T00:00:00.5Z
        'passes' 'a,b.scenarios.yaml' 0.001234
          tag smoke
          step[1] passed: do open {"index":0}
          '+ do open {"index":0}  a,b.scenarios.yaml:4\n'
        'a <b> & "c" ]]> \'d\' | # \\ \\u001b[31m\\u0000\\ufffe ::error \xe9\ttab\nline' 'a,b.scenarios.yaml' 0.001234
          Failure state 'state: the state differs: 100%\ntree: the screens differ' \#(story.unicodeScalars.count + 5)
          step[1] passed: do open {"index":0}
          step[2] failed: do open {"index":9} at /main
          '+ do open {"index":0}  a,b.scenarios.yaml:11\n- do open {"index":9} at /main  a,b.scenarios.yaml:12\n'
      wrong.scenarios.yaml 1 0 1 0 0.0 2026-01-01T00:00:00.5Z
        'wrong.scenarios.yaml' 'wrong.scenarios.yaml' 0.0
          Error wrong-file "unknown key 'flw'" 105
          None
      none.scenarios.yaml 1 0 1 0 0.0 2026-01-01T00:00:00.5Z
        'none.scenarios.yaml' 'none.scenarios.yaml' 0.0
          Error wrong-file 'No such file or directory' 47
          None
      c.scenarios.yaml 1 0 0 1 0.0 2026-01-01T00:00:00.5Z
        'later' 'c.scenarios.yaml' None
          Skipped None 'not run' 0
          None

      """#
    #expect(outcome.text == expected)
    #expect(outcome.errorText == "")
  }

  /// It cuts a description at an escaped `#`, which the protocol has since version 14.
  @Test(.enabled(if: Python.has("tap, yaml"), "no package tap.py: see .ci/python"))
  func aPublicParserReadsTAP() throws {
    let script = """
      import sys
      from tap.parser import Parser
      for line in Parser().parse_file(sys.argv[1]):
          print(line.category, end=" ")
          if line.category == "version": print(line.version)
          if line.category == "plan": print(line.expected_tests)
          if line.category == "diagnostic": print(line.text)
          if line.category == "unknown": print(ascii(str(line)))
          if line.category == "test":
              print(line.ok, line.number, ascii(line.description), line.skip)
              block = line.yaml_block or {}
              for name in block: print("  ", name, ascii(block[name])[:60])
      """
    let outcome = try #require(try Python.run(script, on: ReportFormat.tap.text(of: Self.run)))
    let expected = ##"""
      version 14
      plan 5
      diagnostic # seed 7
      test True 1 '- passes' False
      test False 2 '- a <b> & "c" ]]> \'d\' | \\' False
         message 'state: the state differs: 100%\ntree: the screens differ'
         severity 'fail'
         file 'a,b.scenarios.yaml'
         line 13
         failures [{'kind': 'state', 'message': 'the state differs: 100%', 'li
         text 'FAILED a <b> & "c" ]]> \'d\' | # \\ \\u001b[31m\\u0000\ufff
      test False 3 '- wrong.scenarios.yaml' False
         message "unknown key 'flw'"
         severity 'error'
         file 'wrong.scenarios.yaml'
         text "wrong.scenarios.yaml:1:1: error: unknown key 'flw' [unknown
      test False 4 '- none.scenarios.yaml' False
         message 'No such file or directory'
         severity 'error'
         file 'none.scenarios.yaml'
         text 'none.scenarios.yaml: No such file or directory\n'
      test True 5 '- later' True

      """##
    #expect(outcome.text == expected)
    #expect(outcome.errorText == "")
  }

  @Test func aDescriptionHoldsNoDirective() {
    let lines = ReportFormat.tap.text(of: Self.run).split(separator: "\n")
    let line = "not ok 2 - a <b> & \"c\" ]]> 'd' | \\# \\\\  [31m \u{FFFE} ::error é tab line"
    #expect(lines.contains { $0 == line })
  }

  @Test func annotationsOfGitHub() {
    let text = ReportFormat.github.text(of: Self.run)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.allSatisfy { $0.hasPrefix("::error file=") })
    let first = "::error file=a%2Cb.scenarios.yaml,line=13,col=5,endColumn=9,title="
    #expect(lines[0].hasPrefix(first))
    let message =
      "::state: the state differs: 100%25%0A- /count: 0%0A+ /count: 1%0A"
      + "+ /name: \"a\\u001bb\"%0A- /old: [1,2]%0Ahint: count: 1"
    #expect(lines[0].hasSuffix(message))
    #expect(lines[2].hasSuffix("title=unknown-key::unknown key 'flw'%0Ahint: did you mean 'flow'?"))
    #expect(lines[3].hasSuffix("title=wrong file::No such file or directory"))
  }

  @Test func aSummaryInMarkdown() {
    let lines = ReportFormat.markdown.text(of: Self.run).split(separator: "\n")
    let expected = #"""
      ## ❌ navtree test: 1 passed, 1 failed, 1 not run, 2 files wrong
      | file | passed | failed | not run |
      | --- | ---: | ---: | ---: |
      | a,b.scenarios.yaml | 1 | 1 | 0 |
      | wrong.scenarios.yaml | 0 | 1 | 0 |
      | none.scenarios.yaml | 0 | 1 | 0 |
      | c.scenarios.yaml | 0 | 0 | 1 |
      """#.split(separator: "\n")
    #expect(Array(lines.prefix(expected.count)) == expected)
    #expect(lines.count(where: { $0.hasPrefix("<details") }) == 3)
    // The name is text, no markup.
    #expect(lines[7].contains("a &lt;b&gt; &amp; \"c\" &#93;&#93;&gt; 'd' &#124; &#35; &#92;"))
  }

  @Test func aFenceIsLongerThanThoseInTheText() {
    var run = TestRun()
    run.entries = [.wrongFile(WrongFile(name: "a", reason: "```` here"))]
    #expect(ReportFormat.markdown.text(of: run).contains("\n`````text\n"))
  }

  @Test func resultsAsData() throws {
    let report = try JSONValue(parsing: ReportFormat.json.text(of: Self.run))
    #expect(report["passed"] == 1 && report["failed"] == 1 && report["skipped"] == 1 && report["seed"] == 7)
    #expect(report["wrong"]?[0]?["diagnostics"]?[0]?["code"] == "unknown-key")
    #expect(report["wrong"]?[1]?["message"] == "No such file or directory")
    let failed = try #require(report["scenarios"]?[1])
    #expect(failed["name"]?.string == Self.hardName)
    #expect(failed["failures"]?[0]?["differences"]?[0] == ["pointer": "/count", "expected": 0, "actual": 1])
    #expect(failed["steps"]?[1]?["parts"] == ["openAll", "openOne"])
    #expect(Self.run.results[0].json()["duration"] == nil)
  }

  @Test func anEmptyRunIsWrittenInEachForm() throws {
    for format in ReportFormat.allCases { #expect(format.text(of: TestRun()) == "" || format != .github) }
    #expect(ReportFormat.tap.text(of: TestRun()) == "TAP version 14\n1..0\n")
  }
}
