package import NavtreeJSON

/// A navigation as a rule asks for it, from the rule's screen.
package typealias NavigationTemplate = Navigation<ValueTemplate>
package typealias ScreenTemplate = NavigationTemplate.Screen
package typealias TreeTemplate = NavigationTemplate.Tree

/// A navigation with its values, from the addressed screen.
package typealias NavigationRequest = Navigation<JSONValue>
package typealias ScreenRequest = NavigationRequest.Screen
package typealias TreeRequest = NavigationRequest.Tree

/// The values of a navigation: templates, or their results.
package protocol NavigationValues: Sendable {
  associatedtype Number: Sendable
  associatedtype Text: Sendable
  associatedtype Object: Sendable
  /// The place where a screen is written, if any.
  associatedtype Location: Sendable
}

extension ValueTemplate: NavigationValues {
  package typealias Number = ValueTemplate
  package typealias Text = ValueTemplate
  package typealias Object = ValueTemplate
  package typealias Location = SourceLocation
}

extension JSONValue: NavigationValues {
  package typealias Number = Int
  package typealias Text = String
  package typealias Object = JSONObject
  package typealias Location = Void
}
