import NavigationTree
import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// An estimate of the moves from a state to the target of a plan, as if nothing that holds were ever lost again.
///
/// A rule needs its screen and what the comparisons with literals of its guard need, and gives the screens, the values
/// and the actions of its steps. A fact costs as much as the cheapest rule that gives it, and a rule one move and all
/// that it needs: the additive heuristic of planning (Bonet and Geffner, 2001).
final class PlanGuide {
  private enum Fact: Hashable {
    /// A screen of a type is there.
    case screen(Int)
    /// An action comes that navtree sends.
    case sent(Int)
    /// The value of a field compares so with a literal.
    case meets(Place, CELUses.Comparison, JSONValue)
  }

  /// A declared field.
  private struct Place: Hashable {
    enum Owner: Hashable {
      case shared
      case state(Int), params(Int)
    }

    let owner: Owner
    let field: Int
  }

  private struct Operator {
    var needs: [Int]
    var gives: [Int] = []
    let cost: Int
  }

  private let flow: FlowDefinition
  private var facts: [Fact] = []
  private var numbers: [Fact: Int] = [:]
  private var comparisons: [Place: [Int]] = [:]
  private var operators: [Operator] = []
  /// By fact, the operators that need it.
  private var users: [[Int]] = []
  private var goal: [Int] = []

  /// A cost that no plan has.
  private static let unknown = 1 << 20
  /// The most guards that name each other.
  private static let longestChain = 8

  /// Nil for a target of which nothing is known, such as a path.
  init?(_ flow: FlowDefinition, to target: PlanTarget) {
    self.flow = flow
    goal = needs(of: target)
    if goal.isEmpty { return nil }
    // Comparisons first: a step gives those that its value meets.
    var steps: [(operator: Int, rule: Rule, type: Int?)] = []
    forEachRule { rule, type, needs, cost in
      steps.append((add(needs + self.needs(of: rule.when, on: type), cost), rule, type))
    }
    for link in flow.links.definitions {
      let number = add(needs(of: link.when, on: nil), 1)
      for tree in link.trees { give(tree, number) }
    }
    for (type, screen) in flow.screens.enumerated() {
      let number = add([self.number(of: .screen(type))], 0)
      for initial in screen.slots.compactMap(\.initial) { give(screen: initial.type, number) }
    }
    for step in steps { for parts in step.rule.parts { give(parts, step.type, step.operator) } }
    users = facts.map { _ in [] }
    for (number, entry) in operators.enumerated() { for need in entry.needs { users[need].append(number) } }
  }

  private func forEachRule(_ body: (Rule, Int?, [Int], Int) -> Void) {
    for (type, screen) in flow.screens.enumerated() {
      let own = number(of: .screen(type))
      for element in screen.actions.elements {
        let sent = element.definition.isNavtrees ? [number(of: .sent(element.action))] : []
        for rule in element.definition.rules { body(rule, type, [own] + sent, sent.isEmpty ? 1 : 0) }
      }
      for rules in screen.lifecycle.values { for rule in rules { body(rule, type, [own], 0) } }
    }
    for element in flow.actions.elements {
      let sent = element.definition.isNavtrees ? [number(of: .sent(element.action))] : []
      for rule in element.definition.rules { body(rule, nil, sent, sent.isEmpty ? 1 : 0) }
    }
  }

  // MARK: Facts

  private func number(of fact: Fact) -> Int {
    if let known = numbers[fact] { return known }
    numbers[fact] = facts.count
    facts.append(fact)
    if case .meets(let place, _, _) = fact { comparisons[place, default: []].append(facts.count - 1) }
    return facts.count - 1
  }

  private func needs(of target: PlanTarget) -> [Int] {
    switch target {
    case .screen(let type): return [number(of: .screen(type))]
    case .at: return []
    case .link(_, let match):
      return needs(of: flow.links.definitions[match.route].when, on: nil)
    case .covered(let goal):
      var found: [Int] = []
      forEachRule { rule, type, needs, _ in
        guard rule.location == goal.location || rule.when?.location == goal.location else { return }
        found = needs + (goal.name.hasSuffix(":false") ? [] : self.needs(of: rule.when, on: type))
      }
      return found
    case .when(let program):
      let uses = CELUses(of: program.source)
      let types = uses.literals.compactMap { literal in
        if case .string(let name) = literal { flow.screenNames.index(of: name) } else { nil }
      }
      let states = uses.compared.filter { $0.path.count == 3 && $0.path[1] == "state" }
      return needs(of: uses.required, on: nil, 0) + types.map { number(of: .screen($0)) }
        + types.flatMap { type in
          states.compactMap { fact($0.path[2], .state(type), flow.screens[type].state, $0) }
        }
    }
  }

  private func needs(of condition: CompiledExpression?, on type: Int?) -> [Int] {
    condition.map { needs(of: CELUses(of: $0.program.source).required, on: type, 0) } ?? []
  }

  private func needs(of terms: [CELUses.Compared], on type: Int?, _ depth: Int) -> [Int] {
    terms.flatMap { term -> [Int] in
      guard term.path.count == 2, depth < Self.longestChain else { return [] }
      let name = term.path[1]
      let screen = type.map { flow.screens[$0] }
      switch term.path[0] {
      case "shared":
        if let fact = fact(name, .shared, flow.shared, term) { return [fact] }
        return needs(of: name, in: flow.computed, term, on: type, depth)
      case "state":
        return type.flatMap { fact(name, .state($0), flow.screens[$0].state, term) }.map { [$0] } ?? []
      case "params":
        return type.flatMap { fact(name, .params($0), flow.screens[$0].params, term) }.map { [$0] } ?? []
      case "guards": return needs(of: name, in: (screen?.guards ?? []) + flow.guards, term, on: type, depth)
      case "computed": return needs(of: name, in: screen?.computed ?? [], term, on: type, depth)
      default: return []
      }
    }
  }

