import NavtreeTestSupport
import Testing

/// The pages that teach: `Docs/README.md`, `Docs/concepts.md` and the folders `tutorial`, `guides` and `coming-from`.
@Suite struct GuideTests {
  private static let guides = Page.paths(in: "Docs/guides")
  private static let comparisons = Page.paths(in: "Docs/coming-from")
  private static let way = ["Docs/README.md", "Docs/concepts.md"] + Page.paths(in: "Docs/tutorial")
  private static let flows = Files.names(in: "\(Files.package)/Specs/guides", endingIn: ".navtree.yaml")
    .map { String($0.dropLast(".navtree.yaml".count)) }

  @Test func eachFlowHasItsPage() {
    #expect(Self.guides.count >= 12)
    let pages = Self.guides.map { String($0.dropFirst("Docs/guides/".count).dropLast(".md".count)) }
    #expect(Self.flows == (pages + ["contacts"]).sorted())
    #expect(Self.comparisons.count >= 4)
  }

  /// A page shows the files that are tested, byte for byte.
  @Test(arguments: guides + comparisons) func theFlowOfAPageIsTheOneThatIsTested(path: String) throws {
    let page = try #require(Page(path))
    let name = Self.comparisons.contains(path) ? "contacts" : path.dropFirst("Docs/guides/".count).dropLast(3)
    let files = try [".navtree.yaml", ".scenarios.yaml"].map { ending in
      try #require(Files.text(of: "\(Files.package)/Specs/guides/\(name)\(ending)"))
    }
    let blocks = page.blocks(of: "yaml")
    #expect(!blocks.isEmpty)
    for block in blocks { #expect(files.contains { "\n\($0)".contains("\n\(block)") }, "\(block)") }
    #expect(page.links.contains { $0.path == "Specs/guides/\(name).navtree.yaml" })
    #expect(files[0].split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 80)
  }

  @Test(arguments: way + guides + comparisons) func eachLinkLeadsSomewhere(path: String) throws {
    for link in try #require(Page(path)).links {
      #expect(Files.mode(of: "\(Files.package)/\(link.path)") != nil, "\(link.path)")
      guard let anchor = link.anchor else { continue }
      #expect(Page(link.path)?.anchors.contains(anchor) == true, "\(link.path)#\(anchor)")
    }
  }

  @Test func theWayToAFirstAppIsShort() throws {
    let pages = try Self.way.map { try #require(Page($0)) }
    #expect(pages[0].lineCount <= 40)
    #expect(pages.reduce(0) { $0 + $1.wordCount } <= 6_000)
  }
}
