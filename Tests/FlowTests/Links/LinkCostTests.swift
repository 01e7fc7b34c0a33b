import NavtreeFlow
import NavtreeJSON
import Testing

@Suite struct LinkCostTests {
  /// The number of comparisons of a pattern's segment with one of the URL.
  private func trials(_ patterns: [String], _ url: String) throws -> Int {
    let table = try LinkTable(patterns.map { RouteText(stringLiteral: $0) })
    return table.forEachMatch(try table.read(url)) { _ in .next }
  }

  private func repeated(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined()
  }

  @Test func optionalSegmentsCostTheirTable() throws {
    // Each subset of them could take the path's segments; none of those ends in the literal.
    let pattern = repeated(LinkPattern.maximumSegments - 1) { "/{p\($0)?}" } + "/end"
    let url = repeated(32) { _ in "/a" }
    #expect(try trials([pattern], url) < 64 * 33 * 2)
    #expect(try trials([pattern], url + "/end") < 64 * 34 * 2)
  }

  @Test func restsCostTheirTable() throws {
    let pattern = repeated(LinkPattern.maximumSegments / 2) { "/{p\($0)*}/a" }
    let url = repeated(10_000) { _ in "/a" }
    #expect(try trials([pattern], url) < LinkPattern.maximumSegments * 10_000 * 2)
    #expect(try trials([pattern], url + "/b") < LinkPattern.maximumSegments * 10_000 * 2)
  }

  @Test func aPathThatIsTooLongCostsNothing() throws {
    let patterns = (1..<64).map { count in repeated(count) { "/{p\($0)?}" } }
    #expect(try trials(patterns, repeated(10_000) { _ in "/a" }) < 10)
  }

  @Test func linksWithOtherLiteralsCostNothing() throws {
    let patterns = (0..<1000).map { "/section\($0)/{id}/edit" }
    #expect(try trials(patterns, "/section777/7/edit") < 10)
  }
}
