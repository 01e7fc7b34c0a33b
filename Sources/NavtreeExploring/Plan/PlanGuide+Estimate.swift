import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText
import NavtreeYAML

extension PlanGuide {
  /// The estimated number of moves to the target.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the flow's rules.
  func estimate(_ session: Session) -> Int {
    let costs = costs(from: holding(in: session)).facts
    return goal.reduce(0) { $0 + min(costs[$1], Self.mostCost) }
  }

  /// By fact what it costs, and by operator the number of facts that it lacks for ever.
  private func costs(from holding: [Bool]) -> (facts: [Int], missing: [Int]) {
    var costs = Array(repeating: Self.unknown, count: facts.count)
    var level: [Int] = []
    for (fact, holds) in holding.enumerated() where holds {
      costs[fact] = 0
      level.append(fact)
    }
    var missing = operators.map(\.needs.count)
    var sums = operators.map(\.cost)
    // By cost, the facts that are given at it.
    var buckets: [[Int]] = [level]
    func apply(_ number: Int) {
      let cost = min(sums[number], Self.mostCost)
      for fact in operators[number].gives where cost < costs[fact] {
        costs[fact] = cost
        while buckets.count <= cost { buckets.append([]) }
        buckets[cost].append(fact)
      }
    }
    for number in operators.indices where missing[number] == 0 { apply(number) }
    var isDone = Array(repeating: false, count: facts.count)
    var cost = 0
    while cost < buckets.count {
      var index = 0
      while index < buckets[cost].count {
        let fact = buckets[cost][index]
        index += 1
        if isDone[fact] || costs[fact] != cost { continue }
        isDone[fact] = true
        for user in users[fact] {
          missing[user] -= 1
          sums[user] += cost
          if missing[user] == 0 { apply(user) }
        }
      }
      cost += 1
    }
    return (costs, missing)
  }

  private static let mostCost = 1_000

  /// By fact, whether it holds.
  private func holding(in session: Session) -> [Bool] {
    var types: [Int: [Screen]] = [:]
    for window in session.windows {
      for (screen, _) in window.subtree() { types[screen.type, default: []].append(screen) }
    }
    let shared = session.shared
    let timers = Set(session.timers.compactMap { if case .action(let name) = $0.work { name } else { nil } })
    return facts.map { fact in
      switch fact {
      case .screen(let type): return types[type] != nil
      case .result, .either: return false
      case .sent(let action):
        return timers.contains(flow.actionNames[action]) || session.owed.contains { $0.isTaken(by: action) }
      case .meets(let field, _, _):
        switch field.record {
        case .shared: return Self.meets(fact, shared[field.number])
        case .state(let type):
          return types[type]?.contains { Self.meets(fact, $0.state[field.number]) } ?? false
        case .params(let type):
          return types[type]?.contains { Self.meets(fact, $0.params[field.number]) } ?? false
        }
      }
    }
  }

  // MARK: Proofs

  /// The facts that may hold in a session, among them the actions that navtree may send for reasons which aren't looked
  /// at: results that are awaited, and refusals to be dismissed.
  func possible(in session: Session) -> [Bool] {
    zip(facts, holding(in: session)).map { fact, holds in
      guard case .sent(let action) = fact else { return holds }
      return holds || flow.actionNames[action] == ActionDefinition.dismissRequested
        || SearchAccess(session).awaitsResults
          && (flow.screens.map(\.actions) + [flow.actions]).contains {
            $0[action]?.senders.contains(.screen) == true
          }
    }
  }

  /// Whether some way may lead to the goal; if not, none does, whatever a user and the effects do.
  func mayReachGoal(from possible: [Bool]) -> Bool {
    let costs = costs(from: possible).facts
    return goal.allSatisfy { costs[$0] < Self.unknown }
  }

  /// The places of rules that never run, and the types of screens that are never there, whatever happens.
  func unreachable(from session: Session) -> (rules: Set<SourceLocation>, screens: Set<Int>) {
    let (costs, missing) = costs(from: possible(in: session))
    let screens = facts.enumerated().compactMap { number, fact -> Int? in
      if case .screen(let type) = fact, costs[number] == Self.unknown { type } else { nil }
    }
    return (Set(rules.filter { missing[$0.operator] > 0 }.map(\.rule.location)), Set(screens))
  }
}
