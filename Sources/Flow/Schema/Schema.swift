package import JSON

/// A compiled schema: a fixed set of JSON Schema 2020-12's words.
package struct Schema: Sendable {
  /// Checks a value, and gives numbers the form that the schema declares (`1.0` for an `integer` becomes `1`,
  /// `1` for a `number` becomes `1.0`).
  ///
  /// - Complexity: O(size of the value).
  package func fit(_ value: inout JSONValue) throws(Misfit) {}
}

/// The first thing in a value that doesn't fit its schema.
package struct Misfit: Error, Sendable {
  /// A JSON Pointer into the value.
  package let pointer: String
  /// What was expected and what is there.
  package let message: String
}
