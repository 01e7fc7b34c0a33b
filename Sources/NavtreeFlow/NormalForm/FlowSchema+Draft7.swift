package import NavtreeJSON

extension FlowSchema {
  /// The schema of a whole flow in draft-07, which schema stores and older editors take.
  ///
  /// Definitions have another place there, nothing may stand beside a reference, and snippets are left out.
  package static var draft7: JSONValue {
    draft7(document)
  }

  /// A schema of the draft-07 for one of 2020-12 that this format uses.
  ///
  /// The names of properties are the format's own, so that only the places of schemas are looked at.
  static func draft7(_ schema: JSONValue) -> JSONValue {
    guard case .object(let members) = schema else { return schema }
    var result = JSONObject(minimumCapacity: members.count)
    for (key, value) in members {
      switch key {
      case "$schema": result[key] = "http://json-schema.org/draft-07/schema#"
      case "defaultSnippets": break
      case "$defs": result["definitions"] = each(of: value)
      case "properties", "patternProperties": result[key] = each(of: value)
      case "items", "additionalProperties", "propertyNames", "not": result[key] = draft7(value)
      case "anyOf": result[key] = .array((value.array ?? []).map(draft7))
      case "$ref": result[key] = .string(reference(value.string ?? ""))
      default: result[key] = value
      }
    }
    guard result.count > 1, let reference = result["$ref"] else { return .object(result) }
    result["$ref"] = nil
    result["allOf"] = [["$ref": reference]]
    return .object(result)
  }

  private static func each(of schemas: JSONValue) -> JSONValue {
    guard case .object(let members) = schemas else { return schemas }
    return .object(members.mapValues(draft7))
  }

  private static func reference(_ reference: String) -> String {
    "#/definitions/" + (reference.split(separator: "/").last ?? "")
  }
}
