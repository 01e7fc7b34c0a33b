package import NavtreeJSON
package import NavigationTree

/// What somebody wants to be told of a session.
package enum SubscriptionRequest {
  /// How changes are told.
  package enum Form: String, Sendable, CaseIterable {
    /// As a JSON Patch.
    case patch
    /// As the value after the change.
    case value
    /// As what came, went, moved and changed in a list.
    case list
  }

  /// What stands at a place, or a screen wherever it is.
  package enum Anchor: Hashable, Sendable {
    /// A window, and the slots to go through from its root.
    case place(window: String, slots: [String])
    case screen(ScreenID)
  }

  /// - Parameters:
  ///   - key: what tells the elements of a list apart; nil: what the list declares, else `id`.
  case state(Anchor, JSONPointer, StateView, Form, key: String?)
  case query(Query, Form)
  /// When screens are presented, appear, disappear and are dismissed.
  case lifecycle
}
