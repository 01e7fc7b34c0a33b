import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer
import NavtreeText

/// The resources of a server: outlines of sessions, graphs of flows, and screens of these.
struct AgentResources {
  private let engine: NavtreeServer

  init(_ engine: NavtreeServer) {
    self.engine = engine
  }

  static let templates: JSONValue = [
    template("{session}/outline", "outline", "The screens of a session, as text", "text/plain"),
    template(
      "{flow}/graph", "graph", "The screens of a flow and the ways between them, as Mermaid", "text/plain"),
    template("{flow}/screens/{name}", "screen", "A screen of a flow, in normal form", "application/json"),
  ]

  private static let scheme = "navtree://"
  /// The most characters of a page of the list, and of a resource unless its URI ends in `?max=TOKENS`.
  private static let most = FittedAnswer.characters(of: FittedAnswer.standard)

  private static func template(_ path: String, _ name: String, _ text: String, _ type: String) -> JSONValue {
    [
      "uriTemplate": .string("\(scheme)\(path){?max}"), "name": .string(name), "description": .string(text),
      "mimeType": .string(type),
    ]
  }

  /// The names of what is listed.
  var names: [String] {
    engine.sessions.keys.map { "\($0)/outline" } + engine.flows.keys.map { "\($0)/graph" }
  }

  /// A page of the list.
  ///
  /// - Parameter cursor: the number of the first one, as text.
  func page(after cursor: JSONValue?) throws(RPCError) -> JSONObject {
    let names = names
    let start = cursor.map { $0.string.flatMap(Int.init) ?? -1 } ?? 0
    guard (0...names.count).contains(start) else {
      throw .invalidParams("'cursor' is none that this server gave", at: ["cursor"])
    }
    var rows: [JSONValue] = []
    var end = start
    var length = 0
    while end < names.count {
      let row = Self.row(names[end])
      length += "\(row)".utf8.count + 1
      if length > Self.most, end > start { break }
      rows.append(row)
      end += 1
    }
    var result: JSONObject = ["resources": .array(rows)]
    if end < names.count { result["nextCursor"] = .string("\(end)") }
    return result
  }

  private static func row(_ name: String) -> JSONValue {
    // The name itself may have slashes.
    let slash = name.lastIndex(of: "/") ?? name.endIndex
    var uri = scheme
    PercentEncoding.append(String(name[..<slash]), as: .segment, to: &uri)
    return ["uri": .string(uri + name[slash...]), "name": .string(name), "mimeType": "text/plain"]
  }

  /// A URI in the params of a request.
  static func uri(_ value: JSONValue?) throws(RPCError) -> String {
    if let uri = value?.string { return uri }
    throw .invalidParams("'uri' must be a string", at: ["uri"])
  }

  /// The URI of a resource that is there.
  func known(_ value: JSONValue?, _ revision: Revision) throws(RPCError) -> String {
    let uri = try Self.uri(value)
    if text(of: uri) != nil { return uri }
    // -32002 until 2025-11-25, then -32602 (Resources: Error Handling).
    var error = RPCError.invalidParams("there is no resource '\(uri.echo)'", at: ["uri"])
    if !revision.isStateless {
      error = RPCError(
        code: -32002, message: "Resource not found", kind: "unknownResource", sentence: error.sentence)
    }
    error.details["uri"] = .string(uri.echo)
    error.details["hint"] = "resources/list has the sessions and flows"
    throw error
  }

  func read(_ value: JSONValue?, _ revision: Revision) throws(RPCError) -> JSONObject {
    let uri = try known(value, revision)
    let isJSON = Parts(uri)?.screen != nil
    return [
      "contents": [
        [
          "uri": .string(uri), "mimeType": isJSON ? "application/json" : "text/plain",
          "text": .string(text(of: uri) ?? ""),
        ]
      ]
    ]
  }

  /// The parts of a URI: `navtree://NAME/outline`, `…/graph` or `…/screens/SCREEN`, with `?max=TOKENS`.
  private struct Parts {
    let name: String
    let kind: Substring
    var screen: String?
    var most = AgentResources.most

    init?(_ uri: String) {
      guard uri.hasPrefix(scheme) else { return nil }
      let halves = uri.dropFirst(scheme.count).split(
        separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      let path = halves[0].split(separator: "/", omittingEmptySubsequences: false)
      guard path.count == 2 || path.count == 3, let name = PercentEncoding.decoded(path[0]) else {
        return nil
      }
      if halves.count == 2 {
        guard halves[1].hasPrefix("max="), let most = Int(halves[1].dropFirst(4)),
          FittedAnswer.tokens.contains(most)
        else { return nil }
        self.most = FittedAnswer.characters(of: most)
      }
      self.name = name
      kind = path[1]
      if path.count == 3 {
        guard kind == "screens", let screen = PercentEncoding.decoded(path[2]) else { return nil }
        self.screen = screen
      }
    }
  }

  /// The text of a resource; nil if there is none.
  ///
  /// - Complexity: O(size of the text).
  func text(of uri: String) -> String? {
    guard let parts = Parts(uri), let text = whole(parts) else { return nil }
    func length(_ text: String) -> Int { "\(JSONValue.string(text))".utf8.count }
    guard length(text) > parts.most else { return text }
    let base = uri.prefix { $0 != "?" }
    let note = "\n… cut: \(base)?max=\(FittedAnswer.tokens(ofCharacters: length(text))) has all of it"
    var count = parts.most - note.utf8.count
    while true {
      let part = FittedAnswer.lines(of: text, within: count, isOutline: parts.kind == "outline") + note
      if length(part) <= parts.most { return part }
      count -= count / 8 + 1
    }
  }

  private func whole(_ parts: Parts) -> String? {
    switch (parts.kind, parts.screen) {
    case ("outline", nil):
      return (try? engine.request("state.outline", ["session": .string(parts.name)]))?.string
    case ("graph", nil): return (try? engine.request("flow.graph", ["flow": .string(parts.name)]))?.string
    case ("screens", let screen?):
      guard engine.flows[parts.name] != nil,
        let flow = try? engine.request("flow.get", ["flow": .string(parts.name)])
      else { return nil }
      return flow["screens"]?[screen].map { "\($0)" }
    default: return nil
    }
  }
}
