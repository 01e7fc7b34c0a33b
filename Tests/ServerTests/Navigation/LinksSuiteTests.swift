import NavtreeJSON
import OrderedCollections
import NavtreeTestSupport
import Testing

/// URLs as React Navigation reads them, each by a flow of its own.
@Suite(.enabled(if: Conformance.has("links.jsonl"), "no links.jsonl")) struct LinksSuiteTests {
  @Test func urlsOpenTheSameScreensWithTheSameParams() throws {
    var passed = 0
    var total = 0
    for test in try Conformance.tests("links.jsonl") {
      total += 1
      let conversation = try Conversation(flow: flow(of: test).description)
      let found = try resolved(test["url"] ?? .null, conversation)
      if found == test["expect"] {
        passed += 1
      } else {
        Issue.record("\(test["id"]?.string ?? ""): \(found), not \(test["expect"] ?? .null)")
      }
    }
    print("links: \(passed)/\(total)")
    #expect(passed == total && total > 0)
  }

  private func flow(of test: JSONValue) -> JSONValue {
    var links: [JSONValue] = []
    var screens: JSONObject = ["start": [:]]
    for link in test["links"]?.array ?? [] {
      screens[link["screen"]?.string ?? ""] = [:]
      links.append([
        "url": .string(Self.translated(link["pattern"]?.string ?? "")), "opens": link["screen"] ?? .null,
      ])
    }
    return [
      "navtree": 1, "flow": "links", "start": "start", "links": .array(links), "screens": .object(screens),
    ]
  }

  /// The screen and params that a URL would open; null without a link.
  private func resolved(_ url: JSONValue, _ conversation: Conversation) throws -> JSONValue {
    do {
      let answer = try conversation.call("link.resolve", ["url": url])
      let params = (answer["params"]?.object ?? [:]).filter { !$0.key.hasPrefix(Self.rest) }
      return [
        "screen": .string(answer["opens"]?[0]?.object?.keys.first ?? ""), "params": .object(params),
      ]
    } catch let refusal as Conversation.Refusal where refusal.kind == "noSuchLink" {
      return .null
    }
  }

  /// A `*` sets no param there; here it has a name.
  private static let rest = "rest-of-path-"

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
      return "{\(rest)\(rests)*}"
    }
    return "/" + segments.joined(separator: "/")
  }
}
