import NavtreeTestSupport
import Testing

/// The pages that teach: the start page, the tutorial, the concepts, and those with a flow of `Specs/guides`.
@Suite struct GuideTests {
  private static let way =
    ["Docs/README.md", "Docs/explanation/concepts.md"] + Page.paths(in: "Docs/tutorial")

  @Test func thereAreGuides() {
    #expect(Page.guides.count >= 12)
    #expect(Page.comparisons.count >= 4)
  }

  /// A page shows the files that are tested, byte for byte.
  @Test(arguments: Page.guides + Page.comparisons)
  func theFlowOfAPageIsTheOneThatIsTested(path: String) throws {
    let page = try #require(Page(path))
    let name = Page.comparisons.contains(path) ? "contacts" : path.dropFirst("Docs/guides/".count).dropLast(3)
    let files = try [".navtree.yaml", ".scenarios.yaml"].map { ending in
      try #require(Files.text(of: "\(Files.package)/Specs/guides/\(name)\(ending)"))
    }
    let blocks = page.blocks(of: "yaml")
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(files.contains { "\n\($0)".contains("\n\(block)") }, "\(block)") }
    #expect(page.links.contains { $0.path == "Specs/guides/\(name).navtree.yaml" })
    #expect(files[0].split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 80)
  }

  @Test func theWayToAFirstAppIsShort() throws {
    let pages = try Self.way.map { try #require(Page($0)) }
    #expect(pages[0].lineCount <= 40)
    #expect(pages[1].wordCount <= 800)
    #expect(pages.reduce(0) { $0 + $1.wordCount } <= 6_000)
  }
}
