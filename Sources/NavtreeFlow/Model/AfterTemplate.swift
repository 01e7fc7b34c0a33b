/// An action that a rule sends when some time has gone by.
package struct AfterTemplate: Sendable {
  package let delay: DurationTemplate
  /// The key that cancels it; nil: nothing does.
  package let key: ValueTemplate?
  package let send: SendTemplate
  package let location: SourceLocation
}
