package import NavtreeJSON
import NavtreeScenarios

/// A value that an app shows otherwise than its flow.
package struct AppDifference: Hashable, Sendable {
  /// Its place in what the adapter sees, such as `state.userList.query`.
  package let name: String
  /// The same without numbers of screens and items.
  package let kind: String
  /// The flow's value; nil where the flow has nothing there.
  package let flow: JSONValue?
  package let app: JSONValue
  package let isSensitive: Bool

  /// The value of the flow for people.
  package func flowText(sensitive: Bool) -> String { text(flow, sensitive) }

  /// The value of the app for people.
  package func appText(sensitive: Bool) -> String { text(app, sensitive) }

  private func text(_ value: JSONValue?, _ sensitive: Bool) -> String {
    guard let value else { return "nothing" }
    return isSensitive && !sensitive ? "***" : YAMLText.line(value)
  }
}
