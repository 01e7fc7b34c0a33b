package import NavtreeFlow
package import NavtreeJSON
import NavigationTree

/// An action to be sent, whoever takes it.
package enum ActionContent {
  /// An action that the flow declares, with its payload.
  case declared(Int, JSONObject)
  /// Navtree's own.
  case navigation(NavigationRequest, force: Bool, hint: JSONValue?)

  /// The cause of a change that begins with it.
  var cause: Cause {
    switch self {
    case .declared(let action, _): .action(action)
    case .navigation(let request, _, _): .navigation(request.name, isAction: true)
    }
  }
}

/// An action queued by the change that sent it.
struct QueuedAction {
  enum Target {
    case screen(ScreenID)
    /// A single screen.
    case only(ScreenID)
    /// The root of the window when the action is handled.
    case root
    /// The active screen of the window when the action is handled.
    case active
    /// A path or an id, as the flow gives it.
    case address(String)
    /// The flow's own actions, from the root of the window.
    case flow
  }

  var target: Target
  /// The target screen, if it was known when the action was sent.
  var screen: ScreenID? {
    switch target {
    case .screen(let id), .only(let id): id
    case .root, .active, .address, .flow: nil
    }
  }
  /// The window of the screen that sent it.
  var window: Int
  let content: ActionContent
  /// The party at fault if the action doesn't fit.
  let origin: Origin
  /// The handled action whose rule sent it, as an index of the change's causes.
  let cause: Int?
  var isForFlow: Bool { if case .flow = target { true } else { false } }

  /// Those that alone get it, in place of its target, and the name of their window, if any.
  var recipients: (screens: Recipients, window: String?)?

  /// Whether it is dropped silently when its target is gone.
  var isLostWithItsTarget = false
}

/// A handled action or lifecycle event of a change, for the chain that an error shows.
struct HandledAction {
  let name: String
  let isLifecycle: Bool
  let at: String
  /// The action that led to it; nil for the request's own.
  let cause: Int?

  /// `{action or lifecycle, at}`
  var json: JSONValue {
    .object([isLifecycle ? "lifecycle" : "action": .string(name), "at": .string(at)])
  }
}
