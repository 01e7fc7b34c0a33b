package import NavtreeEngine

/// A parameter of a method: its name, shape and purpose.
package struct Parameter: Sendable {
  let key: ParameterName
  package let shape: Shape
  package let isRequired: Bool
  package let summary: String
  /// The kinds of the failures that it may cause, except `invalidParams`.
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
    .session, .string, "the session's name; may be left out while only one is open", errors: [.unknownSession]
  )
  static let at = Parameter(
    .at, .target, "the screen; by default the window's active one",
    errors: [.noScreenAt, .staleScreen, .gone])
  static let window = Parameter(
    .window, .string, "the window's name; may be left out while there is only one", errors: [.unknownWindow])
  static let screen = Parameter(
    .screen, .string, required: true, "the type of the screen", errors: [.unknownScreen])
  static let params = Parameter(.params, .object, "the screen's params")
  static let force = Parameter(
    .force, .boolean, "proceed even if a screen refuses to be dismissed", errors: [.dismissRefused])
  static let hint = Parameter(
    .hint, .any, "any value for those who follow transitions, such as `{animated: false}`; kept nowhere")
  static let origin = Parameter(
    .origin, .string, "who causes it, such as `user` or `push-service`: 1 to 64 bytes")
  static let ifSeq = Parameter(
    .ifSeq, .integer, "the change that must be the session's last: else the request fails with `conflict`")
  static let request = Parameter(
    .request, .string,
    "a key of the caller's: asked again with it, the request gets its first answer, and nothing happens")
  static let pointer = Parameter(
    .pointer, .string, "a JSON Pointer, such as /state/query: answer only the value there")
  static let computed = Parameter(.computed, .boolean, "include computed values")
  static let sensitive = Parameter(
    .sensitive, .boolean, "include the values of sensitive fields, which are \"***\" otherwise")
  static func flow(_ summary: String) -> Parameter {
    Parameter(.flow, .string, required: true, summary, errors: [.unknownFlow])
  }
}
