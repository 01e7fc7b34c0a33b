/// A built-in navigation from a screen: as a flow writes it, or with its values.
package enum Navigation<Values: NavigationValues>: Sendable {
  /// In a slot of the screen.
  indirect case present(Screen, slot: String?, IfOccupied, OnDuplicate)
  /// On top of the chain that holds the screen.
  indirect case push(Screen, slot: String?, OnDuplicate)
  /// To the screen if it exists, else as `push`.
  indirect case navigate(Screen, pop: Bool, merge: Bool, OnDuplicate)
  /// In place of the screen.
  indirect case replace(Screen)
  case pop(count: Values.Number)
  /// Back to the nearest one at or below the screen.
  indirect case popTo(Screen, identity: Values?, merge: Bool, Otherwise)
  case popToRoot
  /// - Parameter all: whether the modals that hold the screen go as well.
  case dismiss(result: Values?, all: Bool = false)
  case back
  indirect case select(tab: Values.Text, params: Values.Object?)
  case focus(pane: Values.Text)
  indirect case setParams(Values.Object, replace: Bool)
  /// In place of the root of a window, a tab or a pane.
  case reset(Tree, reuse: Bool)
  /// The tree that the URL opens.
  case open(url: Values.Text)

  package typealias IfOccupied = OccupiedHandling
  package typealias OnDuplicate = DuplicateHandling
  package typealias Otherwise = MissingScreenHandling

  /// The name as an action.
  package var actionName: String { "nav.\(name)" }

  /// The name on the wire and in a flow.
  @inlinable @inline(__always) package var name: StaticString {
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

  /// A screen to be made.
  package struct Screen: Sendable {
    package let type: Int
    /// The params, if given.
    package let params: Values.Object?
    /// The actions that its presenter gets when it is dismissed.
    package var awaiting: Awaiting?
    package let location: Values.Location

    @inlinable
    package init(type: Int, params: Values.Object?, awaiting: Awaiting? = nil, location: Values.Location) {
      self.type = type
      self.params = params
      self.awaiting = awaiting
      self.location = location
    }
  }

  /// A tree to be made.
  package indirect enum Tree: Sendable {
    case node(Node)
    /// A chain from the root up, each screen pushed on the one before it.
    case chain([Node])

    /// A screen with its own fields and the screens that it presents, by slot.
    package struct Node: Sendable {
      package let screen: Screen
      package let state: Values.Object?
      /// The tab that is selected, or the pane in focus.
      package let selected: String?
      package let slots: [Slot]

      package init(
        _ screen: Screen, state: Values.Object? = nil, selected: String? = nil, slots: [Slot] = []
      ) {
        self.screen = screen
        self.state = state
        self.selected = selected
        self.slots = slots
      }

      /// Whether there is nothing but the screen.
      package var isPlain: Bool { state == nil && selected == nil && slots.isEmpty }

      /// The types of the screen and of all that it presents.
      package var types: [Int] { [screen.type] + slots.flatMap(\.tree.types) }
    }

    package struct Slot: Sendable {
      package let name: String
      package let tree: Tree

      package init(name: String, tree: Tree) {
        self.name = name
        self.tree = tree
      }
    }

    /// The types of all screens in it.
    ///
    /// Recursion is bounded by the depth of YAML and of JSON, which trees come in.
    package var types: [Int] {
      nodes.flatMap(\.types)
    }

    /// From the root up.
    package var nodes: [Node] {
      switch self {
      case .node(let node): [node]
      case .chain(let nodes): nodes
      }
    }
  }
}

extension ScreenRequest {
  @usableFromInline
  package init(type: Int, params: Values.Object?, awaiting: Awaiting? = nil) {
    self.init(type: type, params: params, awaiting: awaiting, location: ())
  }
}

/// The handling of `present` when the slot, or another of its sort, is occupied.
package enum OccupiedHandling: String, Sendable, CaseIterable {
  case fail, replace, ignore
}

/// The handling of a double tap: a screen of the same type and identity is already on top.
package enum DuplicateHandling: String, Sendable, CaseIterable {
  case push, ignore, reuse
}

/// The fallback of `popTo` where there is no such screen.
package enum MissingScreenHandling: String, Sendable, CaseIterable {
  case fail, replace, push
}

/// The actions that a presenter gets when the screen that it presented is dismissed.
package struct Awaiting: Sendable {
  /// With a result.
  package let then: Int?
  /// Without one.
  package let otherwise: Int?
  /// The place where a rule asks for them; nil for a request.
  package let location: SourceLocation?

  package init(then: Int?, otherwise: Int?, location: SourceLocation? = nil) {
    self.then = then
    self.otherwise = otherwise
    self.location = location
  }
}

/// A navigation of a rule with its place.
package struct NavigationStep: Sendable {
  package let navigation: NavigationTemplate
  /// The screen that it starts from; nil for where the step before led, at first the rule's own screen.
  package let at: SendTemplate.Target?
  /// Whether it surely starts from the rule's own screen.
  package let isOwn: Bool
  /// Whether screens that refuse dismissal are removed too.
  package let force: Bool
  /// The value that is passed on to those who follow transitions.
  package let hint: ValueTemplate?
  package let location: SourceLocation
}
