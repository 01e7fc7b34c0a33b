package import NavigationTree

/// A way from one place in the picture of a flow to another.
package struct FlowGraphEdge: Sendable, Hashable {
  /// The cause of the way.
  package enum Cause: Sendable, Hashable {
    /// The window may open with that screen.
    case start
    /// That screen may stand in this slot, tab or pane; `isInitial`: it stands there from the beginning.
    case slot(String, SlotStyle, isInitial: Bool)
    /// A rule of this action asks for this navigation, in that slot where just one can be meant.
    case rule(action: String, navigation: String, slot: String?)
    /// The link opens that screen.
    case link(LinkDefinition.Mode)
    /// That opens while the link waits.
    case otherwise
  }

  package let from: FlowGraphNode
  package let to: FlowGraphNode
  package let cause: Cause

  /// The label in a drawing.
  var label: String? {
    switch cause {
    case .start, .link(.reset): nil
    case .link(.push): "push"
    case .otherwise: "otherwise"
    case .slot(let name, let style, _): "\(name) (\(style.rawValue))"
    case .rule(let action, let navigation, let slot?): "\(action): \(navigation) in \(slot)"
    case .rule(let action, let navigation, nil): "\(action): \(navigation)"
    }
  }
}
