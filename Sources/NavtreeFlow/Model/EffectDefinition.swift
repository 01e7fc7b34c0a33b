/// What the host does when it is asked to: what it gets, and what it answers with.
package final class EffectDefinition: Sendable {
  package let name: String
  package let input: RecordDefinition
  package let output: RecordDefinition
  /// What the output as an object must be.
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
