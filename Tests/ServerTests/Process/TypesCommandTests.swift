import NavtreeTestSupport
import Testing

/// `navtree types`, as a build runs it.
@Suite struct TypesCommandTests {
  private static let flow = "Specs/social.navtree.yaml"

  private static func run(_ arguments: [String]) throws -> ChildProcess.Outcome {
    try ChildProcess(["types"] + arguments).finish()
  }

  @Test func aFileIsWrittenAndThenAsItShouldBe() throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/social.ts"
    let written = try Self.run([Self.flow, "--lang", "typescript", "-o", file])
    #expect(written.status == 0 && written.text == "" && written.errorText == "")
    #expect(try Self.run([Self.flow, "--lang", "typescript"]).text == Files.text(of: file))
    let checked = try Self.run([Self.flow, "--lang", "typescript", "--check", file])
    #expect(checked.status == 0 && checked.text == "" && checked.errorText == "")
  }

  @Test func driftIsToldByLine() throws {
    let folder = try TemporaryFolder()
    let flow = "\(folder.path)/social.navtree.yaml"
    let file = "\(folder.path)/Social.swift"
    let text = try #require(Files.text(of: "\(Files.package)/\(Self.flow)"))
    Files.write(text, to: flow)
    #expect(try Self.run([flow, "--lang", "swift", "-o", file]).status == 0)
    Files.write(text.replacing("openFilter", with: "showFilter"), to: flow)
    let drifted = try Self.run([flow, "--lang", "swift", "--check", file])
    #expect(drifted.status == 1 && drifted.text == "")
    #expect(drifted.errorText.contains("  -       case openFilter\n"))
    #expect(drifted.errorText.contains("  +       case showFilter\n"))
    #expect(drifted.errorText.hasSuffix("  hint: navtree types \(flow) --lang swift -o \(file)\n"))
  }

  /// A comment is no change of the flow; a rule is, though no type shows it.
  @Test(arguments: [("# more\n", Int32(0)), ("  filterSheet2: {}\n", 1)])
  func whatCountsIsTheFlow(added: String, status: Int32) throws {
    let folder = try TemporaryFolder()
    let flow = "\(folder.path)/social.navtree.yaml"
    let file = "\(folder.path)/social.json"
    let text = try #require(Files.text(of: "\(Files.package)/\(Self.flow)"))
    Files.write(text, to: flow)
    #expect(try Self.run([flow, "--lang", "json-schema", "-o", file]).status == 0)
    Files.write(text + added, to: flow)
    #expect(try Self.run([flow, "--lang", "json-schema", "--check", file]).status == status)
  }

  private static let statuses: [(arguments: [String], status: Int32)] = [
    ([flow], 64),
    ([flow, "--lang", "rust"], 64),
    ([flow, "--lang", "swift", "--check", "a", "-o", "b"], 64),
    (["--lang", "swift"], 64),
    (["Specs/no-such.navtree.yaml", "--lang", "swift"], 74),
    ([flow, "--lang", "swift", "--check", "no/such/file"], 74),
    ([flow, "--lang", "swift", "-o", "no/such/file"], 74),
    (["Specs/behaviour/parts/parts.navtree.yaml", "--lang", "kotlin"], 0),
    ([flow, "--lang", "python", "-o", "-"], 0),
  ]

  @Test(arguments: statuses)
  func theStatusTellsWhatWentWrong(arguments: [String], status: Int32) throws {
    #expect(try Self.run(arguments).status == status)
  }
}
