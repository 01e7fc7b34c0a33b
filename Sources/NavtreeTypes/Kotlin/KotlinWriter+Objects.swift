import NavtreeJSON

extension KotlinWriter {
  func name(of type: ValueType) -> String {
    switch type {
    case .any, .null, .union: "Any?"
    case .boolean: "Boolean"
    case .integer: "Long"
    case .number: "Double"
    case .string: "String"
    case .list(let element): "List<\(name(of: element))>"
    case .map(let value): "Map<String, \(name(of: value))>"
    case .object(let object): names.path(of: ObjectIdentifier(object))
    case .choice(let choice): names.path(of: ObjectIdentifier(choice))
    case .constants(_, let type): name(of: type)
    case .nullable(let type): Self.nullable(name(of: type))
    }
  }

  private static func nullable(_ name: String) -> String { name.hasSuffix("?") ? name : "\(name)?" }

  func name(of field: FieldType) -> String {
    let name = name(of: field.type)
    if field.isHidden { return "Sensitive<\(name)>" }
    // A member that is null isn't one that is missing.
    if field.isOptional { return name.hasSuffix("?") ? "Given<\(name)>?" : "\(name)?" }
    return name
  }

  func parameter(_ field: FieldType, _ identifier: String) -> String {
    let initial = field.isOptional || field.mayBeLeftOut && field.initial?.isNull == true && !field.isHidden
    return "\(identifier): \(name(of: field))\(initial ? " = null" : "")"
  }

  // MARK: Reading and writing

  /// The expression of a type's value from that of its JSON.
  func reading(_ type: ValueType, _ json: String) -> String {
    switch type {
    case .any, .null, .union: json
    case .boolean: "booleanOf(\(json))"
    case .integer: "longOf(\(json))"
    case .number: "doubleOf(\(json))"
    case .string: "stringOf(\(json))"
    case .list(let element): "listOfJson(\(json)).map { \(reading(element, "it")) }"
    case .map(let value): "mapOf(\(json)).mapValues { (_, it) -> \(reading(value, "it")) }"
    case .object(let object): "\(names.path(of: ObjectIdentifier(object))).fromJson(\(json))"
    case .choice(let choice): "\(names.path(of: ObjectIdentifier(choice))).fromJson(\(json))"
    case .constants(_, let type): reading(type, json)
    case .nullable(let type):
      switch type {
      case .any, .null, .union: json
      case .boolean, .integer, .number, .string, .list, .map, .object, .choice, .constants, .nullable:
        "(\(json))?.let { \(reading(type, "it")) }"
      }
    }
  }

  func reading(_ field: FieldType) -> String {
    let json = "members[\(Self.quoted(field.name))]"
    let isThere = "members.containsKey(\(Self.quoted(field.name)))"
    if field.isHidden {
      return "if (\(json) == \"***\") Sensitive.Hidden else Sensitive.Shown(\(reading(field.type, json)))"
    }
    if field.isOptional {
      let value = reading(field.type, json)
      return "if (\(isThere)) \(name(of: field.type).hasSuffix("?") ? "Given(\(value))" : value) else null"
    }
    guard field.mayBeLeftOut, let initial = field.initial, !initial.isNull else {
      return reading(field.type, json)
    }
    return reading(field.type, "(if (\(isThere)) \(json) else \(Self.literal(initial)))")
  }

  /// The expression of the JSON of a type's value.
  func writing(_ type: ValueType, _ value: String) -> String {
    switch type {
    case .any, .null, .union, .boolean, .integer, .number, .string, .constants: value
    case .list(let element): isPlain(element) ? value : "\(value).map { \(writing(element, "it")) }"
    case .map(let each): isPlain(each) ? value : "\(value).mapValues { (_, it) -> \(writing(each, "it")) }"
    case .object, .choice: "\(value).toJson()"
    case .nullable(let type): isPlain(type) ? value : "\(value)?.let { \(writing(type, "it")) }"
    }
  }

  private func isPlain(_ type: ValueType) -> Bool { writing(type, "it") == "it" }

  func writing(_ field: FieldType, _ value: String) -> String {
    if field.isHidden {
      return "\(value).let { if (it is Sensitive.Shown) \(writing(field.type, "it.value")) else \"***\" }"
    }
    return writing(field.type, value)
  }

