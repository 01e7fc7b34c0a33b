import NavtreeJSON

/// The first thing in a value that doesn't fit its schema.
///
/// It never tells the value itself, which may be a secret. Its pointer may go through the keys of one: see `inside`.
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

  /// The same, seen from the record that has the field.
  package func inside(_ field: FieldDefinition) -> Misfit { seen(in: field).inside(field.name) }

  /// The same without the way to it, where that may tell by its keys what a sensitive field holds.
  package func seen(in field: FieldDefinition) -> Misfit {
    guard field.sensitive || !field.secrets.isEmpty, !pointer.isEmpty else { return self }
    return Misfit("has something in it that \(message)")
  }

  /// The same without the name of a member that the record doesn't have, where an expression over secrets may have
  /// given it: such a value goes as a whole only where all fields are sensitive.
  package func seen(in record: RecordDefinition) -> Misfit {
    guard !record.fields.isEmpty, record.fields.allSatisfy(\.sensitive),
      !record.fields.contains(where: { pointer == JSONPointer([$0.name]).description })
    else { return self }
    return Misfit("has a member that \(message)")
  }

  /// The same, seen from the value that holds it.
  package func inside(_ token: String) -> Misfit {
    var outer = self
    outer.pointer = JSONPointer([token]).description + pointer
    return outer
  }
}
