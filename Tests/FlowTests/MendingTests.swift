import NavtreeFlow
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// The mistakes of the tables, mended: `check` passes, and the flow is the one that was meant.
@Suite struct MendingTests {
  private static let file = "mail.navtree.yaml"

  static func mended(_ bytes: [UInt8], isUnsafe: Bool = false) -> [UInt8] {
    var mending = Mending(isUnsafe: isUnsafe) { texts in
      let outcome = FlowLoader.load(texts[file] ?? bytes, file: file)
      return (outcome.diagnostics, outcome.sources)
    }
    mending.run()
    return mending.texts[file] ?? bytes
  }

  private static func form(_ bytes: [UInt8]) -> [UInt8]? {
    try? YAMLFormatter.format(SourceText(file: file, bytes: bytes), FlowVocabulary())
  }

  @Test func manyMistakesAreMended() throws {
    let step = rounds(1, inDebug: 9)
    let mistakes = try MistakeTable.all.flatMap { try $0.mistakes }
    let base = Array(MistakeTable.base.utf8)
    #expect(Self.mended(base) == base)
    var counts = [0, 0, 0]
    for mistake in stride(from: 0, to: mistakes.count, by: step).map({ mistakes[$0] }) {
      counts[0] += 1
      let meant = Self.form(mistake.meant)
      for isUnsafe in [false, true] {
        let text = Self.mended(mistake.bytes, isUnsafe: isUnsafe)
        let isMended = FlowLoader.load(text, file: Self.file).flow != nil && Self.form(text) == meant
        if isMended { counts[isUnsafe ? 2 : 1] += 1 }
        if !isMended, isUnsafe, Files.isRecording { print("not mended: \(mistake.name)") }
      }
    }
    print("mended of \(counts[0]): \(counts[1]) with --fix, \(counts[2]) with --unsafe-fixes")
    #expect(counts[1] * 10 >= counts[0] * 6)
  }

  /// A flow whose state declares one name, and uses others.
  private static func misspelt(_ declared: String, _ used: String...) -> [UInt8] {
    let actions = used.enumerated().map { "      a\($0): { set: { \($1): \"${state.\($1) + 1}\" } }\n" }
    return Array(
      """
      navtree: 1
      flow: a
      start: home
      screens:
        home:
          state: { \(declared): integer }
          actions:
      \(actions.joined())
      """.utf8)
  }

  @Test func severalUsesAreNotRenamedToAMisspeltDeclaration() {
    let wrong = Self.misspelt("subjct", "subject", "subject")
    #expect(Self.mended(wrong) == wrong)
    #expect(Self.mended(wrong, isUnsafe: true) == Self.misspelt("subjct", "subjct", "subjct"))
    let one = Array(String(decoding: Self.misspelt("total", "total"), as: UTF8.self).utf8)
    let misspelt = String(decoding: one, as: UTF8.self).replacing("state.total", with: "state.totl")
    #expect(Self.mended(Array(misspelt.utf8)) == one)
  }

  private static let head = "navtree: 1\nflow: m\nstart: home\n"

  @Test(
    arguments: [
      // A slot that isn't there, and no line at a wrong column.
      """
      screens:
        home:
          slots: { sheet: { presents: [home] } }
          actions:
            go: { present: { screen: home, in: banner } }
        other:
          title: B

      """,
      "screens:\n  home:{ title: Home, kind: list }\n",
      "screens:\n  home: { title: Home kind: list }\n",
      "screens:\n  home:\n    slots: { next: { presents: [home] style: sheet } }\n",
      """
      screens:
        home:
          actions:
            go:
              - { when: true, reply: a
              - reply: "${[1]}"

      """,
      """
      screens:
        home:
          actions:
            go:
              - when:"true"
                reply: a

      """,
      // A field that isn't there, in a text of several lines.
      """
      screens:
        home:
          state: { a: string? }
          computed:
            m: >-
              (state.a == null ? ['x'] : []) +
              (state.zz == null ? ['y'] : [])

      """,
      """
      types: { ccents: integer }
      screens:
        home:
          state: { a: cents, b: cents, c: cents }

      """,
    ]) func whatMayBeMeantOtherwiseStays(text: String)
  {
    let wrong = Self.head + text
    #expect(String(decoding: Self.mended(Array(wrong.utf8)), as: UTF8.self) == wrong)
  }

  @Test func theEndsOfLinesStay() {
    let wrong =
      Self.head
      + "links:\n  - url:/users\n    opens:\n      - home\n  - { url: /b, opens: home }\nscreens: { home: {} }\n"
    let mended = Self.mended(Array(wrong.replacing("\n", with: "\r\n").utf8), isUnsafe: true)
    #expect(!String(decoding: mended, as: UTF8.self).replacing("\r\n", with: "").contains("\n"))
  }

  @Test func moreThanOneRunMendsIsSaid() {
    let source = SourceText(file: "a.yaml", bytes: Array(String(repeating: "x", count: 300).utf8))
    var mending = Mending(isUnsafe: false) { texts in
      let text = SourceText(file: "a.yaml", bytes: texts["a.yaml"] ?? source.bytes)
      guard let index = text.bytes.firstIndex(of: UInt8(ascii: "x")) else { return ([], [text]) }
      let place = SourceLocation(line: 1, column: index + 1, endColumn: index + 2)
      let fix = SourceEdit(place, with: "y")
      return (
        [Diagnostic(.error, .yamlSyntax, "x \(index)", at: place, fix: fix, isFixCertain: true)], [text]
      )
    }
    mending.run()
    #expect(mending.isUnfinished)
    #expect((100..<300).contains(mending.count))
    var rest = Mending(isUnsafe: false, texts: mending.texts) { _ in ([], [source]) }
    rest.run()
    #expect(!rest.isUnfinished)
  }

  @Test(
    arguments: [
      ("titel: Mail", "title: Mail", false), ("kind: list\u{3000}", "kind: list ", false),
      ("titel: Mail\n    knid: list", "title: Mail\n    kind: list", false),
      ("actions: { close: { dismissAll: true } }", "actions: { close: { dismissAll: true } }", false),
      ("state: { all: { type: \"integer[]?\" } }", "state: { all: { type: \"integer[]?\" } }", true),
      ("next: compose", "next: compose", false),
    ]) func aMistakeIsMendedWhereItStands(wrong: String, right: String, isUnsafe: Bool)
  {
    func flow(_ line: String) -> [UInt8] {
      Array("navtree: 1\nflow: a\nstart: home\nscreens:\n  home:\n    \(line)\n".utf8)
    }
    #expect(
      String(decoding: Self.mended(flow(wrong), isUnsafe: isUnsafe), as: UTF8.self)
        == String(decoding: flow(right), as: UTF8.self))
  }
}
