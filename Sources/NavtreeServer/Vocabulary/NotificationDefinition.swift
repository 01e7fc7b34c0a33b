/// A notification that navtree sends.
package struct NotificationDefinition: Sendable {
  package let name: String
  /// The occasion on which it is sent.
  package let summary: String
  package let params: [Shape.Member]

  init(_ name: String, _ summary: String, _ params: [Shape.Member]) {
    self.name = name
    self.summary = summary
    self.params = params
  }
}
