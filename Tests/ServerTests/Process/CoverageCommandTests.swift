import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// `navtree coverage`, over the coverage of one conversation.
@Suite struct CoverageCommandTests {
  private static let folder = "Tests/Expected/Coverage"
  private static let flow = CoverageTests.flow
  private static let file = "\(folder)/all.coverage.json"
  private static let warnings = """
    navtree: Tests/Expected/Coverage/part.navtree.yaml:5: 'coverage: ignore' has no effect without a reason behind it
    navtree: Tests/Expected/Coverage/part.navtree.yaml:14: 'coverage: ignore' has no effect: no rule begins here

    """

  private static func run(_ arguments: [String]) throws -> ChildProcess.Outcome {
    try ChildProcess(["coverage"] + arguments).finish()
  }

  /// Compares a text with a file of the package, or writes that when the tests record.
  private static func expect(_ text: String, in file: String) {
    let path = "\(Files.package)/\(file)"
    if Files.isRecording, Files.text(of: path) != text {
      Files.write(text, to: path)
      Issue.record("recorded \(file); look at it, and run again")
    } else {
      #expect(Files.text(of: path) == text)
    }
  }

  @Test func theCountsAreAsTheyWere() throws {
    let requests = try #require(Files.text(of: "\(Files.package)/\(Self.folder)/all.requests.jsonl"))
    let folder = try TemporaryFolder()
    Self.expect(
      try CoverageTests.serve(requests, ["--limit", "history=100"], in: folder), in: Self.file)
  }

  @Test(arguments: ["text", "json", "lcov", "html", "markdown", "svg"])
  func aReportIsAsItWas(format: String) throws {
    let outcome = try Self.run([Self.flow, Self.file, "--format", format])
    #expect(outcome.status == 0)
    #expect(outcome.errorText == Self.warnings)
    let suffix = ["text": "txt", "markdown": "md"][format] ?? format
    Self.expect(outcome.text, in: "\(Self.folder)/all.\(suffix)")
    let folder = try TemporaryFolder()
    let written = folder.path + "/report"
    #expect(try Self.run([Self.flow, Self.file, "--format", format, "-o", written]).text == "")
    #expect(Files.text(of: written) == outcome.text)
  }

  // MARK: Adding up

