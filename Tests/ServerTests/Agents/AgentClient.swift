import NavtreeJSON
import NavtreeJSONReading
import NavtreeTestSupport
import Testing

/// A client of `navtree mcp` that says all it has to say, and then reads the answers.
struct AgentClient {
  static let version = "io.modelcontextprotocol/protocolVersion"
  /// What each request without handshake says of itself.
  static let meta: JSONValue = [
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": [:],
  ]

  /// The lines of a process in a folder, and the rest of its outcome.
  ///
  /// - Parameter lines: its input.
  static func talk(
    _ lines: [String], _ arguments: [String] = [], in folder: String = Files.package
  ) throws -> (lines: [JSONValue], outcome: ChildProcess.Outcome) {
    let outcome = try ChildProcess(["mcp"] + arguments, in: folder)
      .finish(sending: (lines.joined(separator: "\n") + "\n").utf8)
    let output = try outcome.text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    return (output, outcome)
  }

  /// A request without handshake.
  static func request(_ id: JSONValue, _ method: String, _ params: JSONObject = [:]) -> String {
    var params = params
    params["_meta"] = meta
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(params),
    ]
    return "\(request)"
  }

  /// A call of a tool, without handshake.
  static func call(_ id: Int, _ tool: String, _ arguments: JSONValue = [:]) -> String {
    request(.integer(id), "tools/call", ["name": .string(tool), "arguments": arguments])
  }

  /// The results of calls of tools, one after another.
  static func call(
    _ calls: [(String, JSONValue)], _ arguments: [String] = [], in folder: String = Files.package
  )
    throws -> [JSONValue]
  {
    let (lines, _) = try talk(
      calls.enumerated().map { call($0.offset, $0.element.0, $0.element.1) }, arguments, in: folder)
    let answers = lines.filter { $0["id"] != nil }
    #expect(answers.count == calls.count)
    return answers.map { $0["result"] ?? $0["error"] ?? .null }
  }
}

extension JSONValue {
  /// The tokens of an answer, as the guide for agents counts them.
  var tokens: Int { (description.unicodeScalars.count + 3) / 4 }
}