  static func literal(_ value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .boolean, .number: "\(value)"
    case .integer(.min): "Long.MIN_VALUE"
    case .integer(let integer): "\(integer)L"
    case .string(let text): quoted(text)
    case .array(let elements): "listOf<Any?>(\(elements.map(literal).joined(separator: ", ")))"
    case .object(let members):
      "mapOf<String, Any?>(\(members.map { "\(quoted($0.key)) to \(literal($0.value))" }.joined(separator: ", ")))"
    }
  }

  // MARK: Declarations

  mutating func inner(of types: [InnerType]) {
    for type in types {
      let name = names.name(of: type)
      switch type {
      case .object(let type): object(type, name)
      case .choice(let type): choice(name, type.values)
      }
    }
  }

  mutating func choice(_ name: String, _ values: [String]) {
    source.line()
    let cases = Self.lower(values)
    block("enum class \(name)(val text: String) {") { writer in
      for (value, identifier) in zip(values, cases) {
        writer.source.line("\(identifier)(\(Self.quoted(value))),")
      }
      writer.source.line(";")
      writer.source.line()
      writer.source.line("fun toJson(): String = text")
      writer.source.line()
      writer.block("companion object {") { writer in
        writer.source.line(
          "fun fromJson(json: Any?): \(name) = values().find { it.text == json } ?: throw Mismatch(\"is none of them: $json\")"
        )
      }
    }
  }

  mutating func object(_ object: ObjectType, _ name: String, superclass: String = "") {
    source.line()
    let identifiers = Self.lower(object.fields.map(\.name))
    var parameters = zip(object.fields, identifiers).map { "val \(parameter($0, $1))" }
    if case .some(let type) = object.others {
      parameters.append("val others: Map<String, \(self.name(of: type))> = emptyMap()")
    }
    let head =
      parameters.isEmpty ? "class \(name)" : "data class \(name)(\(parameters.joined(separator: ", ")))"
    block("\(head)\(superclass) {") { writer in
      writer.writing(object, identifiers, isOverride: false)
      if object.isEmpty {
        writer.source.line("override fun equals(other: Any?): Boolean = other is \(name)")
        writer.source.line("override fun hashCode(): Int = 0")
      }
      writer.source.line()
      writer.block("companion object {") { $0.reading(object, identifiers, name) }
      writer.inner(of: object.inner)
    }
  }

  private mutating func writing(_ object: ObjectType, _ identifiers: [String], isOverride: Bool) {
    block("fun toJson(): Map<String, Any?> {") { writer in
      writer.source.line("val json = linkedMapOf<String, Any?>()")
      writer.members(object.fields, identifiers.map { "this.\($0)" })
      if case .some(let type) = object.others {
        writer.source.line(
          "for ((key, it) in others) if (key !in json) json[key] = \(writer.writing(type, "it"))")
      }
      writer.source.line("return json")
    }
  }

  mutating func members(_ fields: [FieldType], _ values: [String]) {
    for (field, value) in zip(fields, values) {
      let target = "json[\(Self.quoted(field.name))]"
      if field.isOptional {
        let isGiven = name(of: field.type).hasSuffix("?")
        source.line("\(value)?.let { \(target) = \(writing(field, isGiven ? "it.value" : "it")) }")
      } else {
        source.line("\(target) = \(writing(field, value))")
      }
    }
  }

  private mutating func reading(_ object: ObjectType, _ identifiers: [String], _ name: String) {
    block("fun fromJson(json: Any?): \(name) {") { writer in
      writer.source.line("val members = mapOf(json)")
      var arguments = object.fields.map { writer.reading($0) }
      if case .some(let type) = object.others {
        let known = object.fields.map { Self.quoted($0.name) }.joined(separator: ", ")
        let set = known.isEmpty ? "emptySet<String>()" : "setOf(\(known))"
        arguments.append(
          "members.filterKeys { it !in \(set) }.mapValues { (_, it) -> \(writer.reading(type, "it")) }")
      }
      if arguments.isEmpty { return writer.source.line("return members.let { \(name)() }") }
      writer.source.line("return \(name)(")
      for (index, argument) in arguments.enumerated() {
        writer.source.line("    \(argument)\(index == arguments.count - 1 ? ")" : ",")")
      }
    }
  }
}
