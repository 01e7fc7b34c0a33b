/// Work that the host does on request, with its input and output.
package final class EffectDefinition: Sendable {
  package let name: String
  package let input: RecordDefinition
  package let output: RecordDefinition
  /// The schema of the output as an object.
  package let outputSchema: Schema
  /// The fields of an answer before the last one; those of the output unless the effect declares its own.
  package let next: RecordDefinition
  /// The schema of such an answer as an object.
  package let nextSchema: Schema
  /// Whether the effect declares the fields of answers before the last one.
  package let declaresNext: Bool
  /// The timeout in milliseconds, unless the asking rule gives one; nil for none.
  package let timeout: Int?
  /// The number of retries, unless the asking rule gives one.
  package let retries: Int
  package let location: SourceLocation

  package init(
    name: String, input: RecordDefinition, output: RecordDefinition, next: RecordDefinition? = nil,
    timeout: Int?, retries: Int, location: SourceLocation
  ) {
    self.name = name
    self.input = input
    self.output = output
    outputSchema = output.schema
    self.next = next ?? output
    nextSchema = next?.schema ?? outputSchema
    declaresNext = next != nil
    self.timeout = timeout
    self.retries = retries
    self.location = location
  }
}
