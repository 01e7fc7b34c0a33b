import Flow
import JSON
import NavigationTree

/// An action that waits for its turn in the change that sent it.
struct QueuedAction {
  enum Target {
    case screen(ScreenID)
    /// The window's active screen when the action is handled.
    case active
    /// A path or an id as the flow's own text.
    case address(String)
  }

  let target: Target
  /// The window of the screen that sent it.
  let window: Int
  let action: Int
  let payload: JSONObject
  /// The send in the flow; nil: navtree itself sends it.
  let location: SourceLocation?
  /// The handled action whose rule sent it, as an index of the change's causes.
  let cause: Int?
  /// Whether it is dropped without a word when its target lives no more.
  var isLostWithItsTarget = false
}

/// An action of a change that was handled, for the chain that an error shows.
struct HandledAction {
  let name: String
  let at: String
  /// The one that sent it; nil for the request's own.
  let cause: Int?
}
