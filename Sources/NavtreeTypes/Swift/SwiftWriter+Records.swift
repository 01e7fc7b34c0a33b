extension SwiftWriter {
  /// A record whose fields are converted when they are read.
  mutating func record(_ record: ObjectType, _ name: String, _ text: String?) {
    let fields = record.fields
    let identifiers = SwiftNames.lower(fields.map(\.name))
    source.line()
    summary(text)
    block("public struct \(name): TypedRecord {") { writer in
      let names = fields.map { Self.quoted($0.name) }.joined(separator: ", ")
      writer.source.line("public static let _names: [String] = [\(names)]")
      writer.source.line("public var _fields: RecordFields")
      writer.source.line()
      writer.block("public init(_fields: RecordFields) {") { $0.source.line("self._fields = _fields") }
      writer.source.line()
      let parameters = zip(fields, identifiers).map { writer.parameter($0, $1) }.joined(separator: ", ")
      writer.block("public init(\(parameters)) {") { writer in
        writer.source.line("_fields = RecordFields(count: \(fields.count))")
        for identifier in identifiers { writer.source.line("self.\(identifier) = \(identifier)") }
      }
      writer.source.line()
      writer.block("public init(json: JSONValue) throws(JSONConversionError) {") { writer in
        writer.source.line("\(fields.isEmpty ? "_" : "let members") = try JSONMembers(json)")
        writer.source.line("_fields = RecordFields(count: \(fields.count))")
        for (field, identifier) in zip(fields, identifiers) {
          writer.source.line("self.\(identifier) = \(Self.reading(field))")
        }
      }
      if !fields.isEmpty { writer.source.line() }
      for (number, (field, identifier)) in zip(fields, identifiers).enumerated() {
        writer.summary(field.summary)
        writer.source.line(
          "public var \(identifier): \(writer.name(of: field)) { get { _fields[\(number)] } set { _fields[\(number)] = newValue } }"
        )
      }
      if !record.inner.isEmpty {
        writer.source.line()
        writer.inner(of: record.inner)
      }
    }
  }
}
