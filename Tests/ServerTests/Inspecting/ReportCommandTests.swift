import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// `navtree report` from outside: the lines in the page's block of data.
@Suite struct ReportCommandTests {
  /// The lines of the requests of `RecordedHouse`.
  private static func lines(_ arguments: String...) throws -> [JSONValue] {
    let house = try RecordedHouse(RecordedHouse.requests)
    let outcome = try house.folder.shell(#"exec "$0" report house.rec -o house.html "$@""#, arguments)
    #expect(outcome.status == 0 && outcome.text == "", "\(outcome.errorText)")
    return try house.lines()
  }

  private static func first(_ kind: String, _ lines: [JSONValue]) throws -> JSONValue {
    try #require(lines.first { $0.object?.keys.first == kind })
  }

  /// The members that tell what an entry is.
  private static func summary(of line: JSONValue) -> String? {
    guard let (kind, number) = line.object?.first, ["seq", "refused", "quiet"].contains(kind) else {
      return nil
    }
    var words = ["\(kind) \(number)", line["by"]?.string ?? "dispatch"]
    for action in line["actions"]?.array ?? [] {
      words.append(action["action"]?.string ?? "")
      if let cause = action["cause"]?.string { words.append("by \(cause)") }
    }
    if let origin = line["origin"]?.string { words.append("from \(origin)") }
    if let effect = line["answered"] { words.append("answers \(effect)") }
    for effect in line["effects"]?.array ?? [] { words.append("asks \(effect["effect"] ?? .null)") }
    if let now = line["now"] { words.append("at \(now)") }
    if let kind = line["error"]?["kind"]?.string { words.append("(\(kind))") }
    return words.joined(separator: " ")
  }

  @Test func eachRequestIsAnEntry() throws {
    let lines = try Self.lines()
    #expect(
      lines.compactMap(Self.summary).joined(separator: "\n") == """
        seq 1 dispatch enter
        seq 2 dispatch light from tester
        seq 3 clock.advance dark by timer at 2000
        refused 3 dispatch enter at 3000 (rejected)
        seq 4 dispatch load asks 1
        seq 5 effect.done loaded by effect answers 1
        refused 5 effect.done answers 1 (notInFlight)
        seq 6 dispatch unlock
        seq 7 dispatch load asks 2
        seq 8 pop pop
        """)
    #expect(lines.first?["report"] == 1 && lines.last == ["sent": true])
    let session = try Self.first("session", lines)
    #expect(session["document"]?["windows"] == ["main": 1])
    #expect(session["document"]?["screens"]?["1"]?["state"] == ["code": "***", "items": [], "text": ""])
    let flow = try Self.first("flow", lines)
    #expect(flow["sources"]?.array?.map { $0["text"] } == [.string(RecordedHouse.flow)])
    #expect(flow["graph"]?.string?.contains(#"data-screen="hall""#) == true)
  }

  @Test func anEffectLastsFromItsRequestToItsAnswer() throws {
    let entries = try Self.lines().filter { $0["seq"] != nil && $0["document"] == nil }
    #expect(entries.map { $0["set"]?["/effects/1"] != nil } == [4].marks(of: 8))
    #expect(entries.map { $0["gone"]?.array?.contains("/effects/1") == true } == [5].marks(of: 8))
    // The second one stays owed.
    #expect(entries.map { $0["set"]?["/effects/2"] != nil } == [7].marks(of: 8))
    #expect(entries.map { $0["gone"]?.array?.contains("/effects/2") == true } == [].marks(of: 8))
    #expect(entries[3]["effects"]?[0]?["input"] == ["of": "rooms"])
  }

