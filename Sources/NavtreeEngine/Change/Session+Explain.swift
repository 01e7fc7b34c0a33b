import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

extension Session {
  /// Records that a screen declares the request's action and didn't take it.
  func noteDeclined(_ id: ScreenID, in window: Int) {
    guard change.trace.declined.count < Trace.longest else { return }
    change.trace.declined.append(
      .object([
        "at": .string(world.windows[window].address(of: id)), "id": .integer(id.number),
        "reason": .string(Reason.noRuleHolds.rawValue),
      ]))
  }

  /// Records a rule that a rehearsal examines, with the value of each part of its guard.
  func explain(_ rule: Rule, of definition: ActionDefinition, _ action: Int, _ id: ScreenID, in window: Int) {
    guard change.trace.isRehearsal, change.trace.rules.count < Trace.longest else { return }
    var entry: JSONObject = [
      "at": .string(world.windows[window].address(of: id)), "id": .integer(id.number),
      "action": .string(flow.actionNames[action]),
      "rule": .integer(definition.rules.firstIndex { $0 === rule } ?? 0),
      "line": .integer(rule.location.line), "column": .integer(rule.location.column),
    ]
    if let when = rule.when {
      let guardTrace = GuardTrace(when, scope, costLimit: traits.costLimit)
      entry["when"] = .string(when.program.source)
      entry["holds"] = .boolean(guardTrace.holds)
      entry["parts"] = .array(guardTrace.parts)
    } else {
      entry["holds"] = true
    }
    change.trace.rules.append(.object(entry))
  }
}
