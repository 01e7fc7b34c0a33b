/// Work that the host does on request, with its input and output.
package final class EffectDefinition: Sendable {
  package let name: String
  package let input: RecordDefinition
  package let output: RecordDefinition
  /// The schema of the output as an object.
  package let outputSchema: Schema
  /// How long an answer is waited for, in milliseconds, where the asking rule doesn't say; nil: for ever.
  package let timeout: Int?
  /// How often it is asked for again when it fails, where the asking rule doesn't say.
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
