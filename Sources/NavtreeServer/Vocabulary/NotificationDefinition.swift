/// A notification that navtree sends.
package struct NotificationDefinition: Sendable {
  package let name: String
  /// The occasion on which it is sent.
  package let summary: String
  package let params: [Shape.Member]
}
