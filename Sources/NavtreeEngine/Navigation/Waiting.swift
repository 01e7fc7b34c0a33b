import NavtreeFlow
import NavigationTree

/// A presenter that waits for the end of the screen that it presented.
struct Waiting {
  let presenter: ScreenID
  let awaiting: Awaiting
}

/// Why a screen was removed, as those who waited for it are told.
package enum RemovalReason: String, Sendable, CaseIterable {
  case dismissed, replaced, reset, windowClosed, sessionClosed, undone
}
