import NavtreeCEL
import NavtreeFlow
import NavigationTree

/// The measuring of a session. Each of these functions is called only while it is measured, apart from `unmeasured`.
extension Transaction {
  @inline(never)
  func measured(guard condition: CompiledExpression) throws(Failure) -> Bool {
    do {
      let holds = try holds(condition)
      listeners.coverage?.count(.condition(ObjectIdentifier(condition), holds ? .yes : .no))
      return holds
    } catch {
      listeners.coverage?.count(.condition(ObjectIdentifier(condition), .error))
      throw error
    }
  }

  /// Reads the session, or runs a change that is undone, without measuring it.
  func unmeasured<Result, Problem: Error>(_ body: () throws(Problem) -> Result) throws(Problem) -> Result {
    guard let coverage = listeners.coverage else { return try body() }
    listeners.coverage = nil
    defer { listeners.coverage = coverage }
    return try body()
  }

  @inline(never)
  func count(_ action: ActionDefinition) {
    listeners.coverage?.count(.action(ObjectIdentifier(action)))
  }

  /// Notes a rule that is about to run on a screen.
  ///
  /// A rule that rejects is counted at once, because its change never stands.
  @inline(never)
  func count(_ rule: Rule, _ trigger: Trigger, on screen: ScreenID, of type: Int) {
    guard let coverage = listeners.coverage, !rule.isOwn else { return }
    let isRejecting = rule.rejects != nil
    var events = [CoverageEvent.rule(ObjectIdentifier(rule))]
    if case .lifecycle(let event) = trigger.name { events.append(.lifecycle(type: type, event)) }
    coverage.note(CoverageRecorder.Run(rule: rule, screen: screen, trigger: trigger.text(in: flow)))
    for event in events {
      if isRejecting { coverage.count(event) } else { coverage.note(event) }
    }
  }

  @inline(never)
  func countScreen(ofType type: Int) { listeners.coverage?.note(.screen(type)) }

  /// Notes a tree that fills a slot of a screen type.
  @inline(never)
  func count(_ tree: NavigationState, in slot: Int, of type: Int) {
    listeners.coverage?.note(.slot(type: type, slot: slot))
    listeners.coverage?.note(placed: tree, flow)
  }

  /// Notes a tree that has taken the place of another one.
  ///
  /// - Parameter root: its root.
  @inline(never)
  func count(_ tree: NavigationState, inItsPlace root: ScreenID) {
    if let holder = world.windows.holder(of: root) {
      listeners.coverage?.note(.slot(type: holder.type, slot: holder.slot))
    }
    listeners.coverage?.note(placed: tree, flow)
  }

  /// Notes a tab of a screen type that is selected.
  @inline(never)
  func countTab(_ slot: Int, of type: Int) {
    if flow.screens[type].kind == .tabs { listeners.coverage?.note(.tab(type: type, slot: slot)) }
  }
}

extension ExpressionScope {
  /// Evaluates a named guard.
  @inline(never)
  func measured(guard condition: CompiledExpression, _ budget: inout CELBudget) throws(CELError) -> CELValue {
    let coverage = transaction?.listeners.coverage
    do {
      let value = try condition.program.evaluate(self, budget: &budget)
      if case .bool(let holds) = value {
        coverage?.count(.condition(ObjectIdentifier(condition), holds ? .yes : .no))
      }
      return value
    } catch {
      coverage?.count(.condition(ObjectIdentifier(condition), .error))
      throw error
    }
  }

  @inline(never)
  func count(computed value: CompiledExpression) {
    transaction?.listeners.coverage?.count(.computed(ObjectIdentifier(value)))
  }
}
