import NavtreeJSON
import NavtreeJSONReading
import OrderedCollections
import NavtreeServer
import NavtreeTestSupport
import Testing

/// Conversations of the specs, compared with the table of methods.
@Suite struct DescriptionTests {
  private static let check = SchemaCheck(shared: OpenRPCDocument.whole["components"]?["schemas"] ?? .null)
  private static let methods = entries(OpenRPCDocument.whole["methods"])
  private static let notifications = entries(OpenRPCDocument.whole["x-notifications"])
  private static let paths = PlayedTranscript.right
    .map { String($0.dropFirst(Files.package.count + 1)) }

  /// The failures of any request, whatever its method.
  private static let standardKinds = Set(RPCError.standard.map(\.error.kind))

  @Test(arguments: paths)
  func aConversationSaysNothingButWhatIsDescribed(path: String) throws {
    let text = try #require(Files.text(of: Files.package + "/" + path))
    var asked: [JSONValue: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("> ") || line.hasPrefix("< ") {
      guard let value = try? JSONValue(parsing: line.dropFirst(2)) else { continue }
      for message in value.array ?? [value] {
        if line.hasPrefix("> ") {
          asked[message["id"] ?? .null] = message["method"]?.string
        } else {
          let faults = Self.faults(of: message, asked)
          #expect(faults == [], "\(line)")
        }
      }
    }
  }

  private static func faults(of message: JSONValue, _ asked: [JSONValue: String]) -> [String] {
    if let name = message["method"]?.string {
      guard let schema = notifications[name]?["schema"] else { return ["\(name) isn't described"] }
      return check.faults(of: message["params"] ?? .null, schema)
    }
    guard let id = message["id"], let name = asked[id], let method = methods[name] else { return [] }
    if let kind = message["error"]?["data"]?["kind"]?.string {
      let kinds = method["x-errorKinds"]?.array?.compactMap(\.string) ?? []
      return kinds.contains(kind) || standardKinds.contains(kind) ? [] : ["\(name) doesn't say \(kind)"]
    }
    guard let result = message["result"], let schema = method["result"]?["schema"] else { return [] }
    return check.faults(of: result, schema)
  }

  private static func entries(_ list: JSONValue?) -> [String: JSONValue] {
    var entries: [String: JSONValue] = [:]
    for entry in list?.array ?? [] { entries[entry["name"]?.string ?? ""] = entry }
    return entries
  }
}
