import NavtreeFlow

/// Facts about a flow and its limits that are the same for all changes.
struct FlowTraits {
  /// The most that one expression may cost.
  let costLimit: Int
  /// The most work of a change, or of several that are counted together.
  let workLimit: Int
  /// Whether any screen may refuse dismissal.
  let asksBeforeDismissal: Bool
  /// Whether the state of any screen outlives it.
  let keepsStates: Bool
  /// Whether any screen has lifecycle rules.
  let hasLifecycle: Bool
  /// Whether any screen loads when it is presented.
  let loadsByItself: Bool

  init(_ flow: FlowDefinition, _ limits: Limits) {
    costLimit = limits[.cost]
    workLimit = limits[.work]
    keepsStates = flow.screens.contains { $0.keep }
    asksBeforeDismissal = flow.screens.contains { $0.expressions.dismissible != nil }
    loadsByItself = flow.screens.contains { $0.loader?.start == .onPresent }
    hasLifecycle = flow.screens.contains { !$0.lifecycle.isEmpty || $0.loader?.start == .onAppear }
  }
}
