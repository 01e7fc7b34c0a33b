package import NavigationTree
package import NavtreeFlow

/// A way from one node in the graph of a flow to another.
package struct FlowGraphEdge: Sendable, Hashable {
  /// The cause of the way.
  package enum Cause: Sendable, Hashable {
    /// The window may open with that screen.
    case start
    /// The screen may be in this slot, tab or pane; `isInitial`: it is there from the start.
    case slot(String, SlotStyle, isInitial: Bool)
    /// A rule of this action does this navigation, in that slot if only one is possible.
    /// `isPrivate`: only navtree sends the action.
    case rule(action: String, navigation: String, slot: String?, isPrivate: Bool)
    /// The link opens that screen.
    case link(LinkDefinition.Mode)
    /// The link opens that screen while it waits.
    case otherwise
  }

  package let from: FlowGraphNode
  package let to: FlowGraphNode
  package let cause: Cause

  /// The label in a drawing.
  package var label: String? {
    switch cause {
    case .start, .link(.reset): nil
    case .link(.push): "push"
    case .otherwise: "otherwise"
    case .slot(let name, let style, _): "\(name) (\(style.rawValue))"
    case .rule(let action, let navigation, let slot?, _): "\(action): \(navigation) in \(slot)"
    case .rule(let action, let navigation, nil, _): "\(action): \(navigation)"
    }
  }
}
