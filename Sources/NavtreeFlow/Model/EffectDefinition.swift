/// Work that the host does on request, with its input and output.
package final class EffectDefinition: Sendable {
  package let name: String
  package let input: RecordDefinition
  package let output: RecordDefinition
  /// The schema of the output as an object.
  package let outputSchema: Schema
  /// The timeout in milliseconds, unless the asking rule gives one; nil for none.
  package let timeout: Int?
  /// The number of retries, unless the asking rule gives one.
  package let retries: Int
  package let location: SourceLocation

  package init(
    name: String, input: RecordDefinition, output: RecordDefinition, timeout: Int?, retries: Int,
    location: SourceLocation
  ) {
    self.name = name
    self.input = input
    self.output = output
    outputSchema = output.schema
    self.timeout = timeout
    self.retries = retries
    self.location = location
  }
}
