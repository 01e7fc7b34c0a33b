import NavtreeJSON

extension SwiftWriter {
  /// A type's name, where a value of it may be null or anything.
  func name(of type: ValueType) -> String {
    switch type {
    case .any, .null: "JSONValue"
    case .union(let types): unions.name(of: types.map { unionCase($0) }, in: names.flow)
    case .boolean: "Bool"
    case .integer: "Int"
    case .number: "Double"
    case .string: "String"
    case .list(let element): "[\(name(of: element))]"
    case .map(.any): "JSONValue"
    case .map(let value): "[String: \(name(of: value))]"
    case .object(let object): names.path(of: ObjectIdentifier(object))
    case .choice(let choice): names.path(of: ObjectIdentifier(choice))
    case .constants(_, let type): name(of: type)
    case .nullable(let wrapped):
      switch wrapped {
      case .any, .null, .map(.any): "JSONValue"
      case .boolean, .integer, .number, .string, .list, .map, .object, .choice, .constants, .nullable,
        .union:
        "\(name(of: wrapped))?"
      }
    }
  }

  func name(of field: FieldType) -> String {
    let name = name(of: field.type)
    if field.isHidden { return "Sensitive<\(name)>" }
    return field.isOptional ? "\(name)?" : name
  }

  /// A parameter of a function that gives the field its value.
  func parameter(_ field: FieldType, _ identifier: String) -> String {
    let initial = argument(field).map { " = \($0)" } ?? ""
    return "\(SwiftNames.label(identifier)): \(name(of: field))\(initial)"
  }

  /// The expression of a field's default, where it is short.
  private func argument(_ field: FieldType) -> String? {
    if field.isOptional { return "nil" }
    guard field.mayBeLeftOut, let initial = field.initial else { return nil }
    let value = argument(initial, field.type)
    return field.isHidden ? value.map { ".shown(\($0))" } : value
  }

  private func argument(_ value: JSONValue, _ type: ValueType) -> String? {
    switch (type, value) {
    case (.nullable(let type), let value): value.isNull ? "nil" : argument(value, type)
    case (.any, _), (.null, _), (.map(.any), _): Self.literal(value)
    case (.union, .boolean), (.union, .integer), (.union, .number), (.union, .string): Self.literal(value)
    case (.boolean, .boolean), (.integer, .integer), (.number, .number), (.string, .string):
      Self.literal(value)
    case (.constants(_, let type), _): argument(value, type)
    case (.choice(let choice), .string(let text)):
      cases(of: choice)[text].map { "\(names.path(of: ObjectIdentifier(choice))).\($0)" }
    case (.list, .array([])): "[]"
    case (.map, .object(let members)) where members.isEmpty: "[:]"
    default: nil
    }
  }

  private func cases(of choice: ChoiceType) -> [String: String] {
    Dictionary(
      zip(choice.values, SwiftNames.lower(choice.values)), uniquingKeysWith: { first, _ in first })
  }

  // MARK: Declarations

  mutating func inner(of types: [InnerType]) {
    for (index, type) in types.enumerated() {
      let name = names.name(of: type)
      switch type {
      case .object(let type): object(type, name, nil, isFirst: index == 0)
      case .choice(let type): choice(name, type.values, nil, isFirst: index == 0)
      }
    }
  }

  mutating func choice(_ name: String, _ values: [String], _ text: String?, isFirst: Bool = false) {
    separate(from: isFirst)
    summary(text)
    // Nothing can be made of no cases but an enum without raw values.
    if values.isEmpty {
      return block("public enum \(name): JSONChoice {") { writer in
        writer.source.line("public init?(rawValue: String) { nil }")
        writer.source.line("public var rawValue: String { switch self {} }")
        writer.source.line("public static var allCases: [Self] { [] }")
      }
    }
    block("public enum \(name): String, JSONChoice {") { writer in
      for (value, identifier) in zip(values, SwiftNames.lower(values)) {
        let isSame = identifier == value || identifier == "`\(value)`"
        writer.source.line("case \(identifier)" + (isSame ? "" : " = \(Self.quoted(value))"))
      }
    }
  }

  mutating func object(
    _ object: ObjectType, _ name: String, _ text: String?, also protocols: [String] = [],
    isFirst: Bool = false
  ) {
    separate(from: isFirst)
    summary(text)
    let conformances = (["JSONConvertible", "Hashable"] + protocols).joined(separator: ", ")
    block("public struct \(name): \(conformances) {") { writer in
      let identifiers = SwiftNames.lower(object.fields.map(\.name))
      writer.properties(object, identifiers)
      writer.initialisers(object, identifiers)
      if !object.inner.isEmpty {
        writer.source.line()
        writer.inner(of: object.inner)
      }
    }
  }

  private mutating func properties(_ object: ObjectType, _ identifiers: [String]) {
    for (field, identifier) in zip(object.fields, identifiers) {
      summary(field.summary)
      source.line("public var \(identifier): \(name(of: field))")
    }
    if case .some(let type) = object.others {
      source.line("/// The members that have no name here.")
      source.line("public var others: [String: \(name(of: type))]")
    }
  }

  private mutating func initialisers(_ object: ObjectType, _ identifiers: [String]) {
    var parameters = zip(object.fields, identifiers).map { parameter($0, $1) }
    if case .some(let type) = object.others { parameters.append("others: [String: \(name(of: type))] = [:]") }
    if !object.isEmpty { source.line() }
    block("public init(\(parameters.joined(separator: ", "))) {") { writer in
      for identifier in identifiers { writer.source.line("self.\(identifier) = \(identifier)") }
      if case .some = object.others { writer.source.line("self.others = others") }
    }
    source.line()
    block("public init(json: JSONValue) throws(JSONConversionError) {") { writer in
      writer.source.line("\(object.isEmpty ? "_" : "let members") = try JSONMembers(json)")
      for (field, identifier) in zip(object.fields, identifiers) {
        writer.source.line("self.\(identifier) = \(Self.reading(field))")
      }
      if case .some = object.others {
        let known = object.fields.map { Self.quoted($0.name) }.joined(separator: ", ")
        writer.source.line("others = try members.others(beside: [\(known)])")
      }
    }
    source.line()
    block("public var json: JSONValue {") { writer in
      if object.isEmpty { return writer.source.line("[:]") }
      writer.source.line("var members = JSONObject()")
      for (field, identifier) in zip(object.fields, identifiers) {
        let value = "self.\(identifier)\(field.isOptional ? "?" : "").json"
        writer.source.line("members[\(Self.quoted(field.name))] = \(value)")
      }
      if case .some = object.others { writer.source.line("members.add(others: others)") }
      writer.source.line("return .object(members)")
    }
  }

  /// The expression that reads a field from `members`.
  static func reading(_ field: FieldType) -> String {
    let name = quoted(field.name)
    if field.isOptional { return "try members.optional(\(name))" }
    guard field.mayBeLeftOut, let initial = field.initial, !initial.isNull else {
      return "try members.value(\(name))"
    }
    return "try members.value(\(name), default: \(literal(initial)))"
  }
}
