package import NavtreeYAML

extension Navigation {
  /// A screen to be made.
  package struct Screen: Sendable {
    package var type: Int
    /// The params, if given.
    package var params: Values.Object?
    /// The actions that its presenter gets when it is dismissed.
    package var awaiting: Awaiting?
    package var location: Values.Location

    @inlinable
    package init(type: Int, params: Values.Object?, awaiting: Awaiting? = nil, location: Values.Location) {
      self.type = type
      self.params = params
      self.awaiting = awaiting
      self.location = location
    }

    /// A screen of no type, to be filled by a reader.
    package static var unknown: Screen { Screen(type: -1, params: nil, location: Values.nowhere) }
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

    /// The type of its root; nil for an empty chain.
    package var root: Int? {
      switch self {
      case .node(let node): node.screen.type
      case .chain(let nodes): nodes.first?.screen.type
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
