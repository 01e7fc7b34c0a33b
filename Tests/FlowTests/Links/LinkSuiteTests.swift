import Flow
import JSON
import OrderedCollections
import Testing
import TestSupport

/// What React Navigation makes of URLs.
@Suite struct LinkSuiteTests {
  @Test(.enabled(if: Conformance.has("links.jsonl"), "no conformance data"))
  func urlsOpenTheSameScreensWithTheSameParams() throws {
    let cases = try Conformance.tests("links.jsonl")
    try #require(!cases.isEmpty)
    var passed = 0
    for test in cases {
      let id = try #require(test["id"]?.string)
      let url = try #require(test["url"]?.string)
      let links = try #require(test["links"]?.array)
      let table = try LinkTable(
        try links.map { RouteText(stringLiteral: Self.translated(try #require($0["pattern"]?.string))) })
      var result = JSONValue.null
      if let match = try table.first(url) {
        let params = match.params.filter { !$0.key.hasPrefix("rest-of-path-") }
        result = ["screen": links[match.route]["screen"] ?? nil, "params": .object(params)]
      }
      let expected = try #require(test["expect"])
      #expect(result == expected, "\(id): \(url)")
      if result == expected { passed += 1 }
    }
    print("links: \(passed)/\(cases.count)")
  }

  /// `:name`, `:name?` and `*` as navtree writes them.
  private static func translated(_ pattern: String) -> String {
    var rests = 0
    let segments = pattern.split(separator: "/").map { segment in
      if segment.hasPrefix(":") { return "{\(segment.dropFirst())}" }
      guard segment == "*" else {
        return "%{}?#".reduce(String(segment)) { text, character in
          text.split(separator: character, omittingEmptySubsequences: false)
            .joined(separator: "%\(String(character.asciiValue ?? 0, radix: 16))")
        }
      }
      rests += 1
      return "{rest-of-path-\(rests)*}"
    }
    return "/" + segments.joined(separator: "/")
  }
}
