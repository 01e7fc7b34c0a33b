import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Session {
  /// Notes that the focus of a window declares the action of the request and doesn't take it.
  func noteDeclined(in window: Int) {
    guard change.trace.declined.count < Trace.longest else { return }
    let id = world.windows[window].focus.id
    change.trace.declined.append(
      .object([
        "at": .string(address(of: id, in: window)), "id": .integer(id.number),
        "reason": .string(Reason.noRuleHolds.rawValue),
      ]))
  }

  /// Notes a rule that a rehearsal looks at, and what each part of its guard gives.
  func explain(_ rule: Rule, of definition: ActionDefinition, _ action: Int, in window: Int) {
    guard change.trace.isRehearsal, change.trace.rules.count < Trace.longest else { return }
    let id = world.windows[window].focus.id
    var entry: JSONObject = [
      "at": .string(address(of: id, in: window)), "id": .integer(id.number),
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
