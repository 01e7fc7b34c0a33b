/// A variable of a flow's expressions, by its index in all of them.
package enum ScopeVariable: Int, Sendable, CaseIterable {
  case params, state, computed, shared, action, screen, parent, link, now, screens, old, guards, owed

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
    }
  }
}
