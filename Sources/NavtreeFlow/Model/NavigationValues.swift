package import NavtreeJSON
package import NavtreeYAML

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

  static var one: Number { get }
  static var noText: Text { get }
  static var noMembers: Object { get }
  static var nowhere: Location { get }
}

extension ValueTemplate: NavigationValues {
  package typealias Number = ValueTemplate
  package typealias Text = ValueTemplate
  package typealias Object = ValueTemplate
  package typealias Location = SourceLocation

  package static var one: ValueTemplate { .constant(.integer(1)) }
  package static var noText: ValueTemplate { .constant(.string("")) }
  package static var noMembers: ValueTemplate { .constant(.object([:])) }
  package static var nowhere: SourceLocation { SourceLocation(line: 0, column: 0, endColumn: 0) }
}

extension JSONValue: NavigationValues {
  package typealias Number = Int
  package typealias Text = String
  package typealias Object = JSONObject
  package typealias Location = Void

  package static var one: Int { 1 }
  package static var noText: String { "" }
  package static var noMembers: JSONObject { [:] }
  package static var nowhere: Void { () }
}
