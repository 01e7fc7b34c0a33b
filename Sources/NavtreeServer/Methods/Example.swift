/// A call that shows what a method does, made on a server that runs the flow of the examples.
///
/// Its result isn't written down: it is what the server answers, so that it is always true.
package struct Example: Sendable {
  /// What it shows.
  package let summary: String
  /// The params, as JSON.
  let params: String
  /// The requests that come before it, `METHOD PARAMS` each.
  let after: [String]

  init(_ summary: String, _ params: String = "{}", after: [String] = []) {
    self.summary = summary
    self.params = params
    self.after = after
  }
}
