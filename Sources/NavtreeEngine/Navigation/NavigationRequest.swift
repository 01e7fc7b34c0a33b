package import NavtreeFlow
package import NavtreeJSON

/// A built-in navigation, as a request or a rule asks for it.
package enum NavigationRequest: Sendable {
  /// In a slot of the addressed screen.
  case present(ScreenRequest, slot: String?, replace: Bool, OnDuplicate)
  /// On top of the chain that holds the addressed screen.
  case push(ScreenRequest, slot: String?, OnDuplicate)
  /// To the screen where it is there already, else as `push`.
  case navigate(ScreenRequest, pop: Bool, merge: Bool, OnDuplicate)
  /// In place of the addressed screen.
  case replace(ScreenRequest)
  case pop(count: Int)
  /// Back to the nearest one at or below the addressed screen.
  case popTo(ScreenRequest, identity: JSONValue?, merge: Bool, Otherwise)
  case popToRoot
  case dismiss(result: JSONValue?)
  case back
  case select(tab: String, params: JSONObject?)
  case focus(pane: String)
  case setParams(JSONObject, replace: Bool)
  /// In place of the root of a window, a tab or a pane.
  case reset(TreeRequest, reuse: Bool)
  /// Whatever the URL stands for.
  case open(url: String)

  package typealias Otherwise = NavigationTemplate.Otherwise
  package typealias OnDuplicate = NavigationTemplate.OnDuplicate

  /// What it is called as an action.
  package var actionName: String { "nav.\(name)" }

  /// What it is called on the wire and in a flow.
  package var name: StaticString {
    switch self {
    case .present: "present"
    case .push: "push"
    case .navigate: "navigate"
    case .replace: "replace"
    case .pop: "pop"
    case .popTo: "popTo"
    case .popToRoot: "popToRoot"
    case .dismiss: "dismiss"
    case .back: "back"
    case .select: "select"
    case .focus: "focus"
    case .setParams: "setParams"
    case .reset: "reset"
    case .open: "open"
    }
  }
}

/// A screen that is to be made.
package struct ScreenRequest: Sendable {
  package let type: Int
  /// Nil: no params are given.
  package let params: JSONObject?
  /// What the presenter waits for when the screen is dismissed.
  package var awaiting: Awaiting?

  package init(type: Int, params: JSONObject?, awaiting: Awaiting? = nil) {
    self.type = type
    self.params = params
    self.awaiting = awaiting
  }
}

/// A tree that is to be made.
package indirect enum TreeRequest: Sendable {
  /// A screen with its own fields and what it presents, by slot.
  case screen(ScreenRequest, state: JSONObject?, selected: String?, slots: [Slot])
  /// A chain from the root up, each screen pushed on the one before it.
  case chain([ScreenRequest])

  package struct Slot: Sendable {
    package let name: String
    package let tree: TreeRequest

    package init(name: String, tree: TreeRequest) {
      self.name = name
      self.tree = tree
    }
  }
}

/// Who asks for a navigation, which decides whose fault a misfit is.
enum Origin {
  /// The request: `invalidParams`.
  case caller
  /// A rule of the flow, at this place: `flowDefect`.
  case rule(SourceLocation)
  /// What a presenter waited for, asked for by a rule at this place, else by a request. Names that its action
  /// doesn't declare are passed over.
  case answer(SourceLocation?)
}
