package import NavtreeJSON

/// JSON Schema's types; a value's type must be one of them.
package struct ValueTypes: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let null = ValueTypes(rawValue: 1)
  package static let boolean = ValueTypes(rawValue: 2)
  package static let integer = ValueTypes(rawValue: 4)
  package static let number = ValueTypes(rawValue: 8)
  package static let string = ValueTypes(rawValue: 16)
  package static let array = ValueTypes(rawValue: 32)
  package static let object = ValueTypes(rawValue: 64)
  package static let any = ValueTypes(rawValue: 127)

  /// The types by the names that a flow writes, in the order in which messages list them.
  package static let names: [(name: String, type: ValueTypes)] = [
    ("string", .string), ("integer", .integer), ("number", .number), ("boolean", .boolean),
    ("object", .object), ("array", .array), ("null", .null),
  ]

  package init?(name: String) {
    guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
    self = known.type
  }

  /// The type of a value; an integer's is `integer`.
  package init(of value: JSONValue) {
    switch value {
    case .null: self = .null
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .number: self = .number
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }

  /// With articles, such as `a string or null`.
  package var description: String {
    if self == .any { return "any value" }
    return Self.names.filter { contains($0.type) }.map { name, _ in
      switch name {
      case "null": "null"
      case "integer", "array", "object": "an \(name)"
      default: "a \(name)"
      }
    }.joined(separator: " or ")
  }
}
