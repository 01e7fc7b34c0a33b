import NavtreeFiles
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// Bundles, read as platforms without libyaml read them.
@Suite struct BundleTests {
  private static let alone: YAMLLimits = {
    var limits = YAMLLimits()
    limits.isJSONAlone = true
    return limits
  }()

  private static func load(_ text: String, limits: YAMLLimits = alone) -> FlowLoader.Outcome {
    FlowLoader.load(Array(text.utf8), file: "app.navtree.json", limits: limits)
  }

  private static func bundle(_ outcome: FlowLoader.Outcome) throws -> JSONValue {
    FlowBundle.value(of: try #require(outcome.flow), outcome.sources, name: outcome.source.file)
  }

  private static func facts(_ outcome: FlowLoader.Outcome) -> [String] {
    [
      DiagnosticReport(outcome.diagnostics + outcome.acknowledged, in: outcome.sources).text,
      outcome.flow.map { "\(FlowOutline($0).text)\($0.files)\($0.fingerprint)" } ?? "no flow",
    ]
  }

  private static let texts = Files.paths(below: Files.package + "/Specs", endingIn: ".navtree.yaml")
    .map { (path: $0, parts: FlowFolder.parts(ofFlow: $0)) }

  @Test func theBundleOfEachFlowTellsTheSame() throws {
    var count = 0
    for (path, parts) in Self.texts {
      let bytes = try #require(Files.bytes(of: path))
      let (outcome, scopes) = FlowLoader.analyse(bytes, file: path, parts: parts)
      guard outcome.flow != nil else { continue }
      let text = try Self.bundle(outcome).description
      let (again, others) = FlowLoader.analyse(Array(text.utf8), file: "a.json", limits: Self.alone)
      #expect(Self.facts(again) == Self.facts(outcome), "\(path)")
      // Each node of the joined files, with its place.
      #expect(others?.document.entries == scopes?.document.entries, "\(path)")
      #expect(others?.document.texts == scopes?.document.texts, "\(path)")
      if again.flow != nil { #expect(try Self.bundle(again).description == text, "\(path)") }
      count += 1
    }
    try #require(count > 50)
  }

  /// All kinds of scalars, breaks and properties have the places and texts that libyaml gives them.
  @Test(arguments: [
    "{}", "a: b", "a:\n  - b\n  -\n  - - c\n    - d: e\n", "a: [b, {c: d}, [], ]\n\n# end", "\u{FEFF}a: 1\n",
    "a: |\n  one\n\n  two\nb: >-\n  three\n  four\n\nc: 'it''s\n  long'\nd: \"\\e \\\n  é\\u00e9\"\n",
    "a: &x {b: 1}\nb: *x\nc: &y\n  - *x\nd: !!str 12\ne: &z !!int 3\nf: *z\n? g\n: h\n",
    "- &a\n- ''\n- \"\"\n",
    "a: b\r\nc:\r\n  d: 1\r\n", "a: b\rc: d", "a: x\u{85}  y\u{2028}b: 'é\u{2029} z'\n\u{85}c: 日本語 # 日\n",
    "--- # first\na: b\n...\n", "%YAML 1.1\n---\na: plain\n   text\n\n   of lines\nb: c",
  ])
  func eventsAreThoseOfLibyaml(text: String) throws {
    let source = SourceText(file: "a", bytes: Array(text.utf8))
    let log = EventLog(of: source)
    let read = try #require(EventLog(log.numbers, log.strings, ofText: text.utf8.count))
    let logged = SourceText(file: "a", bytes: source.bytes, events: read)
    let one = YAMLComposer.compose(source, FlowVocabulary())
    let other = YAMLComposer.compose(logged, FlowVocabulary(), limits: Self.alone)
    #expect(one.diagnostics.map(\.message) == other.diagnostics.map(\.message))
    #expect(one.document?.entries == other.document?.entries)
    #expect(one.document?.texts == other.document?.texts)
  }

  @Test(.enabled(if: Conformance.has("yaml.jsonl"), "no conformance data"))
  func eventsOfTheSuiteAreThoseOfLibyaml() throws {
    for test in try Conformance.tests("yaml.jsonl") where test["fail"]?.boolean != true {
      let text = try #require(test["yaml"]?.string)
      if YAMLComposer.compose(SourceText(file: "a", bytes: Array(text.utf8)), FlowVocabulary()).document
        != nil
      {
        try eventsAreThoseOfLibyaml(text: text)
      }
    }
  }

  private static let small = FlowLoader.load(
    Array(
      "navtree: 1\nflow: a\nstart: b\ninclude: [p.yaml]\nscreens: { b: { state: { n: integer } } }\n".utf8),
    file: "x/a.navtree.yaml",
    parts: PartFault.reader(of: ["p.yaml": Array("navtree: 1\nscreens: { c: &c {}, d: *c }\n".utf8)]))

  private static func changed(_ change: (inout JSONObject) -> Void, digests: Bool = true) throws -> String {
    var members = try #require(bundle(small).object)
    change(&members)
    if digests {
      members["digest"] = ""
      members["digest"] = .string(Fingerprint(of: .object(members)).description)
    }
    return JSONValue.object(members).description
  }

  private static func told(_ text: String, limits: YAMLLimits = alone) -> String {
    load(text, limits: limits).diagnostics.first.map {
      "\($0.location.line):\($0.location.column) \($0.message) [\($0.code.rawValue)]"
    } ?? ""
  }

  /// What the first version of the form has is read for good.
  @Test func anOlderBundleIsRead() throws {
    let bytes = try #require(Files.bytes(of: Files.package + "/Tests/Expected/Forms/bundle-1.navtree.json"))
    let outcome = FlowLoader.load(bytes, file: "a.json", limits: Self.alone)
    #expect(outcome.flow?.files.count == 4, "\(outcome.diagnostics)")
  }

  @Test func theNameIsTheFlows() throws {
    let bundle = FlowBundle.value(of: try #require(Self.small.flow), Self.small.sources, name: "b.yaml")
    #expect(Self.load(bundle.description).flow?.files == ["b.yaml", "p.yaml"])
    #expect(Self.load(bundle.prettyDescription).flow?.fingerprint == Self.small.flow?.fingerprint)
    #expect(
      try Self.load(Self.bundle(Self.small).description).flow?.files == ["x/a.navtree.yaml", "x/p.yaml"])
  }

  @Test func faultsAreTold() throws {
    let right = try Self.bundle(Self.small).description
    let cut = "1:\(right.utf8.count - 8) the bundle is damaged: the JSON text ends too early"
    #expect(Self.told(String(right.dropLast(9))).hasPrefix(cut))
    let newer = try Self.changed { $0["bundle"] = 2 }
    #expect(
      Self.told(newer) == "1:1 this is a bundle of version 2, and this navtree reads version 1 [bad-bundle]")
    let edited = try Self.changed({ $0["hash"] = "0" }, digests: false)
    #expect(Self.told(edited).contains("the bundle is damaged, or was changed: its digest is "))
    #expect(Self.told(#"{"bundle": {}}"#) == "1:1 the bundle is damaged: it has no version [bad-bundle]")
    let empty = try Self.changed { $0["sources"] = [] }
    #expect(Self.told(empty) == "1:1 the bundle is damaged: it has no sources [bad-bundle]")
    let alone = try Self.changed { $0["sources"] = .array([$0["sources"]?.array?.first ?? .null]) }
    #expect(Self.told(alone) == "4:11 x/p.yaml: the bundle doesn't hold it [bad-include]")
    var limits = Self.alone
    limits.bytes = 100
    #expect(
      Self.told(right, limits: limits)
        == "1:1 the bundle has more than 100 bytes, the limit (yamlBytes) [limit]")
  }

