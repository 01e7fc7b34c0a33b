import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import NavtreeTestSupport
import Testing

/// What a release says of itself, and what it promises.
@Suite struct ReleaseTests {
  private static let url = "https://github.com/navtree/navtree"

  @Test func allHaveOneVersion() throws {
    let version = Release.version
    let changelog = try text("CHANGELOG.md").split(separator: "\n")
    let headings = changelog.filter { $0.hasPrefix("## ") }
    try #require(headings.count > 1)
    #expect(headings[0] == "## [Unreleased]" && headings[1].hasPrefix("## [\(version)] - 20"))
    #expect(changelog.contains("[\(version)]: \(Self.url)/releases/tag/v\(version)"))
    #expect(try text("Clients/python/pyproject.toml").contains("\nversion = \"\(version)\"\n"))
    let package = try JSONValue(parsing: text("Clients/node/package.json"))
    #expect(package["version"] == .string(version))
    for (name, each) in package["optionalDependencies"]?.object ?? [:] {
      #expect(each == .string(version), "\(name)")
    }
    let record = try JSONValue(parsing: text(".ci/api-stability.json"), maximumDepth: 8)
    #expect(record["release"] == .string(version))
  }

  /// Wherever the project's place is named, it is this one.
  @Test(
    arguments: [
      "Clients/python/pyproject.toml", "Clients/node/package.json", ".ci/package", "SECURITY.md",
      ".ci/site",
    ])
  func thereIsOneURL(path: String) throws {
    #expect(try text(path).contains(Self.url))
  }

  /// A fact of the record that doesn't hold any more must be announced.
  @Test func aBreakIsAnnounced() throws {
    let folder = try TemporaryFolder()
    let record = try text(".ci/api-stability.json")
    let old = record.replacing(" \"takes\": [\n", with: " \"takes\": [\n  \"method gone: object\",\n")
    let gone = "- `method gone: object`\n"
    let changelog = try text("CHANGELOG.md").split(separator: "\n## [\(Release.version)]")
    let announced = String(try #require(changelog.first))
    let files = [
      "old.json": old, "silent.md": "\(announced)\n## [0.0.1]\n\n### Breaking\n\n\(gone)",
      "loud.md": announced.replacing("### Breaking\n", with: "### Breaking\n\n\(gone)"),
    ]
    for (name, text) in files { Files.write(text, to: "\(folder.path)/\(name)") }
    let recorded = "\(folder.path)/old.json"

    #expect(try compared() == "")
    #expect(
      try compared(recorded, "\(folder.path)/silent.md") == """
        navtree: this breaks what \(Release.version) promises: method gone: object
          hint: list each in backticks under '### Breaking' of [Unreleased] in CHANGELOG.md

        """)
    #expect(try compared(recorded, "\(folder.path)/loud.md") == "")
  }

  private func compared(_ files: String...) throws -> String {
    let script = "\(Files.package)/.ci/stability"
    let outcome = try ChildProcess([ChildProcess.navtree] + files, program: script).finish()
    #expect((outcome.status == 0) == outcome.errorText.isEmpty)
    return outcome.errorText
  }

  private func text(_ path: String) throws -> String {
    try #require(Files.text(of: "\(Files.package)/\(path)"))
  }
}
