import NavtreeJSON
import NavtreeServer
import OrderedCollections

/// Checks values against the JSON Schemas of the OpenRPC document; an undescribed member is a fault.
struct SchemaCheck {
  /// The schemas that references lead to.
  let shared: JSONValue

  /// The misfits, with their places.
  ///
  /// Recursion is bounded by the nesting of the value.
  func faults(of value: JSONValue, _ schema: JSONValue, at place: String = "") -> [String] {
    if let reference = schema["$ref"]?.string?.split(separator: "/").last {
      return faults(of: value, shared[String(reference)] ?? .null, at: place)
    }
    if let choices = schema["anyOf"]?.array {
      let found = choices.map { faults(of: value, $0, at: place) }
      guard found.contains([]) else { return found.min { $0.count < $1.count } ?? [] }
    }
    if let type = schema["type"]?.string, type != Self.type(of: value) {
      return ["\(place): \(value) is no \(type)"]
    }
    if let choices = schema["enum"]?.array, !choices.contains(value) {
      return ["\(place): \(value) is none of the choices"]
    }
    if let pattern = schema["pattern"]?.string, let text = value.string,
      (try? Regex(pattern).firstMatch(in: text)) == nil
    {
      return ["\(place): \(value) doesn't fit \(pattern)"]
    }
    switch value {
    case .array(let elements):
      guard let item = schema["items"] else { return [] }
      return elements.enumerated().flatMap { faults(of: $1, item, at: "\(place)/\($0)") }
    case .object(let object): return faults(of: object, schema, at: place)
    case .null, .boolean, .integer, .number, .string: return []
    }
  }

  private func faults(of object: JSONObject, _ schema: JSONValue, at place: String) -> [String] {
    let required = schema["required"]?.array?.compactMap(\.string) ?? []
    var faults = required.filter { object[$0] == nil }.map { "\(place): '\($0)' is missing" }
    let isOpen = schema["additionalProperties"] == true
    for (key, value) in object {
      if let member = schema["properties"]?[key] ?? schema["additionalProperties"], member != true {
        faults += self.faults(of: value, member, at: "\(place)/\(key)")
      } else if schema["properties"] != nil, !isOpen {
        faults.append("\(place): '\(key)' isn't described")
      }
    }
    return faults
  }

  private static func type(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

extension OpenRPCDocument {
  /// The answer of `rpc.discover`, made once: its examples are run for it.
  static let whole = json(tester: testScenarios, planner: testPlans)
}