  /// Events that no text has.
  private static let impossible: [(text: String, numbers: [Int], strings: [String])] = [
    ("", [0, 0], []), ("a", [1, 0, 0], []), ("a", [0, 0, 3], []), ("a", [0, -1, 1], []),
    ("a", [0, 0, 1], ["a"]),
    ("a", [1, 0, 1, 0, 0, 1, 2, 0, 1], []), ("a", [1, 0, 0, 4, 0, 0], []), ("a", [512, 0, 1], []),
    ("a", [0, 0, 1, 0, 0, 1], []), ("a", [6, 0, 1], []), ("", [], []), ("a", [64, 0, 1], []),
    ("a", [0, 0, Int.max], []),
  ]

  @Test(arguments: impossible)
  func noTextHasSuchEvents(text: String, numbers: [Int], strings: [String]) throws {
    let bundle = try Self.changed {
      $0["sources"] = [
        [
          "file": "a", "text": .string(text), "events": .array(numbers.map { .integer($0) }),
          "strings": .array(strings.map { .string($0) }),
        ]
      ]
    }
    #expect(Self.told(bundle) == "1:1 the bundle is damaged: a source isn't right [bad-bundle]")
  }

  /// A byte that differs is seen, or changes nothing.
  @Test func changedBytesAreSeen() throws {
    let right = Array(try Self.bundle(Self.small).description.utf8)
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<rounds(20_000, inDebug: 1_000) {
      var bytes = right
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let flow = FlowLoader.load(bytes, file: "a.json", limits: Self.alone).flow
      if let flow { #expect(flow.fingerprint == Self.small.flow?.fingerprint) }
    }
  }

  /// Whoever makes the digest right may say anything, and nothing traps.
  @Test func forgedBundlesDoNoHarm() throws {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<rounds(20_000, inDebug: 1_000) {
      let text = try Self.changed { members in
        var sources = members["sources"]?.array ?? []
        let index = Int.random(in: sources.indices, using: &generator)
        var source = sources[index].object ?? [:]
        var numbers = source["events"]?.array ?? []
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
          let most = Int.random(in: 1...600, using: &generator)
          numbers[Int.random(in: numbers.indices, using: &generator)] = .integer(
            Int.random(in: 0...most, using: &generator))
        }
        source["events"] = .array(numbers)
        if Bool.random(using: &generator) {
          var text = Array((source["text"]?.string ?? "").utf8)
          text[Int.random(in: text.indices, using: &generator)] = .random(in: 0...255, using: &generator)
          source["text"] = .string(String(decoding: text, as: UTF8.self))
        }
        sources[index] = .object(source)
        members["sources"] = .array(sources)
      }
      let outcome = Self.load(text)
      for diagnostic in outcome.diagnostics { #expect(diagnostic.location.line >= 1) }
      _ = DiagnosticReport(outcome.diagnostics, in: outcome.sources).text
    }
  }
}
