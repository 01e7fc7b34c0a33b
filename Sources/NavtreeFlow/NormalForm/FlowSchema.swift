import NavigationTree
package import NavtreeJSON

/// The format as a JSON Schema (2020-12), for editors and other tools: of a flow and of its parts.
///
/// It is made from the checker's tables, so that the checker refuses whatever it refuses.
package enum FlowSchema {
  /// The schema of a flow's file, or of a part's.
  package static var document: JSONValue {
    var members: JSONObject = [
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": .string("A navtree flow, version \(Format.version)"),
    ]
    if case .object(let flow) = object(.flow) { members.merge(flow) { first, _ in first } }
    members["required"] = [.string(Key.navtree.rawValue)]
    members["if"] = ["anyOf": .array(Format.ofFlowsAlone.map { requiring($0) })]
    members["then"] = [
      "required": [.string(Key.flow.rawValue), .string(Key.start.rawValue)],
      "anyOf": [requiring(.screens), requiring(.include)],
    ]
    var definitions = JSONObject()
    // A part has some of a flow's keys.
    for map in Format.ofFlows where map.name != .flow && map.name != .part {
      definitions[map.name.text] = object(map.name)
    }
    definitions["name"] = ["type": "string", "pattern": .string(namePattern)]
    definitions["shortType"] = ["type": "string", "pattern": .string(typePattern)]
    definitions["rules"] = ["type": "array", "items": reference("rule")]
    members["$defs"] = .object(definitions)
    return .object(members)
  }

  private static func requiring(_ key: Key) -> JSONValue { ["required": [.string(key.rawValue)]] }

  static let namePattern = "^[A-Za-z][A-Za-z0-9_-]*$"
  /// Of windows, whose names have at most as many characters as bytes.
  private static let windowPattern =
    "^(?! )[^/#\\u0000-\\u001f\\u007f-\\u009f]{1,\(NavigationPath.longestWindow)}(?<! )$"
  private static let authorPattern = "^\(Format.authorPrefix)"
  /// A type's name, and lists of one, each of which may be null.
  private static let typePattern = "^\\[*[A-Za-z][A-Za-z0-9_-]*\\??(\\]\\??)*$"

  /// - Parameter takesTemplates: Whether any value may be a string with `${…}`.
  static func object(_ name: FormatObject.Name, takesTemplates: Bool = false) -> JSONValue {
    let object = Format.object(name)
    var properties = JSONObject()
    for entry in object.entries {
      var property = schema(entry.form)
      if takesTemplates, property["type"] != "string", property.object?.isEmpty == false {
        property = anyOf(property, ["type": "string", "pattern": "\\$\\{"])
      }
      if case .object(var members) = property {
        members["description"] = .string(entry.summary)
        property = .object(members)
      }
      properties[entry.key.rawValue] = property
    }
    var members: JSONObject = [
      "type": "object", "description": .string(object.summary), "properties": .object(properties),
    ]
    let required = object.required.map { JSONValue.string($0.key.rawValue) }
    if !required.isEmpty { members["required"] = .array(required) }
    if !object.alternatives.isEmpty { members["anyOf"] = .array(object.alternatives.map(requiring)) }
    members["patternProperties"] = [authorPattern: .object(JSONObject())]
    members["additionalProperties"] = false
    let snippets = FlowSnippets.of(name)
    if !snippets.isEmpty { members["defaultSnippets"] = .array(snippets) }
    return .object(members)
  }

  private static func schema(_ form: Form) -> JSONValue {
    switch form {
    case .text, .message: return ["type": "string"]
    case .name, .screen: return reference("name")
    case .boolean: return ["type": "boolean"]
    case .flagged(let name): return anyOf(["const": true], reference(name.text))
    case .tree:
      let link: JSONValue = [
        "type": "object", "minProperties": 1, "maxProperties": 1, "propertyNames": reference("name"),
      ]
      return anyOf(
        reference("name"),
        ["type": "array", "minItems": 1, "items": anyOf(reference("name"), link, reference("tree"))],
        reference("tree"), link)
    case .opening: return anyOf(schema(.tree), ["type": "string"])
    case .integer(let minimum):
      return minimum.map { ["type": "integer", "minimum": .integer($0)] } ?? ["type": "integer"]
    case .number: return ["type": "number"]
    case .duration:
      return anyOf(
        ["type": "integer", "minimum": 0], ["type": "string", "pattern": "[0-9]"])
    case .delay:
      return anyOf(
        ["type": "integer", "minimum": 0], ["type": "string", "pattern": "[0-9]|\\$\\{"])
    case .times: return anyOf(schema(.integer(minimum: 0)), schema(.choice([RetryPolicy.foreverWord])))
    case .retries: return anyOf(schema(.times), reference(FormatObject.Name.retry.text))
    case .choice(let choices): return ["enum": .array(choices.map { .string($0) })]
    // `true`, `1` and `null` are expressions that YAML reads as something else.
    case .expression: return ["type": ["string", "boolean", "number", "null"]]
    case .value, .data: return .object(JSONObject())
    case .pointer: return ["type": "string"]
    case .types:
      let names = ValueTypes.names.map { JSONValue.string($0.name) }
      let type = anyOf(["enum": .array(names)], reference("name"))
      return anyOf(
        type, ["type": "array", "items": anyOf(["enum": .array(names + [.null])], reference("name"))],
        ["type": "null"])
    case .field: return anyOf(reference("shortType"), shortList, reference("field"))
    case .schema: return anyOf(reference("shortType"), shortList, ["type": "boolean"], reference("schema"))
    case .returned:
      return anyOf(reference("shortType"), shortList, ["type": "boolean"], reference("returned"))
    case .action: return anyOf(reference("action"), reference("rules"))
    case .start:
      let choices: JSONValue = ["type": "array", "items": anyOf(reference("name"), reference("choice"))]
      let window = anyOf(reference("name"), reference("start"), choices)
      return anyOf(reference("name"), reference("start"), choices, map(window, windowPattern))
    case .presents: return anyOf(["const": "any"], ["type": "array", "items": reference("name")])
    case .object(let name): return reference(name.text)
    case .short(let key, let name, let isFlag, let word):
      var forms = [reference(name.text)]
      if let entry = Format.object(name)[key.rawValue] {
        // A map is always the long form, valid or not.
        if case .value = entry.form {
          forms.append(["not": ["type": "object"]])
        } else {
          forms.append(schema(entry.form))
        }
      }
      if isFlag { forms.append(["const": true]) }
      if let word { forms.append(["const": .string(word.rawValue)]) }
      return ["anyOf": .array(forms)]
    case .map(.name(let noun), let member):
      return map(schema(member), noun == Key.window.rawValue ? windowPattern : namePattern)
    case .map(.version, let member):
      return [
        "type": "object", "patternProperties": [authorPattern: .object(JSONObject())],
        "propertyNames": ["pattern": .string("^(0|[1-9][0-9]*)$|\(authorPattern)")],
        "additionalProperties": schema(member),
      ]
    case .map(.target, let member), .map(.any, let member):
      return ["type": "object", "additionalProperties": schema(member)]
    case .list(let element): return ["type": "array", "items": schema(element)]
    case .instant: return anyOf(["type": "integer", "minimum": 0], ["type": "string"])
    case .call: return anyOf(["type": "string"], ["type": "object", "minProperties": 1, "maxProperties": 1])
    case .word(let word, let name): return anyOf(["const": .string(word)], reference(name.text))
    case .objectOrNull(let name): return anyOf(["type": "null"], reference(name.text))
    case .oneOrMore(let element): return anyOf(schema(element), ["type": "array", "items": schema(element)])
    }
  }

  /// `[string]`
  private static let shortList: JSONValue = [
    "type": "array", "minItems": 1, "maxItems": 1,
    "items": ["anyOf": [["$ref": "#/$defs/shortType"], ["type": "array"], ["$ref": "#/$defs/schema"]]],
  ]

  private static func map(_ member: JSONValue, _ names: String) -> JSONValue {
    [
      "type": "object", "patternProperties": [authorPattern: .object(JSONObject())],
      "propertyNames": ["pattern": .string(names)], "additionalProperties": member,
    ]
  }

  private static func anyOf(_ forms: JSONValue...) -> JSONValue {
    ["anyOf": .array(forms)]
  }

  private static func reference(_ name: String) -> JSONValue {
    ["$ref": .string("#/$defs/\(name)")]
  }
}
