import NavigationTree
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The JSON Schema (2020-12) of a flow's types: a screen as it is read, and in `$defs` all its parts.
enum TypesSchema {
  static func text(of types: FlowTypes) -> String {
    JSONValue.object(document(types)).prettyDescription + "\n"
  }

  private static func document(_ types: FlowTypes) -> JSONObject {
    let flow = types.flow
    var definitions = JSONObject()
    definitions["shared"] = read(flow.shared)
    if !flow.computed.isEmpty { definitions["computed"] = computed(types.computed) }
    for effect in flow.effects {
      let name = "effects.\(effect.name)"
      definitions["\(name).input"] = .object(effect.input.jsonSchema)
      definitions["\(name).output"] = .object(effect.output.jsonSchema)
      if effect.declaresNext { definitions["\(name).next"] = .object(effect.next.jsonSchema) }
      if let errors = effect.errors { definitions["\(name).errors"] = .object(errors.jsonSchema) }
    }
    for route in flow.links.table.routes {
      definitions["links.\(route.pattern.text)"] = .object(route.jsonSchema)
    }
    if !types.actions.isEmpty {
      definitions["actions"] = actions(flow.actions, flow, types.actions)
    }
    for (screen, types) in zip(flow.screens, types.screens) { add(screen, types, flow, to: &definitions) }
    definitions["cut"] = [
      "type": "object", "required": ["id", "screen"], "additionalProperties": false,
      "properties": [
        "id": ["type": "integer"], "screen": ["enum": .array(flow.screens.map { .string($0.name) })],
      ],
    ]
    definitions["screen"] = [
      "anyOf": .array((flow.screens.map { "screens.\($0.name)" } + ["cut"]).map(reference))
    ]
    var document: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    document["$comment"] = .string(types.header)
    document["title"] = .string(types.name)
    if let summary = types.summary { document["description"] = .string(summary) }
    document["$ref"] = "#/$defs/screen"
    document["$defs"] = .object(definitions)
    return document
  }

  private static func add(
    _ screen: ScreenDefinition, _ types: ScreenTypes, _ flow: FlowDefinition, to definitions: inout JSONObject
  ) {
    let name = "screens.\(screen.name)"
    definitions["\(name).params"] = read(screen.params)
    definitions["\(name).state"] = read(screen.state)
    if !screen.computed.isEmpty { definitions["\(name).computed"] = computed(types.computed) }
    if let returns = screen.returns { definitions["\(name).returns"] = .object(returns.jsonSchema) }
    if !types.actions.isEmpty {
      definitions["\(name).actions"] = actions(screen.actions, flow, types.actions)
    }
    var properties: JSONObject = [
      "id": ["type": "integer"], "screen": ["const": .string(screen.name)], "at": ["type": "string"],
      "params": reference("\(name).params"), "state": reference("\(name).state"),
    ]
    if !screen.computed.isEmpty { properties["computed"] = reference("\(name).computed") }
    switch screen.kind {
    case .tabs: properties["selected"] = ["type": "string"]
    case .split: properties["focus"] = ["type": "string"]
    case .screen, .list, .detail: break
    }
    var slots = JSONObject()
    for slot in screen.slots { slots[slot.name] = ["anyOf": [["type": "null"], reference("screen")]] }
    properties["slots"] = ["type": "object", "properties": .object(slots), "additionalProperties": false]
    var schema: JSONObject = ["type": "object"]
    if let summary = types.summary { schema["description"] = .string(summary) }
    schema["properties"] = .object(properties)
    schema["required"] = ["id", "screen", "params", "state"]
    schema["additionalProperties"] = false
    definitions[name] = .object(schema)
  }

  /// Fields as they are read: all of them, and a mark in place of a sensitive one that wasn't asked for.
  private static func read(_ record: RecordDefinition) -> JSONValue {
    var properties = JSONObject()
    for field in record.fields {
      let schema = JSONValue.object(field.schema.jsonSchema)
      properties[field.name] = field.sensitive ? ["anyOf": [schema, ["const": "***"]]] : schema
    }
    return [
      "type": "object", "properties": .object(properties),
      "required": .array(record.fields.map { .string($0.name) }), "additionalProperties": false,
    ]
  }

  private static func actions(_ table: ActionTable, _ flow: FlowDefinition, _ types: [ActionTypes])
    -> JSONValue
  {
    let elements = table.elements.filter { !$0.definition.isPrivate }
    return [
      "oneOf": .array(
        zip(elements, types).map { element, types in
          var schema = element.definition.payload.jsonSchema
          var properties: JSONObject = ["type": ["const": .string(flow.actionNames.names[element.action])]]
          for (name, property) in schema["properties"]?.object ?? [:] where name != "type" {
            properties[name] = property
          }
          schema["properties"] = .object(properties)
          if let summary = types.summary { schema["description"] = .string(summary) }
          schema["required"] = .array(["type"] + (schema["required"]?.array ?? []))
          return .object(schema)
        })
    ]
  }

  private static func reference(_ name: String) -> JSONValue { ["$ref": .string("#/$defs/\(name)")] }

  // MARK: Computed values

  private static func computed(_ object: ObjectType) -> JSONValue {
    var properties = JSONObject()
    for field in object.fields {
      let schema = schema(field.type)
      properties[field.name] = field.isHidden ? ["anyOf": [schema, ["const": "***"]]] : schema
    }
    var schema: JSONObject = ["type": "object", "properties": .object(properties)]
    let required = object.fields.filter { !$0.isOptional }.map { JSONValue.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    switch object.others {
    case .none: schema["additionalProperties"] = false
    case .some(.any): break
    case .some(let type): schema["additionalProperties"] = self.schema(type)
    }
    return .object(schema)
  }

  /// Recursion is bounded by the depth of types.
  private static func schema(_ type: ValueType) -> JSONValue {
    switch type {
    case .any: [:]
    case .null: ["type": "null"]
    case .boolean: ["type": "boolean"]
    case .integer: ["type": "integer"]
    case .number: ["type": "number"]
    case .string: ["type": "string"]
    case .list(.any): ["type": "array"]
    case .list(let element): ["type": "array", "items": schema(element)]
    case .map(.any): ["type": "object"]
    case .map(let value): ["type": "object", "additionalProperties": schema(value)]
    case .object(let object): computed(object)
    case .choice(let choice): ["enum": .array(choice.values.map { .string($0) })]
    case .constants(let values, _): ["enum": .array(values)]
    case .union(let types): ["anyOf": .array(types.map(schema))]
    case .nullable(let type): ["anyOf": [schema(type), ["type": "null"]]]
    }
  }
}
