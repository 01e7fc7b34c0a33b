import NavtreeFlow
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// A file that would cost more than its size suggests, and its diagnostic.
struct CostlyFile: CustomTestStringConvertible {
  let name: String
  let diagnostic: String
  let bytes: @Sendable () -> [UInt8]

  var testDescription: String { name }

  init(_ name: String, _ diagnostic: String, _ text: @escaping @Sendable () -> String) {
    self.name = name
    self.diagnostic = diagnostic
    bytes = { Array(text().utf8) }
  }
}

@Suite struct LimitTests {
  private static let tooDeep = "maps and lists more than 100 deep, the limit (yamlDepth)"
  private static let tooMany = "more than 4000000 nodes with what aliases stand for, the limit (yamlNodes)"
  private static let million = 1_000_000

  /// Each would take hours, or all memory, if it were read to its end.
  @Test(
    arguments: [
      CostlyFile("lists in brackets", "1:101: \(tooDeep)") { String(repeating: "[", count: million) },
      CostlyFile("maps in braces", "1:401: \(tooDeep)") { String(repeating: "{a: ", count: million) },
      CostlyFile("lists of dashes", "1:201: \(tooDeep)") { String(repeating: "- ", count: million) },
      CostlyFile("keys of keys", "1:201: \(tooDeep)") { String(repeating: "? ", count: million) },
      CostlyFile("maps by indent", "101:101: \(tooDeep)") {
        (0..<1_000).map { String(repeating: " ", count: $0) + "a:\n" }.joined()
      },
      CostlyFile("aliases in aliases", "101:14: \(tooDeep)") {
        "a0: &a0 x\n" + (1..<1_000).map { "a\($0): &a\($0) [*a\($0 - 1)]\n" }.joined()
      },
      CostlyFile("a billion laughs", "7:20: \(tooMany)") {
        let ten = Array(repeating: "lol", count: 10).joined(separator: ", ")
        return "a0: &a0 [\(ten)]\n"
          + (1..<10).map { number in
            let aliases = Array(repeating: "*a\(number - 1)", count: 10).joined(separator: ", ")
            return "a\(number): &a\(number) [\(aliases)]\n"
          }.joined()
      },
      CostlyFile("one long list, many times", "1001:3: \(tooMany)") {
        "long: &long [" + String(repeating: "1,", count: 4_000) + "]\nall:\n"
          + String(repeating: "- *long\n", count: 4_000)
      },
      CostlyFile("one long text, many times", "257:3: \(tooMany)") {
        "long: &long " + String(repeating: "x", count: million) + "\nall:\n"
          + String(repeating: "- *long\n", count: 4_000)
      },
      CostlyFile(
        "a long line of mistakes", "1:9882: there is more to say than 1000 things, the limit (diagnostics)"
      ) {
        "{" + (0..<100_000).map { "key\($0): 1" }.joined(separator: ",") + "}"
      },
      CostlyFile(
        "as many keys twice", "1:4002: there is more to say than 1000 things, the limit (diagnostics)"
      ) {
        "{" + String(repeating: "a: ,", count: 100_000) + "}"
      },
    ])
  func aCostlyFileIsRefusedByTheNameOfItsLimit(_ file: CostlyFile) throws {
    let outcome = FlowLoader.load(file.bytes(), file: "costly.navtree.yaml")
    #expect(outcome.flow == nil)
    let last = try #require(outcome.diagnostics.last)
    #expect("\(last.location.line):\(last.location.column): \(last.message)" == file.diagnostic)
    #expect(last.code == .limit)
  }

  @Test(
    arguments: [
      (YAMLLimits(depth: 5), "[[[[[]]]]]", "[[[[[[]]]]]]"),
      (YAMLLimits(depth: 3), "[&a [x], [*a]]", "[&a [x], [[*a]]]"),
      (YAMLLimits(nodes: 3), "[a, b]", "[a, b, c]"),
      (YAMLLimits(nodes: 7), "[&a [x], *a, *a]", "[&a [x], *a, *a, x]"),
      (
        YAMLLimits(nodes: 2), "'\(String(repeating: "x", count: 127))'",
        "'\(String(repeating: "x", count: 128))'"
      ),
      (YAMLLimits(bytes: 3), "[a]", "[a]\n"),
    ] as [(YAMLLimits, String, String)])
  func aLimitTakesWhatIsAtItAndNothingBeyond(limits: YAMLLimits, at: String, beyond: String) {
    func codes(_ text: String) -> [DiagnosticCode] {
      let source = SourceText(file: "limit.navtree.yaml", bytes: Array(text.utf8))
      return YAMLComposer.compose(source, FlowVocabulary(), limits: limits).diagnostics.map(\.code)
    }
    #expect(codes(at) == [])
    #expect(codes(beyond) == [.limit])
  }

  @Test func asManyMistakesAsAreAllowedAreAllTold() {
    func messages(_ limit: Int) -> [String] {
      let text = "navtree: 1\nflow: demo\nstart: home\nscreens: { home: {} }\na: 1\nb: 1\nc: 1\n"
      return FlowLoader.load(
        Array(text.utf8), file: "demo.navtree.yaml", limits: YAMLLimits(diagnostics: limit)
      ).diagnostics.map(\.message)
    }
    let all = ["'a' is no key of the flow", "'b' is no key of the flow", "'c' is no key of the flow"]
    #expect(messages(3) == all)
    #expect(messages(2) == all.dropLast() + ["there is more to say than 2 things, the limit (diagnostics)"])
  }

  @Test func aScalarOfMegabytesIsRead() throws {
    let title = String(repeating: "x", count: 8 << 20)
    let text = "navtree: 1\nflow: demo\nstart: home\ntitle: \(title)\nscreens: { home: {} }\n"
    let flow = try #require(FlowLoader.load(Array(text.utf8), file: "long.navtree.yaml").flow)
    #expect(flow.title == title)
  }
}

extension YAMLLimits {
  init(bytes: Int? = nil, depth: Int? = nil, nodes: Int? = nil, diagnostics: Int? = nil) {
    self.init()
    if let bytes { self.bytes = bytes }
    if let depth { self.depth = depth }
    if let nodes { self.nodes = nodes }
    if let diagnostics { self.diagnostics = diagnostics }
  }
}
