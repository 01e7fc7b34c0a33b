import NavtreeTestSupport
import Testing

/// The pages of `navtree skill`, which are those of `Specs/skill`.
@Suite struct SkillTests {
  private static let folder = "Specs/skill"
  /// In the order of a reader, the first of which leads to the others.
  private static let names = ["SKILL.md", "flows.md", "sessions.md", "tests.md"]

  private static func text(of name: String) throws -> String {
    try #require(Files.text(of: "\(Files.package)/\(folder)/\(name)"))
  }

  @Test func eachFileOfTheFolderIsAPage() {
    #expect(Files.names(in: "\(Files.package)/\(Self.folder)", endingIn: "").sorted() == Self.names.sorted())
  }

  @Test func theSkillIsShort() throws {
    let words = try Self.names.map { try #require(Page("\(Self.folder)/\($0)")).wordCount }
    #expect(words.reduce(0, +) < 2_500)
    let head = try Self.text(of: "SKILL.md").split(separator: "\n").prefix(4)
    #expect(head[0] == "---" && head[1] == "name: navtree" && head[3] == "---")
    #expect(head[2].hasPrefix("description: ") && head[2].count <= 1_024)
    for link in try #require(Page("\(Self.folder)/SKILL.md")).links {
      #expect(Files.size(of: "\(Files.package)/\(link.path)") != nil, "\(link.path)")
    }
  }

  /// From an empty folder, one page after the other.
  @Test func itsCommandsSayWhatHappens() throws {
    let folder = try TemporaryFolder()
    for name in Self.names {
      try ConsoleDocument(name: "\(Self.folder)/\(name)", folder: folder.path).check()
    }
  }

  @Test func withoutAFolderItIsPrinted() throws {
    let outcome = try ChildProcess(["skill"]).finish()
    #expect(outcome.text == (try Self.names.map(Self.text)).joined(separator: "\n"))
    #expect(outcome.status == 0)
  }

  /// Runs a shell script in an empty folder; `$0` is navtree.
  private static func run(_ script: String) throws -> ChildProcess.Outcome {
    let inFolder = #"folder=$(mktemp -d) && cd "$folder" && trap 'rm -r "$folder"' EXIT; "# + script
    return try ChildProcess(["-c", inFolder, ChildProcess.navtree], program: "/bin/sh").finish()
  }

  @Test func theFilesAreWrittenOnce() throws {
    let outcome = try Self.run(
      #""$0" skill --install a/b; cat a/b/navtree/SKILL.md | head -2; "$0" skill --install a/b"#)
    #expect(
      outcome.text == Self.names.map { "a/b/navtree/\($0): written\n" }.joined()
        + "---\nname: navtree\na/b/navtree: up to date\n")
    #expect(outcome.errorText == "")
  }

  @Test func aFileThatDiffersStopsItBeforeAnythingIsWritten() throws {
    let outcome = try Self.run(
      #"""
      mkdir navtree; echo mine > navtree/tests.md; "$0" skill --install .; echo $?; ls navtree; cat navtree/tests.md
      "$0" skill --install . --force >&2; tail -1 navtree/tests.md | cut -c1-20
      """#)
    #expect(outcome.text == "74\ntests.md\nmine\nFrom a real session:\n")
    #expect(outcome.errorText.contains("tests.md: it is there already, and differs"))
  }

  @Test(arguments: [
    (["--force"], "--force goes with --install"), (["--install", ""], "--install names a folder"),
  ])
  func wrongOptionsAreRefused(options: [String], sentence: String) throws {
    let outcome = try ChildProcess(["skill"] + options).finish()
    #expect(outcome.status == 64)
    #expect(outcome.errorText.contains(sentence))
  }
}