  @Test func aGuardHasTheValuesOfItsParts() throws {
    let lines = try Self.lines()
    func parts(_ trace: JSONValue, _ shape: JSONValue?) -> [String] {
      zip(shape?["parts"]?.array ?? [], trace["values"]?.array ?? [])
        .map { "\($0[0]?.string ?? "") = \($1["v"] ?? .null)" }
    }
    func explained(_ entry: JSONValue) throws -> [String] {
      try (entry["rules"]?.array ?? []).flatMap { rule in
        let trace = try #require(lines.first { $0.object?.keys.first == "trace" && $0["trace"] == rule[0] })
        let shape = try #require(
          lines.first { $0.object?.keys.first == "shape" && $0["shape"] == trace["shape"] })
        let place =
          "rule \(shape["rule"] ?? .null) of \(shape["action"]?.string ?? ""): \(trace["holds"] ?? .null)"
        let named = zip(trace["guards"]?.array ?? [], shape["guards"]?.array ?? []).flatMap { trace, shape in
          ["guard \(shape["name"]?.string ?? "") in line \(shape["line"] ?? .null)"] + parts(trace, shape)
        }
        return [place] + parts(trace, shape) + named
      }
    }
    let entered = try #require(lines.first { $0["seq"] == 1 })
    #expect(
      try explained(entered) == [
        "rule 0 of enter: true", "action.number = 3", "action.number > 0 = true", "guards.mayEnter = true",
        "action.number > 0 && guards.mayEnter = true", "guard mayEnter in line 5", "shared.visits = 0",
        "shared.visits < 2 = true",
      ])
    let refused = try Self.first("refused", lines)
    #expect(
      try explained(refused) == [
        "rule 0 of enter: false", "action.number = 0", "action.number > 0 = false",
        "action.number > 0 && guards.mayEnter = false", "guard mayEnter in line 5", "shared.visits = 1",
        "shared.visits < 2 = true", "rule 1 of enter: true",
      ])
  }

  @Test func coverageCountsWhatTheRecordingUsed() throws {
    let totals = try Self.first("coverage", try Self.lines())["coverage"]?["totals"]
    #expect(totals?["screens"]?["covered"] == 2 && totals?["screens"]?["of"] == 2)
    #expect(totals?["actions"]?["covered"] == 6 && totals?["actions"]?["of"] == 7)
  }

  @Test func secretsAreShownToTheOwnerAlone() throws {
    let house = try RecordedHouse(RecordedHouse.requests)
    #expect(try house.report("house.rec", "-o", "house.html").errorText == "")
    #expect(!(house.folder.text(of: "house.html") ?? "").contains("hunter2"))
    let unlocked = try #require(try house.lines().first { $0["seq"] == 6 })
    #expect(unlocked["set"] == ["/screens/1/state/code": "***"])
    #expect(unlocked["actions"]?[0]?["payload"] == ["code": "***"])
    #expect(try house.lines().allSatisfy { $0["note"] == nil })
    // A page that everybody may read becomes one that they may not.
    let outcome = try house.report("house.rec", "-o", "house.html", "--sensitive")
    #expect(outcome.errorText == "navtree: house.html shows sensitive values; only its owner can read it\n")
    #expect(Files.mode(of: "\(house.folder.path)/house.html") == 0o600)
    #expect(try house.lines().first { $0["seq"] == 6 }?["set"] == ["/screens/1/state/code": "hunter2"])
  }

  @Test func twoRecordingsAreCompared() throws {
    let house = try RecordedHouse(RecordedHouse.requests)
    try house.record(Array(RecordedHouse.requests.dropLast(3)), in: "other.rec")
    #expect(try house.report("house.rec", "other.rec", "-o", "house.html").status == 0)
    let lines = try house.lines()
    let heads = lines.filter { $0["report"] != nil }
    #expect(heads.map { $0["title"] } == ["house.rec", "other.rec"])
    #expect(heads.map { $0["compare"] } == [nil, true])
    let parts = lines.split { $0["report"] != nil }.map { $0.compactMap(Self.summary) }
    #expect(parts.map(\.count) == [10, 7])
    #expect(parts[0].prefix(7) == parts[1][...])
    #expect(lines.count { $0["sent"] == true } == 2)
  }

  @Test func aReportIsAboutAsLongAsItsRecording() throws {
    let requests = (0..<150).flatMap { number -> [(String, JSONValue)] in
      [
        ("dispatch", ["action": ["type": "write", "text": .string("note \(number)")]]),
        ("dispatch", ["action": ["type": "load"]]),
        ("effect.done", ["effect": .integer(number + 1), "output": ["items": ["attic", "hall"]]]),
        ("dispatch", ["action": ["type": "enter", "number": .integer(number)]]),
        ("dispatch", ["at": "/main", "action": ["type": "enter", "number": 0]]),
        ("pop", [:]),
      ]
    }
    let house = try RecordedHouse(requests)
    #expect(try house.report("house.rec", "-o", "house.html").status == 0)
    let size = try #require(Files.size(of: "\(house.folder.path)/house.rec"))
    let page = try #require(Files.size(of: "\(house.folder.path)/house.html"))
    #expect(page <= 300_000 + size * 3 / 2)
  }

  @Test func aTextIsNoPartOfThePage() throws {
    let texts = [
      "</script><script>x()</script>", "<!--", "<!--<script>", "a\u{2028}b\u{2029}c", "\u{0}\u{1B}[31m",
      "]]>",
      "&lt;\"'", "\u{202E}txt", "\u{2027}\u{202A}\u{E280}",
    ]
    let house = try RecordedHouse(
      texts.map { ("dispatch", ["action": ["type": "write", "text": .string($0)]]) })
    try house.record([("dispatch", ["action": ["type": "</script><img src=x>"]])], in: "<!--<script>")
    for name in ["house.rec", "<!--<script>"] {
      #expect(try house.report("house.rec", "./\(name)", "-o", "house.html").status == 0)
      let block = house.block()
      #expect(!block.contains { "<\u{2028}\u{2029}\u{0}\u{1B}".contains($0) })
      let page = house.folder.text(of: "house.html") ?? ""
      #expect(page.components("<script") == 3 && page.components("</script>") == 3)
    }
    let lines = try house.lines()
    #expect(lines.compactMap { $0["set"]?["/screens/1/state/text"]?.string } == texts)
    #expect(lines.contains { $0["title"] == "./<!--<script>" })
    #expect(lines.contains { $0["actions"]?[0]?["action"] == "</script><img src=x>" })
  }

  @Test(arguments: [
    ("nothing", "", 1, "nothing: it is no recording: it has no lines"),
    ("flow", RecordedHouse.flow, 1, "flow:1: "),
    (
      "requests", #"{"jsonrpc":"2.0","id":1,"method":"pop"}"#, 1,
      "requests: it is no recording: its first line opens no session"
    ),
    ("list", "[1]\n", 1, "list: it is no recording: its first line opens no session"),
    (
      "later", #"{"navtree":9,"flow":"house","file":"house.navtree.yaml","session":"a"}"#, 1,
      "form 9, from a later version"
    ),
    ("bare", #"{"navtree":2}"#, 1, "bare: line 1 can't be replayed: it opens no session"),
    (
      "moved", #"{"navtree":2,"flow":"b","file":"b.navtree.yaml","session":"b"}"#, 74,
      "b.navtree.yaml: No such file"
    ),
    ("bytes", "\u{0}\u{1}\n", 1, "bytes:1: "),
  ])
  func whatIsNoRecordingIsSaid(_ name: String, _ text: String, _ status: Int32, _ sentence: String) throws {
    let house = try RecordedHouse()
    house.folder.write(text, to: name)
    house.folder.write("as it was", to: "house.html")
    let outcome = try house.report(name, "-o", "house.html")
    #expect(outcome.status == status)
    #expect(
      outcome.errorText.hasPrefix("navtree: ") && outcome.errorText.contains(sentence), "\(outcome.errorText)"
    )
    #expect(outcome.errorText.count { $0 == "\n" } == 1, "\(outcome.errorText)")
    #expect(outcome.text == "" && house.folder.text(of: "house.html") == "as it was")
  }

  @Test func aRecordingThatBreaksOffIsShownUpToThere() throws {
    let house = try RecordedHouse(RecordedHouse.requests)
    let text = try #require(house.folder.text(of: "house.rec"))
    house.folder.write(String(text.dropLast(40)), to: "cut.rec")
    #expect(try house.report("cut.rec", "-o", "cut.html").status == 0)
    let notes = try house.lines(of: "cut.html").compactMap { $0["note"]?.string }
    #expect(notes.contains("the recording breaks off in line 11, which isn't shown"), "\(notes)")
    let whole = text.split(separator: "\n").dropLast().joined(separator: "\n")
    house.folder.write(whole, to: "whole.rec")
    #expect(try house.report("whole.rec", "-o", "whole.html").status == 0)
    func entries(_ page: String) throws -> [JSONValue] {
      try house.lines(of: page).filter { $0["seq"] != nil || $0["refused"] != nil }
    }
    #expect(try entries("cut.html") == entries("whole.html"))
    // A line that isn't the last, or that its writer has ended, is an error.
    house.folder.write(text.dropLast(40) + "\n", to: "ended.rec")
    let outcome = try house.report("ended.rec", "-o", "ended.html")
    #expect(outcome.status == 1)
    #expect(outcome.errorText.hasPrefix("navtree: ended.rec:11: "), "\(outcome.errorText)")
    #expect(house.folder.text(of: "ended.html") == nil)
  }
}

extension [Int] {
  /// Whether each number from 1 is one of them.
  fileprivate func marks(of count: Int) -> [Bool] { (1...count).map(contains) }
}

extension String {
  /// The number of parts that another text parts it into.
  fileprivate func components(_ separator: String) -> Int { ranges(of: separator).count + 1 }
}
