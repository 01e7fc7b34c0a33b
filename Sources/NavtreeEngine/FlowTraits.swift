import NavtreeFlow

/// What a flow and the limits say once for all changes.
struct FlowTraits {
  /// The limit of what one expression may cost.
  let costLimit: Int
  /// Whether any screen may refuse to be dismissed.
  let asksBeforeDismissal: Bool
  /// Whether the state of any screen outlives it.
  let keepsStates: Bool
  /// Whether any screen does something when it comes or goes.
  let hasLifecycle: Bool
  /// Whether any screen loads when it is presented.
  let loadsByItself: Bool

  init(_ flow: FlowDefinition, _ limits: Limits) {
    costLimit = limits[.cost]
    keepsStates = flow.screens.contains { $0.keep }
    asksBeforeDismissal = flow.screens.contains { $0.dismissible != nil }
    loadsByItself = flow.screens.contains { $0.loader?.start == .onPresent }
    hasLifecycle = flow.screens.contains { !$0.lifecycle.isEmpty || $0.loader?.start == .onAppear }
  }
}
