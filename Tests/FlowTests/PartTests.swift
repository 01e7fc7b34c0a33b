import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// Flows of several files, given as texts.
@Suite struct PartTests {
  private static let head = "navtree: 1\nflow: demo\nstart: home\n"

  private static func load(
    _ text: String, _ parts: [String: String], limits: YAMLLimits = YAMLLimits(), checksParts: Bool = false
  ) -> FlowLoader.Outcome {
    FlowLoader.load(
      Array(text.utf8), file: "app/demo.navtree.yaml", limits: limits, checksParts: checksParts,
      parts: PartFault.reader(of: parts.mapValues { Array($0.utf8) }))
  }

  private static func messages(_ outcome: FlowLoader.Outcome) -> [String] {
    outcome.diagnostics.filter { $0.severity == .error }.map {
      "\(outcome.file(of: $0)):\($0.location.line): \($0.message)"
    }
  }

  /// Own entries come first, then those of the parts in order, each followed by those that it includes.
  @Test func entriesFollowEachOtherDepthFirst() throws {
    let text =
      Self.head + """
        include: [one.yaml, two.yaml]
        links: [{ url: /own, opens: home }]
        prefixes: ["own://"]
        x-own: 1
        screens: { home: {}, x-list: own }

        """
    func part(_ name: String, including other: String) -> String {
      """
      navtree: 1
      include: [\(other)]
      screens: { \(name): {}, x-list: \(name) }
      links: [{ url: /\(name), opens: \(name) }]
      prefixes: ["\(name)://"]
      x-\(name): 1

      """
    }
    let outcome = Self.load(
      text,
      [
        "one.yaml": part("one", including: "deep/inner.yaml"), "two.yaml": part("two", including: ""),
        "deep/inner.yaml": part("inner", including: "../last.yaml"), "last.yaml": part("last", including: ""),
      ])
    #expect(Self.messages(outcome) == [])
    let flow = try #require(outcome.flow)
    let names = ["own", "one", "inner", "last", "two"]
    #expect(flow.screens.map(\.name) == ["home"] + names.dropFirst())
    #expect(flow.links.definitions.map(\.location.file) == [0, 1, 2, 3, 4])
    #expect(
      flow.files
        == ["demo.navtree.yaml", "one.yaml", "deep/inner.yaml", "last.yaml", "two.yaml"].map { "app/" + $0 })
    let normalised = flow.normalised
    #expect(normalised["prefixes"]?.array?.compactMap(\.string) == names.map { "\($0)://" })
    #expect(normalised["links"]?.array?.compactMap { $0["url"]?.string } == names.map { "/\($0)" })
    #expect(normalised["include"] == nil)
    #expect(normalised["screens"]?["x-list"] == "own")
    #expect(names.allSatisfy { normalised["x-\($0)"] == 1 })
    let again = Self.load(normalised.description, [:])
    #expect(again.flow?.normalised.isIdentical(to: normalised) == true)
    #expect(again.flow?.fingerprint == flow.fingerprint)
  }

  @Test func theFingerprintCoversEachPart() throws {
    func fingerprint(_ minimum: Int) throws -> Fingerprint {
      let parts = ["part.yaml": "navtree: 1\nshared: { count: { type: integer, minimum: \(minimum) } }\n"]
      let outcome = Self.load(Self.head + "include: [part.yaml]\nscreens: { home: {} }\n", parts)
      return try #require(outcome.flow).fingerprint
    }
    #expect(try fingerprint(0) == fingerprint(0))
    #expect(try fingerprint(0) != fingerprint(-1))
  }

  @Test func aliasesStayInTheirFile() throws {
    let outcome = Self.load(
      Self.head + "x-a: &a { n: integer }\ninclude: [part.yaml]\nshared: *a\nscreens: { home: &s {} }\n",
      [
        "part.yaml":
          "navtree: 1\nx-s: &s { title: Part }\nscreens: { first: *s, second: *s }\nshared: { m: integer }\n"
      ])
    #expect(Self.messages(outcome) == [])
    let flow = try #require(outcome.flow)
    #expect(flow.shared.fields.map(\.name) == ["n", "m"])
    #expect(flow.normalised["screens"]?["second"]?["title"] == "Part")
    let unknown = Self.load(
      Self.head + "x-a: &a 1\ninclude: [part.yaml]\nscreens: { home: {} }\n",
      ["part.yaml": "navtree: 1\nshared: *a\n"])
    #expect(Self.messages(unknown) == ["app/part.yaml:2: no anchor '&a' stands above this alias"])
  }

  @Test func allOfAFlowMayStandInParts() throws {
    let outcome = Self.load(
      Self.head + "include: [part.yaml]\n", ["part.yaml": "navtree: 1\nscreens: { home: {} }\n"])
    #expect(Self.messages(outcome) == [])
    let without = Self.load(
      Self.head + "include: [part.yaml]\n", ["part.yaml": "navtree: 1\nguards: { a: 'true' }\n"])
    #expect(Self.messages(without) == ["app/demo.navtree.yaml:1: the flow has no 'screens'"])
    let empty = Self.load(Self.head + "include: []\nscreens: { home: {} }\n", [:])
    #expect(empty.flow?.normalised["include"] == nil)
    #expect(empty.flow != nil)
  }

  @Test func whatIsMeantByAMisspeltKeyIsJoinedToo() {
    let outcome = Self.load(
      Self.head + "include: [part.yaml]\nscrens: { home: { slots: { a: { presents: [other] } } } }\n",
      ["part.yaml": "navtree: 1\nscreens: { other: {} }\nlinsk: [{ url: /a, opens: home }]\n"])
    #expect(
      Self.messages(outcome) == [
        "app/demo.navtree.yaml:5: 'screns' is no key of the flow",
        "app/part.yaml:3: 'linsk' is no key of a part",
      ])
  }

  @Test(arguments: ["includes", "import"]) func theFilesOfAMisspeltKeyAreRead(key: String) {
    let screens = "screens: { home: { slots: { a: { presents: [other] } } } }\n"
    let parts = [
      "part.yaml": "navtree: 1\n\(key): [other.yaml]\n", "other.yaml": "navtree: 1\nscreens: { other: {} }\n",
    ]
    #expect(
      Self.messages(Self.load(Self.head + "\(key): [part.yaml]\n" + screens, parts)) == [
        "app/demo.navtree.yaml:4: '\(key)' is no key of the flow",
        "app/part.yaml:2: '\(key)' is no key of a part",
      ])
    #expect(
      Self.messages(Self.load(Self.head + "\(key): [a.png]\n" + screens, parts)) == [
        "app/demo.navtree.yaml:4: '\(key)' is no key of the flow",
        "app/demo.navtree.yaml:4: app/a.png: there is no such file",
      ])
  }

  @Test func theFormIsCheckedWithoutAllFiles() {
    let outcome = Self.load(
      "navtree: 1\nflow: demo\nstrat: home\ninclude: [part.yaml, none.yaml]\n",
      ["part.yaml": "navtree: 1\nscreens: { home: { kinde: list, slots: { a: { presents: [b] } } } }\n"])
    #expect(
      Self.messages(outcome) == [
        "app/demo.navtree.yaml:3: 'strat' is no key of the flow",
        "app/demo.navtree.yaml:4: app/none.yaml: there is no such file",
        "app/part.yaml:2: 'kinde' is no key of a screen",
      ])
  }

  // MARK: Limits

  private static func chain(_ count: Int) -> [String: String] {
    var parts: [String: String] = [:]
    for index in 1...count {
      let next = index < count ? "[\(index + 1).yaml]" : "[]"
      parts["\(index).yaml"] = "navtree: 1\ninclude: \(next)\nscreens: { s\(index): {} }\n"
    }
    return parts
  }

  @Test func theDepthOfPartsIsLimited() {
    let text = Self.head + "include: [1.yaml]\nscreens: { home: {} }\n"
    let most = YAMLLimits().partDepth
    #expect(Self.load(text, Self.chain(most)).flow?.screens.count == most + 1)
    #expect(
      Self.messages(Self.load(text, Self.chain(most + 1))) == [
        "app/\(most).yaml:2: parts include each other more than \(most) deep, the limit (partDepth)"
      ])
  }

  @Test func theNumberOfPartsIsLimited() {
    let most = YAMLLimits().parts
    var parts: [String: String] = [:]
    for index in 0..<most { parts["\(index).yaml"] = "navtree: 1\nscreens: { s\(index): {} }\n" }
    func text(_ count: Int) -> String {
      let lines = (0..<count).map { "  - \($0).yaml\n" }.joined()
      return Self.head + "screens: { home: {} }\ninclude:\n" + lines
    }
    #expect(Self.load(text(most), parts).flow?.screens.count == most + 1)
    // Nothing behind the limit is read.
    let outcome = Self.load(text(10 * most), parts)
    #expect(
      Self.messages(outcome) == [
        "app/demo.navtree.yaml:\(most + 6): more than \(most) parts, the limit (parts)"
      ])
    #expect(outcome.parts.count == most)
  }

  @Test func bytesAndNodesAreLimitedInSum() {
    let parts = [
      "1.yaml": "navtree: 1\nx-a: [1, 2, 3, 4, 5]\n", "2.yaml": "navtree: 1\nx-b: [1, 2, 3, 4, 5]\n",
    ]
    let text = Self.head + "include: [1.yaml, 2.yaml]\nscreens: { home: {} }\n"
    let bytes = text.utf8.count + parts.values.reduce(0) { $0 + $1.utf8.count }
    var limits = YAMLLimits()
    limits.bytes = bytes
    #expect(Self.load(text, parts, limits: limits).flow != nil)
    limits.bytes = bytes - 1
    #expect(
      Self.messages(Self.load(text, parts, limits: limits)) == [
        "app/2.yaml:1: the flow's files have more than \(bytes - 1) bytes, the limit (yamlBytes)"
      ])
    limits = YAMLLimits()
    limits.nodes = 35
    #expect(Self.load(text, parts, limits: limits).flow != nil)
    limits.nodes = 34
    #expect(
      Self.messages(Self.load(text, parts, limits: limits)) == [
        "app/2.yaml:2: more than 34 nodes with what aliases stand for, the limit (yamlNodes)"
      ])
  }

  // MARK: Parts alone

  @Test(arguments: [
    ("screens: { a: {} }", true, []), ("include: [b.yaml]", true, []), ("types: {}", true, []),
    // Names are those of the whole flow.
    ("screens: { a: { slots: { b: { presents: [c] } }, actions: { d: { present: c } } } }", true, []),
    ("links: [{ url: /a, opens: [b, { c: { d: 1 } }] }]", true, []),
    ("title: A\nscreens: { a: {} }", true, ["'title' is no key of a part"]),
    ("screens: { a: { kinde: list } }", true, ["'kinde' is no key of a screen"]),
    ("screens: { a: { actions: { b: [{ whn: 'true' }] } } }", true, ["'whn' is no key of a rule"]),
    ("screens: { a: { lifecycle: { appeared: [{ sett: {} }] } } }", true, ["'sett' is no key of a rule"]),
    ("shared: { a: { type: string, max: 1 } }", true, ["'max' is no key of a field"]),
    ("shared: { a: { items: { minimun: 1 } } }", true, ["'minimun' is no key of a schema"]),
    ("links: { a: b }", true, ["'links' must be a list, each item a map (link), not a map"]),
    (
      "effects: { 1: {} }", true,
      ["'1' can't name an effect: a name is a letter, then letters, digits, _ or -"]
    ),
    ("invariants: { a: {} }", true, ["this invariant has no 'always'"]),
    // A flow that isn't finished.
    ("screens: { a: {} }\nstrat: a", false, ["the flow has no 'flow'", "'strat' is no key of the flow"]),
    ("version: 2\nscreens: { a: {} }", false, ["the flow has no 'flow', 'start'"]),
    ("x-a: 1", false, ["the flow has no 'flow', 'start', 'screens'"]),
  ])
  func aPartAloneIsCheckedForItsForm(text: String, isPart: Bool, expected: [String]) {
    let outcome = Self.load("navtree: 1\n\(text)\n", [:], checksParts: true)
    #expect(outcome.isPart == isPart)
    #expect(outcome.isRight == expected.isEmpty)
    #expect(outcome.diagnostics.map(\.message).sorted() == expected.sorted())
    #expect(outcome.flow == nil)
    #expect(Self.load("navtree: 1\n\(text)\n", [:]).isRight == false)
  }

  @Test func thePartsOfSpecsHaveTheRightForm() throws {
    let folder = "\(SpecTests.folder)/library"
    for name in Files.names(in: folder, endingIn: ".navtree.yaml") where name != "library.navtree.yaml" {
      let bytes = try #require(Files.bytes(of: "\(folder)/\(name)"))
      let outcome = FlowLoader.load(bytes, file: name, checksParts: true)
      #expect(outcome.isPart)
      #expect(DiagnosticReport(outcome.diagnostics, in: outcome.sources).text == "")
    }
  }
}
