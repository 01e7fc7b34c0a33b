package import NavtreeYAML

/// A navigation of a rule with its place.
package struct NavigationStep: Sendable {
  package let navigation: NavigationTemplate
  /// The screen that it starts from; nil for where the step before led, at first the rule's own screen.
  package let at: SendTemplate.Target?
  /// Whether it surely starts from the rule's own screen.
  package let isOwn: Bool
  /// Whether screens that refuse dismissal are removed too.
  package let force: Bool
  /// The value that is passed on to those who follow transitions.
  package let hint: ValueTemplate?
  package let location: SourceLocation
}
