import NavtreeTestSupport
import Testing

/// The examples of documents, as a reader would run them.
@Suite
struct ReadmeTests {
  @Test(arguments: [
    "README.md", "Docs/guides/shell.md", "Docs/guides/agents.md", "Docs/reference/coverage.md",
    "Docs/guides/exploring.md",
  ])
  func theExamplesSayWhatHappens(page: String) throws {
    try ConsoleDocument(name: page, folder: Files.package).check()
  }

  /// From an empty folder to coverage, one command after the other.
  @Test
  func theGuideOfTestsSaysWhatHappens() throws {
    let folder = try TemporaryFolder()
    try ConsoleDocument(name: "Docs/guides/testing.md", folder: folder.path).check()
  }

  /// From an empty folder to an app; the one for Node has the client installed.
  @Test(arguments: ["Docs/tutorial/app.md", "Docs/tutorial/host-node.md"])
  func theTutorialsSayWhatHappens(page: String) throws {
    let folder = try TemporaryFolder()
    let modules = folder.path + "/node_modules"
    let install = "mkdir '\(modules)' && ln -s '\(Files.package)/Clients/node' '\(modules)/navtree'"
    #expect(try ChildProcess(["-c", install], program: "/bin/sh").finish().status == 0)
    try ConsoleDocument(name: page, folder: folder.path).check()
  }

  @Test(arguments: Page.guides + Page.comparisons)
  func theGuidesSayWhatHappens(page: String) throws {
    try ConsoleDocument(name: page, folder: Files.package + "/Specs/guides").check()
  }
}
