import NavtreeTestSupport
import Testing

/// `Docs/questions.tsv`: what users ask, each with the page, the heading and a phrase of its answer.
@Suite struct QuestionTests {
  private static let rows = (Files.text(of: "\(Files.package)/Docs/questions.tsv") ?? "")
    .split(separator: "\n").dropFirst()
    .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }

  /// The start page and the pages that are at most two links away from it.
  private static let near: Set<String> = {
    var near: Set = ["Docs/README.md"]
    for _ in 0..<2 { near.formUnion(near.flatMap { Page($0)?.links.map(\.path) ?? [] }) }
    return near
  }()

  @Test func thereAreQuestions() {
    #expect(Self.rows.count >= 40)
    #expect(Set(Self.rows.compactMap(\.first)).count == Self.rows.count)
  }

  @Test(arguments: rows) func aQuestionIsAnsweredNearTheStartPage(row: [String]) throws {
    try #require(row.count == 4 && row.allSatisfy { !$0.isEmpty })
    let path = "Docs/\(row[1])"
    #expect(Self.near.contains(path))
    let section = try #require(Page(path)?.section(row[2]), "no heading '\(row[2])'")
    #expect(section.contains(row[3]))
  }
}
