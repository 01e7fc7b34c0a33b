/// The shape of a value on the wire: messages, documentation and JSON Schemas are made from it.
package indirect enum Shape: Sendable {
  case null, boolean, integer, number, string, object, array, any
  /// A path, an id (`#17`), or both.
  case address
  /// An address, or an id as an integer.
  case target
  /// One of these strings.
  case choice([String])
  case list(Shape)
  /// An object with exactly these members.
  case record([Member])
  /// An object with these members, and others of any name.
  case open([Member])
  /// An object with members of any name.
  case map(Shape)
  case either([Shape])
  /// A shape that is described once for all methods.
  case shared(SharedShape)

  /// A member of an object.
  package struct Member: Sendable {
    package let name: String
    package let shape: Shape
    package let isOptional: Bool
    package let summary: String

    package init(_ name: String, _ shape: Shape, _ summary: String, optional: Bool = false) {
      self.name = name
      self.shape = shape
      self.summary = summary
      isOptional = optional
    }

    /// The same member as an optional one.
    package var ifAny: Member { Member(name, shape, summary, optional: true) }
  }
}

extension Shape {
  /// The name of the shape in the documentation.
  ///
  /// Recursion is bounded by the nesting of shapes in the table of methods.
  package var name: String {
    switch self {
    case .null: "null"
    case .boolean: "boolean"
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .object: "object"
    case .array: "list"
    case .any: "any value"
    case .address, .target: "address"
    case .choice(let choices): choices.joined(separator: " or ")
    case .list(let element): "[\(element.name), …]"
    case .record(let members):
      "{\(members.map { $0.isOptional ? "\($0.name)?" : $0.name }.joined(separator: ", "))}"
    case .open(let members): "{\(members.map(\.name).joined(separator: ", ")), …}"
    case .map(let value): "{NAME: \(value.name), …}"
    case .either(let shapes): shapes.map(\.name).joined(separator: " or ")
    case .shared(let shape): shape.rawValue
    }
  }

  /// The name of the shape in a message.
  var expectation: String {
    switch self {
    case .null: "null"
    case .boolean: "true or false"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .object, .record, .open, .map: "an object"
    case .list(.choice(let choices)): "a list of any of \(choices.joined(separator: ", "))"
    case .array, .list: "a list"
    case .any: "a value"
    case .address, .target: "an address, such as \"/main/detail\" or \"#17\", or an id"
    case .choice(let choices): "one of \(choices.joined(separator: ", "))"
    case .either(let shapes): shapes.map(\.expectation).joined(separator: " or ")
    case .shared(let shape): shape.shape.expectation
    }
  }
}
