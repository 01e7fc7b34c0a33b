import NavtreeFlow
import NavtreeJSON

/// A link that was opened and waits for its `when`.
package struct PendingLink: Sendable {
  /// As it was given.
  let url: String
  let match: LinkMatch
  /// The window that it was opened in.
  package let window: String
  let force: Bool
}
