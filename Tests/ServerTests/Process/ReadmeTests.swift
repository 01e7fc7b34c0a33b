import NavtreeTestSupport
import Testing

/// The examples of documents, as a reader would run them.
@Suite
struct ReadmeTests {
  @Test(arguments: ["README.md", "Docs/coverage.md", "Docs/exploring.md"])
  func theExamplesSayWhatHappens(page: String) throws {
    try ConsoleDocument(name: page, folder: Files.package).check()
  }

  /// From an empty folder to coverage, one command after the other.
  @Test
  func theGuideOfTestsSaysWhatHappens() throws {
    let folder = try TemporaryFolder()
    try ConsoleDocument(name: "Docs/testing.md", folder: folder.path).check()
  }
}
