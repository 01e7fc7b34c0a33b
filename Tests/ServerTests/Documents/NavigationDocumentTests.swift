import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import Testing
import NavtreeTestSupport

/// The trees of the pages of navigation and of windows.
///
/// A comment `<!-- tree` holds requests, a method and its params a line; the block below it shows the last of
/// them, with its answer, and the outline before and after it.
@Suite struct NavigationDocumentTests {
  private static let pages = ["Docs/reference/navigation.md", "Docs/reference/windows.md"]
  private static let flow = Files.text(of: "\(Files.package)/Docs/reference/navigation.navtree.yaml")

  @Test(arguments: pages) func theTreesAreThoseOfTheFlow(page: String) throws {
    let text = try #require(Files.text(of: "\(Files.package)/\(page)"))
    var written: [String] = []
    var rest = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    var count = 0
    while let line = rest.popFirst() {
      written.append(String(line))
      guard line == "<!-- tree" else { continue }
      let requests = rest.prefix { $0 != "-->" }
      rest = rest.dropFirst(requests.count + 1)
      if rest.first == "```text" { rest = rest.drop { $0 != "```" }.dropFirst() }
      written += requests.map(String.init) + ["-->", "```text"]
      written += try Self.block(requests.map(String.init)) + ["```"]
      count += 1
    }
    #expect(count > 0, "no trees")
    try Document(path: page).expect(written.joined(separator: "\n"))
  }

  @Test func everyNavigationIsShown() throws {
    let text = try Self.pages.map { try #require(Files.text(of: "\(Files.package)/\($0)")) }.joined()
    let group = try #require(MethodTable.groups.first { $0.title == "Built-in navigation" })
    let missing = group.methods.map(\.name).filter {
      !text.contains("\n### `\($0)`\n") || !text.contains("\n> \($0)")
    }
    #expect(missing == [])
  }

  private static func block(_ requests: [String]) throws -> [String] {
    let conversation = try Conversation(flow: try #require(flow))
    for request in requests.dropLast() { _ = try call(request, conversation) }
    let before = try outline(conversation)
    let last = try #require(requests.last)
    let answer: String
    do {
      answer = try call(last, conversation).description
    } catch let refusal as Conversation.Refusal {
      answer = "\(refusal.kind): \(refusal.error["message"]?.string ?? "")"
    }
    let after = try outline(conversation)
    let width = (before.map(\.count).max() ?? 0) + 4
    var block = ["> \(last)", "< \(answer)", ""]
    for row in 0..<max(before.count, after.count) {
      let left = row < before.count ? before[row] : ""
      let right = row < after.count ? after[row] : ""
      let gap = right.isEmpty ? "" : String(repeating: " ", count: width - left.count)
      block.append(left + gap + right)
    }
    return block
  }

  /// Sends a request as the document writes it: `push {"screen": "people"}`.
  private static func call(_ request: String, _ conversation: Conversation) throws -> JSONValue {
    let end = request.firstIndex(of: " ") ?? request.endIndex
    let params = request[end...]
    return try conversation.call(
      String(request[..<end]), params.isEmpty ? [:] : try JSONValue(parsing: Array(params.utf8)))
  }

  private static func outline(_ conversation: Conversation) throws -> [String] {
    try #require(conversation.call("state.outline").string).split(separator: "\n").map(String.init)
  }
}
