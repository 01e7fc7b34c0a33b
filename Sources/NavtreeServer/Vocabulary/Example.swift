/// A call that demonstrates a method, made on a server that runs the flow of the examples.
///
/// Its result is computed by the server, so it is always right.
package struct Example: Sendable {
  /// The demonstrated point.
  package let summary: String
  /// The params, as JSON.
  let params: String
  /// The requests before it, `METHOD PARAMS` each.
  let after: [String]

  init(_ summary: String, _ params: String = "{}", after: [String] = []) {
    self.summary = summary
    self.params = params
    self.after = after
  }
}
