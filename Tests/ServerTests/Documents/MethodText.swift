import NavtreeJSON
import OrderedCollections
import NavtreeServer
import NavtreeEngine

/// A method as the pages of the protocol describe it.
struct MethodText {
  let method: Method
  /// The parts that the document describes once for all methods.
  let common: CommonParts
  /// The method in the OpenRPC document, with the results of its examples.
  let described: JSONValue

  var text: String {
    let names = method.parameters.map { $0.isRequired ? $0.name : "\($0.name)?" }
    let signature = names.isEmpty ? "" : " {\(names.joined(separator: ", "))}"
    var text = "\n**`\(method.name)\(signature)`** \(method.summary)\n"
    let parameters = method.parameters.filter { !common.has($0) }
    if !parameters.isEmpty { text += "\n" }
    for parameter in parameters { text += MethodText.line(parameter) }
    text += "\nAnswers `\(method.result.name)`.\n"
    let members = MethodText.members(of: method.result).filter { !common.has($0) }
    if !members.isEmpty { text += "\n" }
    for member in members { text += MethodText.line(member) }
    return text + errors + examples
  }

  private var errors: String {
    let isChange = Set(method.errors).isSuperset(of: ErrorKind.ofChanges)
    let own = method.errors.filter { !common.has($0) && !(isChange && ErrorKind.ofChanges.contains($0)) }
    let kinds = own.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    if kinds.isEmpty { return isChange ? "\nFails as any change does.\n" : "" }
    return "\nFails with \(kinds)\(isChange ? ", or as any change does" : "").\n"
  }

  /// Examples with longer answers, in bytes, are only in `rpc.discover`.
  private static let longestAnswer = 1_000

  private var examples: String {
    var text = ""
    for example in described["examples"]?.array ?? [] {
      var params: JSONObject = [:]
      for param in example["params"]?.array ?? [] { params[param["name"]?.string ?? ""] = param["value"] }
      let answer = "\(example["result"]?["value"] ?? .null)"
      guard answer.utf8.count <= Self.longestAnswer else { continue }
      text += "\n\(example["name"]?.string ?? ""):\n\n```text\n"
      for request in example["x-after"]?.array ?? [] { text += "> \(request.string ?? "")\n" }
      text += "> \(method.name)\(params.isEmpty ? "" : " \(JSONValue.object(params))")\n"
      text += "< \(answer)\n```\n"
    }
    return text
  }

  static func line(_ parameter: Parameter) -> String {
    let need = parameter.isRequired ? ", required" : ""
    return "- `\(parameter.name)` (\(parameter.shape.name)\(need)): \(parameter.summary)\n"
  }

  static func line(_ member: Shape.Member) -> String {
    "- `\(member.name)` (\(member.shape.name)): \(member.summary)\n"
  }

  /// The members of an answer, or of each element of a list.
  static func members(of shape: Shape) -> [Shape.Member] {
    switch shape {
    case .record(let members): members
    case .list(.record(let members)): members
    default: []
    }
  }
}

/// Parameters, members of answers and errors that many methods share.
struct CommonParts {
  let parameters: [Parameter]
  let members: [Shape.Member]
  private let errors: Set<ErrorKind>

  init(of methods: [Method]) {
    parameters = Self.often(methods.flatMap(\.parameters)) { "\($0.name): \($0.summary)" }
    members = Self.often(methods.flatMap { MethodText.members(of: $0.result) }) {
      "\($0.name): \($0.summary)"
    }
    errors = Set(parameters.flatMap(\.errors) + [.invalidParams])
  }

  func has(_ parameter: Parameter) -> Bool {
    parameters.contains { $0.name == parameter.name && $0.summary == parameter.summary }
  }

  func has(_ member: Shape.Member) -> Bool {
    members.contains { $0.name == member.name && $0.summary == member.summary }
  }

  func has(_ error: ErrorKind) -> Bool { errors.contains(error) }

  /// The parts that occur at least five times, in the order of their first occurrence.
  private static func often<Part>(_ parts: [Part], _ key: (Part) -> String) -> [Part] {
    var found: OrderedDictionary<String, (part: Part, count: Int)> = [:]
    for part in parts { found[key(part), default: (part, 0)].count += 1 }
    return found.values.filter { $0.count >= 5 }.map(\.part)
  }
}
