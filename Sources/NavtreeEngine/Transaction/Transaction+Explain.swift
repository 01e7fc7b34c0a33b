import NavtreeFlow
import NavtreeText
package import NavigationTree
package import NavtreeYAML

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

extension Transaction {
  /// Records that a screen declares the request's action and didn't take it.
  func trace(decliner id: ScreenID) {
    let decliner = Decliner(at: address(of: id), id: id, reason: .noRuleHolds)
    if !isRehearsing { listeners.watch?.note(decliner) }
    guard change.isTraced, change.trace.decliners.count < Trace.longest else { return }
    change.trace.decliners.append(decliner)
  }

  private var isRehearsing: Bool { change.isTraced && change.trace.isRehearsal }

  /// Records a rule that is examined by a rehearsal or in a watched session, with the value of each part of its guard.
  func trace(_ rule: Rule, of definition: ActionDefinition, _ action: Int, _ id: ScreenID) {
    let watch = isRehearsing ? nil : listeners.watch
    guard isRehearsing ? change.trace.rules.count < Trace.longest : watch?.takesRules == true else { return }
    let trace = RuleTrace(
      at: address(of: id), id: id, action: flow.actionNames[action],
      index: definition.rules.firstIndex { $0 === rule } ?? 0, location: rule.location,
      condition: rule.when.map { GuardTrace($0, scope, costLimit: traits.costLimit, watch?.programs) })
    if let watch { watch.note(trace) } else { change.trace.rules.append(trace) }
  }
}
