package import NavtreeJSON
package import NavigationTree

/// The subject of a subscription.
package enum SubscriptionRequest {
  /// The form of reported changes.
  package enum Form: String, Sendable, CaseIterable {
    /// As a JSON Patch.
    case patch
    /// As the value after the change.
    case value
    /// As the removed, moved, added and changed elements of a list.
    case list
  }

  /// The content of a place, or a screen wherever it is.
  package enum Anchor: Hashable, Sendable {
    /// A window, and the slots on the path from its root.
    case place(window: String, slots: [String])
    case screen(ScreenID)
  }

  /// - Parameters:
  ///   - key: the key of a list's elements; nil for the declared one, else `id`.
  case state(Anchor, JSONPointer, StateView, Form, key: String?)
  case query(Query, Form)
  /// The lifecycle events of screens.
  case lifecycle
  /// Changes of the tree, in one window or all.
  ///
  /// - Parameter acknowledges: whether the host says when it has shown them.
  case transitions(window: String?, acknowledges: Bool = false)
  /// The actions, in one window or all.
  case actions(window: String?)
}
