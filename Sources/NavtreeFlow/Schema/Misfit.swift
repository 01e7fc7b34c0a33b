import NavtreeJSON

/// The first thing in a value that doesn't fit its schema.
///
/// It never holds the value itself, which may be secret. Its pointer may hold keys of a secret: see `inside`.
package struct Misfit: Error, Sendable, Hashable {
  /// A JSON Pointer into the value.
  package private(set) var pointer: String
  /// The expected and the actual kind of value.
  package let message: String
  /// A suggestion.
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
