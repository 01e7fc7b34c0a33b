import NavtreeFlow
import NavtreeText

/// The cause of a change. It owns no memory, so that the history copies it for free.
package enum Cause {
  case action(Int)
  case request(Request)
  /// A built-in navigation of this name, as a request or as an action.
  case navigation(StaticString, isAction: Bool)

  /// The requests that change a session, besides navigations, by the names that the history, tombstones and
  /// stores give them.
  package enum Request: String {
    case open = "session.open"
    case restored
    case batch
    case windowOpen = "window.open"
    case windowClose = "window.close"
    case linkOpen = "link.open"
    case linkDrop = "link.drop"
    case effectDone = "effect.done"
    case effectNext = "effect.next"
    case effectFail = "effect.fail"
    case effectTimeout = "effect.timeout"
    case effectRetry = "effect.retry"
    case undo = "history.undo"
    case redo = "history.redo"
    case goTo = "history.goto"
  }
}
