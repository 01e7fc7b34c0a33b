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
  /// Whether the screens in sight matter to the flow itself: any has lifecycle rules, or collapses.
  let hasLifecycle: Bool
  /// The types of the splits that collapse.
  let splits: [Int]
  /// Whether there are such splits.
  var collapses: Bool { !splits.isEmpty }
  /// Whether any screen loads when it is presented.
  let loadsByItself: Bool

  init(_ flow: FlowDefinition, _ limits: Limits) {
    costLimit = limits[.cost]
    workLimit = limits[.work]
    keepsStates = flow.screens.contains { $0.keep }
    asksBeforeDismissal = flow.screens.contains { $0.expressions.dismissible != nil }
    splits = flow.screens.indices.filter { flow.screens[$0].collapsed != nil }
    loadsByItself = flow.screens.contains { $0.loader?.start == .onPresent }
    hasLifecycle = flow.screens.contains {
      !$0.lifecycle.isEmpty || $0.loader?.start == .onAppear || $0.collapsed != nil
    }
  }
}
