/// A named part of a link's path: `{name}`, `{name:integer}`, `{name:integer?}`, `{name*}`.
package struct LinkParam: Sendable, Hashable {
  /// The number of segments that it takes.
  package enum Presence: Sendable, Hashable {
    /// Exactly one.
    case required
    /// One or none; its value is null where it takes none.
    case optional
    /// One or more; its value is the list of them, so that a slash inside a segment stays one.
    case rest
  }

  package let name: String
  package let type: LinkValueType
  package let presence: Presence

  /// The schema of its value.
  package var schema: Schema {
    switch presence {
    case .required: return Schema(type.schemaType)
    case .optional: return Schema(type.schemaType.union(.null))
    case .rest:
      var words = SchemaConstraints.Words()
      words.items = Schema(type.schemaType)
      words.minItems = 1
      return Schema(.array, constraints: SchemaConstraints(words))
    }
  }
}
