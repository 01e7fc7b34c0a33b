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
}