  /// The needs of a value that is computed, where it has to be true.
  private func needs(
    of name: String, in values: [DerivedDefinition], _ term: CELUses.Compared, on type: Int?, _ depth: Int
  ) -> [Int] {
    guard term.comparison == .equal, case .bool(true) = term.literal,
      let value = values.first(where: { $0.name == name })
    else { return [] }
    return needs(of: CELUses(of: value.value.program.source).required, on: type, depth + 1)
  }

  private func fact(
    _ name: String, _ owner: Place.Owner, _ record: RecordDefinition, _ term: CELUses.Compared
  )
    -> Int?
  {
    guard let field = record.names.index(of: name), let literal = try? term.literal.json() else { return nil }
    return number(of: .meets(Place(owner: owner, field: field), term.comparison, literal))
  }

  // MARK: Operators

  private func add(_ needs: [Int], _ cost: Int) -> Int {
    operators.append(Operator(needs: Array(Set(needs)).sorted(), cost: cost))
    return operators.count - 1
  }

  private func give(_ parts: StepParts, _ type: Int?, _ number: Int) {
    if let write = parts.sharedWrite { give(write, .shared, number) }
    if let write = parts.write, let type { give(write, .state(type), number) }
    if let removal = parts.removal {
      for owner in [.shared] + (type.map { [Place.Owner.state($0)] } ?? []) {
        give(Place(owner: owner, field: removal.field), nil, number)
      }
    }
    if let effect = parts.effect, case .actions(let done, let failed, let next) = effect.taker {
      for action in [done, failed, next].compactMap(\.self) { send(action, after: number, cost: 1) }
    }
    if let send = parts.sent, case .declared(let action, _) = send.action {
      self.send(action, after: number, cost: parts.after == nil ? 0 : 1)
    }
    if let step = parts.anyNavigation { give(step.navigation, number) }
  }

  private func send(_ action: Int, after number: Int, cost: Int) {
    // What the rule needs is needed for what it sends, too.
    let sending = add(operators[number].needs, operators[number].cost + cost)
    operators[sending].gives.append(self.number(of: .sent(action)))
  }

  private func give(_ navigation: NavigationTemplate, _ number: Int) {
    switch navigation.verb.destination {
    case .screen(let screen, let placement):
      if case .none = placement { return }
      give(screen: screen.type, number)
      for action in [screen.awaiting?.then, screen.awaiting?.otherwise].compactMap(\.self) {
        send(action, after: number, cost: 1)
      }
    case .tree(let tree): give(tree, number)
    case .part, .url, .back, .here: break
    }
  }

  private func give(_ tree: TreeTemplate, _ number: Int) {
    for type in tree.types { give(screen: type, number) }
  }

  /// A screen comes with its params, which may be any, and with the first values of its state.
  private func give(screen type: Int, _ number: Int) {
    operators[number].gives.append(self.number(of: .screen(type)))
    let screen = flow.screens[type]
    for field in screen.params.fields.indices { give(Place(owner: .params(type), field: field), nil, number) }
    for (index, field) in screen.state.fields.enumerated() {
      let value = field.initial == nil ? field.schema.zero : field.initial?.constant
      give(Place(owner: .state(type), field: index), value, number)
    }
  }

  private func give(_ write: Assignment, _ owner: Place.Owner, _ number: Int) {
    let place = Place(owner: owner, field: write.target.field)
    give(place, write.target.tail.isEmpty ? write.value.constant : nil, number)
  }

  /// - Parameter value: nil for one that isn't known, which may be any.
  private func give(_ place: Place, _ value: JSONValue?, _ number: Int) {
    operators[number].gives += (comparisons[place] ?? []).filter { fact in
      value.map { Self.meets(facts[fact], $0) } ?? true
    }
  }

  private static func meets(_ fact: Fact, _ value: JSONValue) -> Bool {
    guard case .meets(_, let comparison, let literal) = fact else { return false }
    return !GuardLimits.isFalse(value, comparison, literal)
  }

  // MARK: Estimating

  /// The estimated number of moves to the target.
  ///
  /// - Complexity: O(*n* log *n*) in the size of the flow's rules.
  func estimate(_ session: Session) -> Int {
    var costs = Array(repeating: Self.unknown, count: facts.count)
    var level: [Int] = []
    for (fact, holds) in holding(in: session) where holds {
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
    return goal.reduce(0) { $0 + min(costs[$1], Self.mostCost) }
  }

  private static let mostCost = 1_000

  private func holding(in session: Session) -> [(fact: Int, holds: Bool)] {
    var types: [Int: [Screen]] = [:]
    for window in session.windows {
      for (screen, _) in window.subtree() { types[screen.type, default: []].append(screen) }
    }
    let shared = session.shared
    return facts.enumerated().map { number, fact in
      switch fact {
      case .screen(let type): return (number, types[type] != nil)
      case .sent(let action): return (number, isOnItsWay(action, in: session))
      case .meets(let place, _, _):
        switch place.owner {
        case .shared: return (number, Self.meets(fact, shared[place.field]))
        case .state(let type):
          return (number, types[type]?.contains { Self.meets(fact, $0.state[place.field]) } ?? false)
        case .params(let type):
          return (number, types[type]?.contains { Self.meets(fact, $0.params[place.field]) } ?? false)
        }
      }
    }
  }

  /// Whether a timer or an effect in flight will send an action.
  private func isOnItsWay(_ action: Int, in session: Session) -> Bool {
    session.timers.contains { timer in
      if case .action(let name) = timer.work { name == flow.actionNames[action] } else { false }
    }
      || session.owed.contains { $0.isTaken(by: action) }
  }
}
