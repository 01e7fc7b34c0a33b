package import NavtreeEngine

/// A parameter of a method: its name, what it takes and what it is for.
package struct Parameter: Sendable {
  let key: ParameterName
  package let shape: Shape
  package let isRequired: Bool
  package let summary: String
  /// How a method that takes it may fail because of it, besides `invalidParams`.
  package let errors: [ErrorKind]

  package var name: String { key.text }

  init(
    _ key: ParameterName, _ shape: Shape, required: Bool = false, _ summary: String, errors: [ErrorKind] = []
  ) {
    self.key = key
    self.shape = shape
    isRequired = required
    self.summary = summary
    self.errors = errors
  }
}

extension Parameter {
  static let session = Parameter(
    .session, .string, "the session's name; may be left out while one is open", errors: [.unknownSession])
  static let at = Parameter(
    .at, .address, "the screen; without it the active one of the window",
    errors: [.noScreenAt, .staleScreen, .gone])
  static let window = Parameter(
    .window, .string, "the window's name; may be left out while there is one", errors: [.unknownWindow])
  static let screen = Parameter(
    .screen, .string, required: true, "the type of the screen to make", errors: [.unknownScreen])
  static let params = Parameter(.params, .object, "what the screen is presented with")
  static let force = Parameter(
    .force, .boolean, "do it even where a screen refuses to be dismissed", errors: [.dismissRefused])
  static let pointer = Parameter(
    .pointer, .string, "a JSON Pointer: only the value there, such as /state/query")
  static let computed = Parameter(.computed, .boolean, "with computed values")
  static let sensitive = Parameter(
    .sensitive, .boolean, "with the values of sensitive fields, which are \"***\" otherwise")
  static func flow(_ summary: String) -> Parameter {
    Parameter(.flow, .string, required: true, summary, errors: [.unknownFlow])
  }
}
