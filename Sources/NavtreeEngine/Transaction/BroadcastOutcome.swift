package import NavtreeJSON
package import NavigationTree

/// The screens that took a broadcast, and those that didn't.
package struct BroadcastOutcome {
  package struct Taker {
    package let at: String
    package let id: ScreenID
    package let reply: JSONValue?
  }

  package var takers: [Taker] = []
  package var decliners: [Decliner] = []
}

/// A screen that was offered an action and didn't take it.
package struct Decliner: Equatable, Sendable {
  /// The reason that a screen didn't take an action that its type declares.
  package enum Reason: String, Sendable, CaseIterable {
    case noRuleHolds
    /// An earlier recipient removed the screen.
    case gone
  }

  package let at: String
  package let id: ScreenID
  package let reason: Reason
}