  @Test func severalFilesAreAddedUp() throws {
    let text = try Self.run([Self.flow, Self.file, Self.file, Self.file, "--format", "json"]).text
    let report = try JSONValue(parsing: text)
    #expect(report["sessions"] == 3)
    let items = report["items"]?.array ?? []
    #expect(items.first { $0["name"] == "list.divide[0]" && $0["kind"] == "rules" }?["count"] == 3)
    #expect(
      items.first { $0["name"] == "list.divide[0]" && $0["kind"] == "guards" }?["counts"] == [
        "true": 3, "false": 3, "error": 3,
      ])
  }

  /// Comments and the form of the text are no part of a flow's hash.
  @Test func aFlowThatWasOnlyMovedTakesTheSameCoverage() throws {
    let folder = try TemporaryFolder()
    let text =
      "navtree: 1\nflow: f\nstart: a\nscreens:\n  a: { actions: { b: { reply: 1 }, c: { reply: 2 } } }\n"
    let moved =
      "flow: f\nnavtree: 1\nscreens:\n  a:\n    # moved\n    actions: { b: { reply: 1 }, c: { reply: 2 } }\nstart: a\n"
    Files.write(text, to: folder.path + "/f.navtree.yaml")
    Files.write(moved, to: folder.path + "/g.navtree.yaml")
    _ = try CoverageTests.serve(
      #"{"jsonrpc":"2.0","method":"dispatch","params":{"action":{"type":"c"}}}"# + "\n",
      flow: folder.path + "/f.navtree.yaml", in: folder)
    let outcome = try Self.run([folder.path + "/g.navtree.yaml", folder.path + "/coverage.json"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("g.navtree.yaml:6:19: rule a.b[0]"), "\(outcome.text)")
    #expect(!outcome.text.contains("rule a.c[0]"))
  }

  @Test(arguments: [
    (["Specs/feed.navtree.yaml", file], 1, "the coverage is of 'all' with the hash "),
    ([flow, "FOLDER/other"], 1, "the coverage is of another version of 'all': its hash is 0000, not "),
    ([flow, "FOLDER/unknown"], 1, "the flow has no rule 'list.open[7]'"),
    ([flow, "FOLDER/none"], 1, "it has the coverage of no flow"),
    ([flow, "FOLDER/missing"], 74, "No such file or directory"),
    ([flow], 64, "Missing expected argument '<file> ...'"),
    ([flow, file, "--format", "pdf"], 64, "The value 'pdf' is invalid for '--format <format>'"),
    (["-", "-"], 64, "'-' is given twice"),
    (["Specs/invalid/unknown-screen.navtree.yaml", file], 1, "error"),
  ])
  func aWrongUseIsRefused(arguments: [String], status: Int32, message: String) throws {
    let folder = try TemporaryFolder()
    let text = try #require(Files.text(of: "\(Files.package)/\(Self.file)"))
    let hash = try #require(JSONValue(parsing: text)["flows"]?[0]?["hash"]?.string)
    Files.write(text.replacing(hash, with: "0000"), to: folder.path + "/other")
    Files.write(text.replacing("list.open[0]", with: "list.open[7]"), to: folder.path + "/unknown")
    Files.write(#"{"coverage":1,"flows":[]}"#, to: folder.path + "/none")
    let outcome = try Self.run(arguments.map { $0.replacing("FOLDER", with: folder.path) })
    #expect(outcome.status == status)
    #expect(outcome.text == "")
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
  }

  // MARK: --min

  @Test(arguments: [
    ("rules=72", 0, ""), ("rules=72.7,guards=75", 0, ""), ("lifecycle=100,links=100", 0, ""),
    (
      "rules=73,screens=100,dismissals=100", 1,
      """
      navtree: rules: 72 % is less than 73 %: 16 of 22
      navtree:   Tests/Expected/Coverage/all.navtree.yaml:42:23: rule welcome.many[0]
      navtree:   Tests/Expected/Coverage/all.navtree.yaml:42:61: rule welcome.many[1]
      navtree:   Tests/Expected/Coverage/all.navtree.yaml:52:17: rule home.failing[0]
      navtree:   Tests/Expected/Coverage/all.navtree.yaml:52:47: rule home.failing[1]
      navtree:   Tests/Expected/Coverage/part.navtree.yaml:6:9: rule note.text[0]
      navtree:   Tests/Expected/Coverage/part.navtree.yaml:13:14: rule editor.reset[0]

      """
    ),
    (
      "effects=51,interruptions=61", 1,
      """
      navtree: effects: 50 % is less than 51 %: 2 of 4
      navtree:   Tests/Expected/Coverage/all.navtree.yaml:21:3: effect save: never done, failed
      navtree: interruptions: 60 % is less than 61 %: 3 of 5
      navtree:   Tests/Expected/Coverage/all.navtree.yaml:21:3: effect save: never cancelled, late

      """
    ),
    ("pairs=50", 1, "navtree: pairs: 3 % is less than 50 %: 17 of 484\n"),
  ])
  func aGoalIsMetOrMissed(goals: String, status: Int32, complaint: String) throws {
    let outcome = try Self.run([Self.flow, Self.file, "--min", goals])
    #expect(outcome.status == status)
    #expect(outcome.errorText == Self.warnings + complaint)
    // The report comes even so.
    #expect(outcome.text == Files.text(of: "\(Files.package)/\(Self.folder)/all.txt"))
  }

  @Test func allThatTheTotalMissesIsListed() throws {
    let outcome = try Self.run([Self.flow, Self.file, "--min", "total=100"])
    let report = try #require(Files.text(of: "\(Files.package)/\(Self.folder)/all.txt"))
    let missing = report.split(separator: "\n").drop { $0 != "not covered:" }.dropFirst()
      .prefix { $0 != "ignored:" }.map { "navtree: \($0.replacing(", cancelled, late", with: ""))\n" }
    let complaint = "navtree: total: 77 % is less than 100 %: 59 of 76\n" + missing.joined()
    #expect(outcome.errorText == Self.warnings + complaint)
  }

  @Test(arguments: [
    (
      "rule=90",
      "--min: 'rule' is no kind that is counted (did you mean 'rules'?): there are screens, slots, tabs, actions, rules, guards, computed, effects, links, dismissals, lifecycle, interruptions, pairs, total"
    ),
    ("rules", "--min: 'rules' must be a kind and a percentage from 0 to 100: rules=90"),
    ("rules=101", "--min: 'rules=101' must be a kind and a percentage from 0 to 100: rules=90"),
    ("rules=nan", "--min: 'rules=nan' must be a kind and a percentage from 0 to 100: rules=90"),
    ("rules=1,rules=2", "--min: 'rules' is given twice"), ("", "--min: '' is no kind that is counted"),
  ])
  func aWrongGoalIsRefused(goals: String, message: String) throws {
    let outcome = try Self.run([Self.flow, Self.file, "--min", goals])
    #expect(outcome.status == 64)
    #expect(outcome.text == "")
    #expect(outcome.errorText.contains(message), "\(outcome.errorText)")
  }

  // MARK: Other programs' forms

  /// The lines and branches of a tracefile, as its format says: https://ltp.sourceforge.net/coverage/lcov/geninfo.1.php.
  @Test func theTracefileIsWhole() throws {
    var counts = (lines: 0, hit: 0, branches: 0, taken: 0)
    var files: [String] = []
    for line in try Self.run([Self.flow, Self.file, "--format", "lcov"]).lines {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      let numbers = parts.count == 2 ? parts[1].split(separator: ",").map(String.init) : []
      switch parts[0] {
      case "TN", "TN:": #expect(parts.count == 1)
      case "SF":
        files.append(parts[1])
        counts = (0, 0, 0, 0)
      case "DA":
        counts.lines += 1
        if numbers[1] != "0" { counts.hit += 1 }
      case "BRDA":
        #expect(["0", "1"].contains(numbers[2]))
        counts.branches += 1
        if !["0", "-"].contains(numbers[3]) { counts.taken += 1 }
      case "LF": #expect(parts[1] == "\(counts.lines)")
      case "LH": #expect(parts[1] == "\(counts.hit)")
      case "BRF": #expect(parts[1] == "\(counts.branches)")
      case "BRH": #expect(parts[1] == "\(counts.taken)")
      default: #expect(line == "end_of_record")
      }
    }
    #expect(files == [Self.flow, "\(Self.folder)/part.navtree.yaml"])
  }

  @Test func aLineBreakInAPathBeginsNoRecord() throws {
    let folder = try TemporaryFolder()
    let flow = folder.path + "/a\nSF:b\u{2028}.navtree.yaml"
    Files.write("navtree: 1\nflow: f\nstart: home\nscreens: { home: { actions: { a: {} } } }\n", to: flow)
    let counts = folder.path + "/counts"
    #expect(try ChildProcess(["serve", flow, "--coverage", counts]).finish().status == 0)
    let text = try Self.run([flow, counts, "--format", "lcov"]).text
    #expect(text.hasPrefix("TN:\nSF:\(folder.path)/a\\u000aSF:b\\u2028.navtree.yaml\nDA:"), "\(text)")
    for format in ["text", "markdown"] {
      let text = try Self.run([flow, counts, "--format", format]).text
      #expect(text.contains("/a\\u000aSF:b\\u2028.navtree.yaml:4:") && !text.contains("\u{2028}"), "\(text)")
    }
  }

  private static let genhtml = ["/usr/bin/genhtml", "/usr/local/bin/genhtml", "/opt/homebrew/bin/genhtml"]
    .first { Files.size(of: $0) != nil }

  @Test(.enabled(if: genhtml != nil, "no genhtml: see .ci/setup"))
  func genhtmlDrawsTheTracefile() throws {
    let genhtml = try #require(Self.genhtml)
    let folder = try TemporaryFolder()
    let tracefile = folder.path + "/all.info"
    _ = try Self.run([Self.flow, Self.file, "--format", "lcov", "-o", tracefile])
    // What it writes lies in folders, which are removed here.
    let script =
      "'\(genhtml)' --branch-coverage -o \"$0/page\" \"$1\"; code=$?; rm -rf \"$0/page\"; exit $code"
    let outcome = try ChildProcess(["-c", script, folder.path, tracefile], program: "/bin/sh").finish()
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(outcome.errorText == "")
    #expect(outcome.text.contains("(23 of 27 lines)"), "\(outcome.text)")
    #expect(outcome.text.contains("(12 of 16 branches)"))
  }

  /// Reads a page or a drawing whole, and exits with 3 if it isn't well-formed.
  private static let reader = """
    import sys, html.parser, xml.dom.minidom
    text = open(sys.argv[1]).read()
    if text.startswith("<?xml"):
        xml.dom.minidom.parseString(text)
        sys.exit(0)
    class Reader(html.parser.HTMLParser):
        open, ids = [], set()
        def handle_startendtag(self, tag, attributes): self.check(attributes)
        def handle_starttag(self, tag, attributes):
            self.check(attributes)
            if tag not in ("meta", "link", "br"): self.open.append(tag)
        def handle_endtag(self, tag):
            if self.open.pop() != tag: sys.exit(3)
        def check(self, attributes):
            for name, value in attributes:
                if name == "src" or name == "href" and not value.startswith("#"): sys.exit(3)
                if name == "id":
                    if value in self.ids: sys.exit(3)
                    self.ids.add(value)
    reader = Reader()
    reader.feed(text)
    sys.exit(3 if reader.open else 0)
    """

  /// Both stand alone, whatever a flow's texts hold.
  @Test(arguments: ["html", "svg"])
  func aPageIsWellFormed(format: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/page"
    let strange = folder.path + "/f.navtree.yaml"
    Files.write(
      "navtree: 1\nflow: f\nstart: a # <b> & \"' ]]> \u{1F600}\nlinks: [{ url: '/x&y', opens: a }]\nscreens: { a: { actions: { b: { when: \"state.n < 1 && '<i>' != ''\", reply: 1 } }, state: { n: integer } } }\n",
      to: strange)
    _ = try CoverageTests.serve("", flow: strange, in: folder)
    for arguments in [[Self.flow, Self.file], [strange, folder.path + "/coverage.json"]] {
      let written = try Self.run(arguments + ["--format", format, "-o", path])
      #expect(written.status == 0, "\(written.errorText)")
      let outcome = try ChildProcess(["python3", "-c", Self.reader, path], program: "/usr/bin/env").finish()
      #expect(outcome.status == 0, "\(outcome.errorText)")
      let text = try #require(Files.text(of: path))
      #expect(!text.replacing("http://www.w3.org/2000/svg", with: "").contains("://"))
      #expect(!text.contains("<script"))
    }
  }
}
