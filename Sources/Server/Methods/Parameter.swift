/// A parameter of a method: its name, what it takes and what it is for.
package struct Parameter: Sendable {
  package enum Kind: Sendable {
    case string, integer, boolean, object, array, any
    /// A path, an id (`#17`), or both.
    case address
    /// One of these strings.
    case choice([String])

    /// What a value of this kind is called in the documentation.
    package var name: String {
      switch self {
      case .string: "string"
      case .integer: "integer"
      case .boolean: "boolean"
      case .object: "object"
      case .array: "list"
      case .any: "any value"
      case .address: "address"
      case .choice(let choices): choices.joined(separator: " or ")
      }
    }

    /// What a value of this kind is called in a message.
    var expectation: String {
      switch self {
      case .string: "a string"
      case .integer: "an integer"
      case .boolean: "true or false"
      case .object: "an object"
      case .array: "a list"
      case .any: "a value"
      case .address: "an address, such as \"/main/detail\" or \"#17\""
      case .choice(let choices): "one of \(choices.joined(separator: ", "))"
      }
    }
  }

  package let name: String
  package let kind: Kind
  package let isRequired: Bool
  package let summary: String

  init(_ name: String, _ kind: Kind, required: Bool = false, _ summary: String) {
    self.name = name
    self.kind = kind
    isRequired = required
    self.summary = summary
  }
}

extension Parameter {
  static let session = Parameter(
    "session", .string, "the session's name; may be left out while one is open")
  static let at = Parameter("at", .address, "the screen; without it the active one of the window")
  static let window = Parameter("window", .string, "the window's name; may be left out while there is one")
  static let screen = Parameter("screen", .string, required: true, "the type of the screen to make")
  static let params = Parameter("params", .object, "what the screen is presented with")
  static let force = Parameter("force", .boolean, "do it even where a screen refuses to be dismissed")
  static func flow(_ summary: String) -> Parameter { Parameter("flow", .string, required: true, summary) }
}
