package import JSON

/// Declared fields in declared order: a screen's params or state, an action's payload, the shared state.
package struct RecordDefinition: Sendable {
  package let fields: [FieldDefinition]
  package let names: NameTable

  package init(_ fields: [FieldDefinition] = []) {
    self.fields = fields
    names = NameTable(fields.map(\.name))
  }
}

/// A declared field.
package struct FieldDefinition: Sendable {
  package let name: String
  package let schema: Schema
  /// What it holds when nothing is given; nil: it must be given.
  package let initial: ValueTemplate?
  /// Whether it is kept out of whatever wasn't asked for with the flag.
  package let sensitive: Bool
  package let location: SourceLocation

  package init(
    name: String, schema: Schema, initial: ValueTemplate?, sensitive: Bool = false, location: SourceLocation
  ) {
    self.name = name
    self.schema = schema
    self.initial = initial
    self.sensitive = sensitive
    self.location = location
  }
}
