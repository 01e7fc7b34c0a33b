import NavtreeYAML

/// Finds rules that a timer runs and that may fail: there is no request to answer with the failure.
struct TimerLint {
  let compilation: Compilation
  let screens: [ScreenDefinition]
  let flowActions: ActionTable

  /// - Parameter types: At least the screens with timers.
  /// - Complexity: O(number of their rules, and of receivers of each timer).
  func run(_ types: [Int]) {
    var reported: Set<SourceLocation> = []
    for type in types { check(screens[type].rules, of: type, &reported) }
    check(flowActions.rules, of: nil, &reported)
  }

  private func check(_ rules: [Rule], of type: Int?, _ reported: inout Set<SourceLocation>) {
    for rule in rules {
      for after in rule.parts.compactMap(\.after) {
        switch after.send.action {
        case .navigation(let step): check(step, &reported)
        case .declared(let action, _):
          for rule in receivers(of: action, after.send.to, from: type).flatMap(\.rules) {
            for step in rule.parts.compactMap(\.navigation) { check(step, &reported) }
          }
        }
      }
    }
  }

  /// The declarations that may receive an action.
  private func receivers(of action: Int, _ target: SendTemplate.Target, from type: Int?) -> [ActionDefinition]
  {
    let types: [Int]
    switch target {
    case .itself: types = type.map { [$0] } ?? Array(screens.indices)
    case .parent: types = type.map { compilation.slots.holders(of: $0) } ?? Array(screens.indices)
    case .root, .active, .address: types = Array(screens.indices)
    }
    return types.compactMap { screens[$0].actions[action] } + [flowActions[action]].compactMap(\.self)
  }

  private func check(_ step: NavigationStep, _ reported: inout Set<SourceLocation>) {
    guard case .present(let verb) = step.navigation, verb.ifOccupied == .fail,
      reported.insert(step.location).inserted
    else {
      return
    }
    compilation.sink.warning(
      .timerNavigation, "a timer runs this, and its change is lost if the slot is occupied",
      at: step.location,
      hint: "say what happens then: ifOccupied: replace, or ignore")
  }
}
