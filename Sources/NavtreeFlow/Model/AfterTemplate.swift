/// An action that a rule sends when some time has gone by.
package struct AfterTemplate: Sendable {
  package let delay: DurationTemplate
  /// What it is cancelled by; nil: it can't be.
  package let key: ValueTemplate?
  package let send: SendTemplate
  package let location: SourceLocation

  package init(delay: DurationTemplate, key: ValueTemplate?, send: SendTemplate, location: SourceLocation) {
    self.delay = delay
    self.key = key
    self.send = send
    self.location = location
  }
}
