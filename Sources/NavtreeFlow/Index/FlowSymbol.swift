/// A declared name of a flow or of its scenarios.
package struct FlowSymbol: Hashable, Sendable {
  /// Fields that are declared together.
  package enum Record: Hashable, Sendable {
    /// Those of a screen; of any where none is named.
    case params(String?), state(String?)
    /// Those of an action's payload, whichever screen declares it.
    case payload(String)
    case input(String), output(String), next(String), errors(String)
    case shared
  }

  package enum Kind: Hashable, Sendable {
    case screen, action, effect, type, store, window, invariant, part
    /// A slot, a tab or a pane of a screen; of any where none is named.
    case slot(String?)
    /// Of a screen, or of the flow.
    case computed(String?), condition(String?)
    case field(Record)
    /// A value that a rule names.
    case local(String)
    /// A param of the URL of a link, by the link's place.
    case link(String)
    /// A member of an object type.
    case member
    /// A text that leads to a screen: its segments name slots.
    case address

    /// The noun for people.
    package var noun: String {
      switch self {
      case .screen: "screen"
      case .action: "action"
      case .effect: "effect"
      case .type: "type"
      case .store: "store"
      case .window: "window"
      case .invariant: "invariant"
      case .part: "part"
      case .slot: "slot"
      case .computed: "computed value"
      case .condition: "guard"
      case .field(.params): "param"
      case .field(.state): "state field"
      case .field(.shared): "shared field"
      case .field(.payload): "payload field"
      case .field: "field"
      case .local: "named value"
      case .link: "param of a link"
      case .member: "member"
      case .address: "path"
      }
    }

    /// The screen, action or effect that it belongs to.
    package var owner: String? {
      switch self {
      case .slot(let owner), .computed(let owner), .condition(let owner), .field(.params(let owner)),
        .field(.state(let owner)):
        owner
      case .field(.payload(let owner)), .field(.input(let owner)), .field(.output(let owner)),
        .field(.next(let owner)), .field(.errors(let owner)):
        owner
      case .screen, .action, .effect, .type, .store, .window, .invariant, .part, .field(.shared), .local,
        .link, .member, .address:
        nil
      }
    }

    package var isField: Bool {
      switch self {
      case .field, .member, .computed: true
      default: false
      }
    }

    /// Whether a name of this kind may be one of the other kind, of which the owner may be unknown.
    package func includes(_ other: Kind) -> Bool {
      switch (self, other) {
      case (.slot(nil), .slot), (.field(.params(nil)), .field(.params)),
        (.field(.state(nil)), .field(.state)):
        true
      default: self == other
      }
    }
  }

  package let kind: Kind
  package let name: String

  package init(_ kind: Kind, _ name: String) {
    self.kind = kind
    self.name = name
  }
}
