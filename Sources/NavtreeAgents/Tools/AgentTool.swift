import NavtreeJSON
import NavtreeJSONReading
import NavtreeServer
import NavtreeText

/// A tool of the Model Context Protocol: what a client is told of it, and what it does.
struct AgentTool: Sendable {
  /// What a tool does to what is there.
  enum Nature {
    case reads
    /// It adds something, and harms nothing.
    case adds
    case changes
  }

  let name: String
  let nature: Nature
  let description: String
  let input: JSONValue
  let output: JSONValue
  /// The members of its answer to cut first.
  var cuts: [String] = []
  let run: @Sendable (ToolArguments) throws(ToolFailure) -> JSONObject

  /// - Parameters:
  ///   - input: the types of its arguments, in JSON; one whose name ends in `!` is required.
  ///   - output: the types of the members of its answer, likewise.
  init(
    _ name: String, _ nature: Nature, _ description: String, input: String, output: String,
    cuts: [String] = [],
    run: @escaping @Sendable (ToolArguments) throws(ToolFailure) -> JSONObject
  ) {
    (self.name, self.nature, self.description, self.cuts, self.run) = (name, nature, description, cuts, run)
    self.input = Self.schema(input + " max")
    self.output = Self.schema(output)
  }

  /// The types of members that a table names by one letter; an integer has none.
  private static let types: [Character: String] = [
    "$": "string", "[": "array", "{": "object", "?": "boolean",
  ]

  /// The JSON Schema of an object: `name!` is required, and a first sign gives the type: `$` a string, `[` a list, `{` an
  /// object, `?` a boolean, `*` any value; without a sign an integer.
  private static func schema(_ words: String) -> JSONValue {
    var properties: JSONObject = [:]
    var required: [JSONValue] = []
    for word in words.split(separator: " ") {
      var name = word
      var property: JSONValue = ["type": "integer"]
      if let sign = word.first, !sign.isLetter {
        name = word.dropFirst()
        property = types[sign].map { ["type": .string($0)] } ?? [:]
      }
      if name.hasSuffix("!") {
        name = name.dropLast()
        required.append(.string(String(name)))
      }
      properties[String(name)] = property
    }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    if !required.isEmpty { schema["required"] = .array(required) }
    return .object(schema)
  }

  /// What `tools/list` says of it.
  func description(in revision: Revision) -> JSONValue {
    var members: JSONObject = [
      "name": .string(name), "description": .string(description), "inputSchema": input,
    ]
    if revision.hasAnnotations {
      var annotations: JSONObject = ["openWorldHint": false]
      switch nature {
      case .reads: annotations["readOnlyHint"] = true
      case .adds: annotations["destructiveHint"] = false
      case .changes: annotations["destructiveHint"] = true
      }
      members["annotations"] = .object(annotations)
    }
    if revision.hasStructuredContent { members["outputSchema"] = output }
    return .object(members)
  }

  /// What the client is told at the beginning, beside the tools.
  static let instructions = """
    navtree runs an app's navigation without a screen, from a flow in YAML: see what is there and what can be done, do \
    it, ask why an action is refused, or for the path_to a screen. You are the app's host too: answer the effects. The \
    clock stands still until clock.advance. An answer has at most 2,000 tokens (4 characters each), or max: cut says \
    what is missing. `navtree skill` teaches flows and scenarios.
    """

  /// The result of a call.
  func call(_ given: JSONObject, on server: AgentServer, _ revision: Revision) -> JSONObject {
    var result: JSONObject
    var members: JSONObject
    var most = FittedAnswer.standard
    do throws(ToolFailure) {
      let arguments = try ToolArguments(given, for: input, on: server)
      most = arguments.most
      members = FittedAnswer(try run(arguments), cutting: cuts, to: most).members
      result = ["content": Self.content(members)]
      if revision.hasStructuredContent { result["structuredContent"] = .object(members) }
    } catch {
      members = FittedAnswer(error.members, cutting: ["error"], to: most).members
      result = ["content": Self.content(members), "isError": true]
    }
    return result
  }

  private static func content(_ members: JSONObject) -> JSONValue {
    [["type": "text", "text": .string("\(JSONValue.object(members))")]]
  }
}

extension AgentServer {
  /// Calls a tool. A tool's failure is a result too; one that isn't there is an error of the request.
  func callTool(_ request: AgentRequest, _ revision: Revision) throws(RPCError) -> JSONObject? {
    let name = request.params["name"]?.string ?? ""
    guard let tool = AgentTool.all.first(where: { $0.name == name }) else {
      throw .invalidParams(
        "there is no tool '\(name.echo)'", at: ["name"],
        hint: Spelling.hint(for: name, among: AgentTool.all.map(\.name)))
    }
    let arguments = request.params["arguments"] ?? [:]
    guard case .object(let given) = arguments else {
      throw .invalidParams("'arguments' must be an object", at: ["arguments"])
    }
    tellProgress()
    let result = tool.call(given, on: self, revision)
    // One that was cancelled has no answer.
    return isCancelled ? nil : result
  }
}
