import JSON

/// The first thing in a value that doesn't fit its schema.
///
/// It never tells the value itself, which may be a secret.
package struct Misfit: Error, Sendable, Hashable {
  /// A JSON Pointer into the value.
  package private(set) var pointer: String
  /// What was expected and what is there.
  package let message: String
  /// What was probably meant.
  package let hint: String?

  package init(_ message: String, hint: String? = nil) {
    pointer = ""
    self.message = message
    self.hint = hint
  }

  /// The same, seen from the value that holds it.
  package func inside(_ token: String) -> Misfit {
    var outer = self
    outer.pointer = JSONPointer([token]).description + pointer
    return outer
  }
}
