package import NavtreeCEL

extension CELProgram {
  /// Whether it reads a value that a rule names.
  package var readsNames: Bool { references.contains { $0.variable >= ScopeVariable.allCases.count } }
}

/// A variable of a flow's expressions, by its index in all of them. The values that rules name have the numbers after
/// those.
package enum ScopeVariable: Int, Sendable, CaseIterable {
  case params, state, computed, shared, action, screen, parent, link, now, screens, old, guards, owed,
    transitions

  /// The name in expressions.
  package var name: String {
    switch self {
    case .params: "params"
    case .state: "state"
    case .computed: "computed"
    case .shared: "shared"
    case .action: "action"
    case .screen: "screen"
    case .parent: "parent"
    case .link: "link"
    case .now: "now"
    case .screens: "screens"
    case .old: "old"
    case .guards: "guards"
    case .owed: "owed"
    case .transitions: "transitions"
    }
  }
}
