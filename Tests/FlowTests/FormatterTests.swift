import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// The one form of YAML: each construct of `Tests/Expected/Formats` before and after.
@Suite struct FormatterTests {
  private static let folder = "\(Files.package)/Tests/Expected/Formats"
  private static let suffix = ".before.yaml"
  static let names = Files.names(in: folder, endingIn: suffix).map { String($0.dropLast(suffix.count)) }

  private static func formatted(_ text: String) throws -> String {
    String(decoding: try YAMLFormatter.format(source(text), FlowVocabulary()), as: UTF8.self)
  }

  private static func source(_ text: String) -> SourceText {
    SourceText(file: "a.yaml", bytes: Array(text.utf8))
  }

  @Test func thereAreConstructs() { #expect(Self.names.count >= 40) }

  @Test(arguments: names) func aConstructHasOneForm(name: String) throws {
    let before = try #require(Files.text(of: "\(Self.folder)/\(name)\(Self.suffix)"))
    let after = try Self.formatted(before)
    let path = "\(Self.folder)/\(name).after.yaml"
    if Files.isRecording, Files.text(of: path) != after {
      Files.write(after, to: path)
      Issue.record("recorded \(name).after.yaml; look at it, and run again")
    } else {
      #expect(after == Files.text(of: path))
    }
    #expect(try Self.formatted(after) == after)
  }

  @Test(
    arguments: [
      ("a:   1", "a: 1\n"), ("a:   1\r\nb:\r\n    - 2\r\n", "a: 1\r\nb:\r\n  - 2\r\n"),
      ("\u{FEFF}a:   1 # x\n", "\u{FEFF}a: 1 # x\n"), ("", ""), ("# only\n\n\n", "# only\n"),
      ("a: |\n  b", "a: |-\n  b\n"),
      ("a: 1\n\n\n", "a: 1\n"),
    ]) func theEndsOfLinesAndOfTheFileAreKept(text: String, form: String) throws
  {
    #expect(try Self.formatted(text) == form)
  }

  @Test func aWrongTextIsRefusedWithItsPlace() throws {
    let refusal = #expect(throws: YAMLFormatter.Refusal.self) { try Self.formatted("a: 1\nb: [1\n") }
    #expect(refusal?.diagnostics.first?.location.line == 2)
    #expect(throws: YAMLFormatter.Refusal.self) { try Self.formatted("a: 1\n---\nb: 2\n") }
  }

  @Test func linesAreFormattedAlone() throws {
    let source = Self.source("a:   1\nb: 2\nc:   3\n")
    let edits = try YAMLFormatter.edits(of: source, in: 2...2, FlowVocabulary())
    #expect(edits.count == 1)
    #expect(String(decoding: edits[0].applied(to: source), as: UTF8.self) == "a:   1\nb: 2\nc: 3\n")
    #expect(try YAMLFormatter.edits(of: source, FlowVocabulary()).count == 2)
  }

  @Test(arguments: [
    ("  # c\n\n  navtree: 1\n  flow: m\n\n", 0...2),
    ("a:\n    b: 1\n\n    c:\n        d: 1\n", 4...4),
  ])
  func someLinesSayTheSame(text: String, lines: ClosedRange<Int>) throws {
    var source = Self.source(text)
    for edit in try YAMLFormatter.edits(of: source, in: lines, FlowVocabulary()).reversed() {
      source = SourceText(file: source.file, bytes: edit.applied(to: source))
    }
    #expect(try Self.formatted(String(decoding: source.bytes, as: UTF8.self)) == Self.formatted(text))
  }

  /// Comments behind the last item of a list stay in it, or behind it.
  @Test(arguments: [
    "0:\n- a\n #b\n1: 2\n", "0: [1\n# x\n]\n", "c: [\n # x\n]\nd: 1\n", "k:\n  - - 1\n    # c\nd: 1\n",
    "k:\n  - a\n  # c\nd: 1\n", "k:\n- a\n# c\nd: 1\n", "e: &w\nf: 1\n", "- - a\n  # b\n- c\n",
  ])
  func theFormOfAFormIsTheSame(text: String) throws {
    let once = try Self.formatted(text)
    #expect(try Self.formatted(once) == once)
    #expect(!once.contains(" \n"))
  }

  @Test(arguments: [
    ("a: |\n b\n   \nc: 1\n", "a: |\n  b\n    \nc: 1\n"),
    ("a:\n - &b |\n  x\n\n - *b\n", "a:\n  - &b |\n    x\n\n  - *b\n"),
    ("a:\n - &b x\n - |\n - *b\n", "a:\n  - &b x\n  - \"\"\n  - *b\n"),
  ])
  func whatFollowsATextOfLinesIsKept(text: String, form: String) throws {
    #expect(try Self.formatted(text) == form)
    #expect(try Self.formatted(form) == form)
  }

  @Test func aDifferenceIsUnified() throws {
    let lines = (1...12).map { "\($0)\n" }
    var others = lines
    others[5] = "six\n"
    others.append("13")
    let text = TextHunk.unified(from: Self.source(lines.joined()), to: Self.source(others.joined()))
    #expect(
      text == """
        --- a.yaml
        +++ a.yaml
        @@ -3,10 +3,11 @@
         3
         4
         5
        -6
        +six
         7
         8
         9
         10
         11
         12
        +13
        \\ No newline at end of file

        """)
  }

  @Test(.enabled(if: Conformance.has("yaml.jsonl"), "no conformance data"))
  func theSuiteSaysTheSameAfterwards() throws {
    var count = 0
    for test in try Conformance.tests("yaml.jsonl") {
      let yaml = try #require(test["yaml"]?.string)
      let before = YAMLComposer.compose(Self.source(yaml), FlowVocabulary())
      guard before.diagnostics.isEmpty else { continue }
      count += 1
      let id = test["id"]?.string ?? ""
      do {
        let form = try Self.formatted(yaml)
        let after = YAMLComposer.compose(Self.source(form), FlowVocabulary())
        #expect(before.document?.root.json == after.document?.root.json, "\(id)")
        #expect(try Self.formatted(form) == form, "\(id):\n\(yaml)")
      } catch let refusal as YAMLFormatter.Refusal {
        Issue.record("\(id): \(refusal.diagnostics.first?.message ?? "")\n\(yaml)")
      }
    }
    #expect(count > 100)
  }

  @Test func allSpecsHaveAForm() throws {
    var count = 0
    var clean = 0
    for path in Files.paths(below: "\(Files.package)/Specs", endingIn: ".yaml")
    where !path.contains("/invalid/") && !path.contains("mistakes/") {
      let text = try #require(Files.text(of: path))
      let form = try Self.formatted(text)
      count += 1
      if form == text {
        clean += 1
      } else {
        #expect(try Self.formatted(form) == form, "\(path)")
        #expect(Self.hash(of: form) == Self.hash(of: text), "\(path)")
      }
    }
    #expect(clean * 3 >= count * 2)
  }

  private static func hash(of text: String) -> String? {
    FlowLoader.load(Array(text.utf8), file: "a.navtree.yaml").flow?.fingerprint.description
  }
}
