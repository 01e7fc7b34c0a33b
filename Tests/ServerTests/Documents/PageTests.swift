import NavtreeTestSupport
import Testing

/// All pages of the package.
@Suite struct PageTests {
  @Test(arguments: Page.all) func eachLinkLeadsSomewhere(path: String) throws {
    for link in try #require(Page(path)).links {
      #expect(Files.mode(of: "\(Files.package)/\(link.path)") != nil, "\(link.path)")
      guard let anchor = link.anchor else { continue }
      #expect(Page(link.path)?.anchors.contains(anchor) == true, "\(link.path)#\(anchor)")
    }
  }

  @Test func theREADMEIsShort() throws {
    #expect(try #require(Page("README.md")).lineCount <= 150)
  }

  @Test(arguments: Page.all.filter { $0.hasPrefix("Docs/") })
  func aPageHasOneSubjectAndIsShort(path: String) throws {
    let page = try #require(Page(path))
    #expect(page.wordCount <= 5_000)
    #expect(page.headings(level: 1).count == 1)
    #expect(page.headings().count == Set(page.headings()).count, "a heading stands twice")
  }
}
