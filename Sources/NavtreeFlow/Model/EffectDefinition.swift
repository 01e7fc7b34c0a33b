package import NavtreeYAML

/// Work that the host does on request, with its input and output.
package final class EffectDefinition: Sendable {
  /// The member of an error that names its kind; navtree's own errors have it.
  package static let errorKind = "kind"
  /// The payload field of its actions that has its input, and the one that has its key.
  package static let requestInput = "input"
  package static let requestKey = "key"
  static let request = [requestInput, requestKey]

  package let name: String
  package let input: RecordDefinition
  /// The schema of the input as an object.
  package let inputSchema: Schema
  package let output: RecordDefinition
  /// The schema of the output as an object.
  package let outputSchema: Schema
  /// The fields of an answer before the last one; those of the output unless the effect declares its own.
  package let next: RecordDefinition
  /// The schema of such an answer as an object.
  package let nextSchema: Schema
  /// Whether the effect declares the fields of answers before the last one.
  package let declaresNext: Bool
  /// The fields of the reason of a failure; nil if it may be any value.
  package let errors: RecordDefinition?
  /// The schema of such a reason.
  package let errorSchema: Schema
  /// The timeout in milliseconds, unless the asking rule gives one; nil for none.
  package let timeout: Int?
  /// The milliseconds from its first request to its end in any case, likewise.
  package let deadline: Int?
  /// Its further tries, unless the asking rule says otherwise.
  package let retries: RetryPolicy
  /// Whether it is answered well at some time, if it is asked for again and again.
  package let isFair: Bool
  package let location: SourceLocation

  package init(
    name: String, input: RecordDefinition, output: RecordDefinition, next: RecordDefinition? = nil,
    errors: RecordDefinition? = nil, timeout: Int?, deadline: Int? = nil, retries: RetryPolicy,
    isFair: Bool = false, location: SourceLocation
  ) {
    self.isFair = isFair
    self.name = name
    self.input = input
    inputSchema = input.schema
    self.output = output
    outputSchema = output.schema
    self.next = next ?? output
    nextSchema = next?.schema ?? outputSchema
    declaresNext = next != nil
    self.errors = errors
    errorSchema = errors?.schema ?? Schema()
    self.timeout = timeout
    self.deadline = deadline
    self.retries = retries
    self.location = location
  }
}
