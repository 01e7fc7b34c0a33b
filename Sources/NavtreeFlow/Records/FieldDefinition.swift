import NavtreeJSON
package import NavtreeYAML

/// A declared field.
package struct FieldDefinition: Sendable {
  package let name: String
  package private(set) var schema: Schema
  /// The default; nil if the field must be given.
  package let initial: ValueTemplate?
  /// Whether its value is hidden from requests without the flag.
  package private(set) var sensitive: Bool
  /// The sensitive members of its value, if not all of it is.
  package private(set) var secrets: Set<String>
  package private(set) var persistence: FieldPersistence
  package let location: SourceLocation

  package init(
    name: String, schema: Schema, initial: ValueTemplate?, sensitive: Bool = false,
    secrets: Set<String> = [], persistence: FieldPersistence = .session, location: SourceLocation
  ) {
    self.name = name
    self.schema = schema
    self.initial = initial
    self.sensitive = sensitive
    self.secrets = secrets
    self.persistence = persistence
    self.location = location
  }

  /// The same field with another schema.
  func with(_ schema: Schema) -> FieldDefinition {
    var field = self
    field.schema = schema
    return field
  }

  /// The same field with these members of its value sensitive.
  package func having(_ secrets: Set<String>) -> FieldDefinition {
    var field = self
    if !sensitive { field.secrets = secrets }
    return field
  }

  /// The same field, sensitive; if it wasn't declared so, it is kept as the fields that take its value.
  package func hidden(keptAs others: FieldPersistence) -> FieldDefinition {
    if sensitive { return self }
    var field = self
    field.sensitive = true
    if persistence == .session { field.persistence = others }
    return field
  }
}

/// The place where a field's value is kept.
package enum FieldPersistence: Sendable, Equatable {
  /// With the session; if sensitive, nowhere.
  case session
  /// In a store of the flow, by its index.
  case store(Int)
  case nowhere
}

extension Misfit {
  /// The same, seen from the record that has the field.
  package func inside(_ field: FieldDefinition) -> Misfit { seen(in: field).inside(field.name) }

  /// The same without its pointer, if the keys in that may reveal a sensitive field's value.
  package func seen(in field: FieldDefinition) -> Misfit {
    guard field.sensitive || !field.secrets.isEmpty, !pointer.isEmpty else { return self }
    return Misfit("has something in it that \(message)")
  }

  /// The same without the name of an unknown member, if an expression over secrets may have given it: such a
  /// value goes as a whole only to a record whose fields are all sensitive.
  package func seen(in record: RecordDefinition) -> Misfit {
    guard !record.fields.isEmpty, record.fields.allSatisfy(\.sensitive),
      !record.fields.contains(where: { pointer == JSONPointer([$0.name]).description })
    else { return self }
    return Misfit("has a member that \(message)")
  }
}
