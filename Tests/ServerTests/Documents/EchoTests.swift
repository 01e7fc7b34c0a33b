import NavtreeJSON
import NavtreeTestSupport
import OrderedCollections
import Testing

/// Errors repeat at most 200 characters of a given text.
@Suite struct EchoTests {
  private static let long = String(repeating: "x", count: 3_000)
  private static let flow =
    "navtree: 1\nflow: echo\nstart: home\nscreens: { home: { params: { text: { type: string, default: a } } } }\n"

  private static let values: [JSONValue] = [
    .string(long), .object([long: 1]), [.string(long)], ["type": .string(long)],
    .object(["type": "search", long: 1]), ["screen": .string(long)],
    ["screen": "home", "params": .object([long: 1])], ["tree": ["screen": .string(long)]],
    .string("/" + long), .string("/main/\(long)"), .string("/main/\(long)#1"), .string("#\(long)"),
    .string("state.\(long)"), .string("'\(long)"), .string("https://\(long)/\(long)"),
    .string(flow + "  \(long): { color: red }\n"),
    .string(flow.replacing("start: home", with: "start: \(long)")),
    .string(flow.replacing("string", with: long)), .string(flow + "note: '\(long)"),
  ]

  @Test func noErrorRepeatsMore() throws {
    let server = try Conversation(flow: Self.flow)
    for method in try server.call("rpc.discover")["methods"]?.array ?? [] {
      let name = try #require(method["name"]?.string)
      for parameter in method["params"]?.array ?? [] where name != "shutdown" {
        for value in Self.values {
          do {
            try server.call(name, .object([parameter["name"]?.string ?? "": value]))
          } catch let refusal as Conversation.Refusal {
            #expect(!refusal.description.contains(Self.long.prefix(201)), "\(name)")
          }
        }
      }
    }
  }
}
