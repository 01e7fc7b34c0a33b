package import NavtreeFlow
import NavtreeText
package import NavigationTree

/// A rule that a rehearsal has looked at.
package struct RuleTrace {
  package let at: String
  package let id: ScreenID
  package let action: String
  /// Its place in the action.
  package let index: Int
  package let location: SourceLocation
  /// Nil: it has no guard.
  package let condition: GuardTrace?
}

extension Session {
  /// Records that a screen declares the request's action and didn't take it.
  func trace(decliner id: ScreenID, in window: Int) {
    guard change.trace.decliners.count < Trace.longest else { return }
    change.trace.decliners.append(
      Decliner(at: world.windows[window].address(of: id), id: id, reason: .noRuleHolds))
  }

  /// Records a rule that a rehearsal examines, with the value of each part of its guard.
  func trace(_ rule: Rule, of definition: ActionDefinition, _ action: Int, _ id: ScreenID, in window: Int) {
    guard change.trace.isRehearsal, change.trace.rules.count < Trace.longest else { return }
    change.trace.rules.append(
      RuleTrace(
        at: world.windows[window].address(of: id), id: id, action: flow.actionNames[action],
        index: definition.rules.firstIndex { $0 === rule } ?? 0, location: rule.location,
        condition: rule.when.map { GuardTrace($0, scope, costLimit: traits.costLimit) }))
  }
}
