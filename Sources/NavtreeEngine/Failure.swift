import NavtreeCEL
import NavtreeFlow
package import NavtreeJSON
import NavtreeText

/// Why a request changed nothing: a kind, one sentence, and what a program or a person needs to go on.
package struct Failure: Error, Sendable {
  package let kind: ErrorKind
  package let message: String
  /// Further members of `error.data`, such as `at`, `pointer` and `hint`.
  package var data: JSONObject

  package init(_ kind: ErrorKind, _ message: String, _ data: JSONObject = [:]) {
    self.kind = kind
    self.message = message
    self.data = data
  }

  /// The same failure with one more member of data, unless it has it already.
  package func with(_ key: String, _ value: @autoclosure () -> JSONValue) -> Failure {
    guard data[key] == nil else { return self }
    var failure = self
    failure.data[key] = value()
    return failure
  }

  /// The same failure with the place in a flow that it comes from.
  func at(_ location: SourceLocation, of flow: FlowDefinition) -> Failure {
    with("file", .string(flow.file)).with("line", .integer(location.line))
      .with("column", .integer(location.column))
  }

  /// The same failure with the name that was probably meant, where one is near enough.
  package func hinting(_ name: String, among names: some Sequence<String>) -> Failure {
    guard let hint = Spelling.hint(for: name, among: names) else { return self }
    return with("hint", .string(hint))
  }
}
