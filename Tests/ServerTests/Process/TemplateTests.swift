import NavtreeTestSupport
import Testing

/// The templates of `navtree init`, which are the flows of `Specs/templates`.
@Suite struct TemplateTests {
  private static let specs = "\(Files.package)/Specs/templates"
  private static let names = Files.names(in: specs, endingIn: ".navtree.yaml").map {
    String($0.dropLast(".navtree.yaml".count))
  }

  @Test func eachFlowOfTheFolderIsATemplate() {
    #expect(Self.names == ["mail", "notes", "onboarding", "shop", "tabs"])
  }

  @Test(arguments: names) func aTemplateIsItsFlow(name: String) throws {
    let file = try Self.text(of: name)
    let outcome = try ChildProcess(["init", "--template", name, "-"]).finish()
    #expect(outcome.text == file)
  }

  /// The editor finds the schema, and the reader the way on.
  @Test(arguments: names) func aTemplateBeginsWithTheModelineOfEditors(name: String) throws {
    let lines = try Self.text(of: name).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "# yaml-language-server: $schema=flow.schema.json")
    #expect(lines[1].hasPrefix("# "))
    #expect(lines.allSatisfy { $0.unicodeScalars.count <= 110 })
  }

  private static func text(of name: String) throws -> String {
    try #require(Files.text(of: "\(specs)/\(name).navtree.yaml"))
  }
}
