import NavigationTree
import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// An estimate of the moves from a state to the target of a plan, as if nothing that holds were ever lost again; and a
/// proof that no way leads to what can't be reached even so.
///
/// A rule needs its screen and what the comparisons with literals of its guard need, and gives the screens, the values
/// and the actions of its steps. A fact costs as much as the cheapest rule that gives it, and a rule one move and all
/// that it needs: the additive heuristic of planning (Bonet and Geffner, 2001).
final class PlanGuide {
  enum Fact: Hashable {
    /// A screen of a type is there.
    case screen(Int)
    /// An action comes that navtree sends.
    case sent(Int)
    /// The value of a field compares so with a literal.
    case meets(Place, CELUses.Comparison, JSONValue)
  }

  /// A declared field.
  struct Place: Hashable {
    enum Owner: Hashable {
      case shared
      case state(Int), params(Int)
    }

    let owner: Owner
    let field: Int
  }

  struct Operator {
    var needs: [Int]
    var gives: [Int] = []
    let cost: Int
  }

  let flow: FlowDefinition
  private(set) var facts: [Fact] = []
  private var numbers: [Fact: Int] = [:]
  private var comparisons: [Place: [Int]] = [:]
  private(set) var operators: [Operator] = []
  /// By fact, the operators that need it.
  private(set) var users: [[Int]] = []
  private(set) var goal: [Int] = []
  /// The operator of each rule.
  private(set) var rules: [(operator: Int, rule: Rule)] = []

  /// A cost that no plan has.
  static let unknown = 1 << 20
  /// The most guards that name each other.
  private static let longestChain = 8

  /// Nil for a target of which nothing is known, such as a path.
  convenience init?(_ flow: FlowDefinition, to target: PlanTarget) {
    self.init(flow) { $0.needs(of: target) }
    if goal.isEmpty { return nil }
  }

  /// For proofs about all rules, or about a condition that a way is to lead to.
  convenience init(_ flow: FlowDefinition, proving condition: CompiledExpression? = nil) {
    self.init(flow) { $0.needs(of: condition, on: nil) }
  }

  private init(_ flow: FlowDefinition, _ goal: (PlanGuide) -> [Int]) {
    self.flow = flow
    self.goal = goal(self)
    // Comparisons first: a step gives those that its value meets.
    var steps: [(operator: Int, rule: Rule, type: Int?)] = []
    forEachRule { rule, type, needs, cost in
      steps.append((add(needs + self.needs(of: rule.when, on: type), cost), rule, type))
    }
    let links = flow.links.definitions.map { ($0, add(needs(of: $0.when, on: nil), 1)) }
    rules = steps.map { ($0.operator, $0.rule) }
    for (link, number) in links {
      give(link.opens, number)
      if case .opens(let tree)? = link.otherwise { give(tree, add([], 1)) }
    }
    for screen in flow.start.flatMap(\.choices).map(\.screen) { give(screen: screen.type, add([], 1)) }
    for (type, screen) in flow.screens.enumerated() {
      let number = add([self.number(of: .screen(type))], 0)
      for initial in screen.slots.compactMap(\.initial) { give(screen: initial.type, number) }
      for field in screen.params.fields.indices {
        give(Place(owner: .params(type), field: field), nil, number)
      }
      // What is kept comes back, and what loads is written by navtree.
      if screen.keep || screen.loader != nil { giveState(of: type, number) }
    }
    for step in steps {
      for parts in step.rule.parts {
        give(parts, step.type, step.operator)
        // A timer may be set already.
        if parts.after != nil, let step = parts.anyNavigation { give(step.navigation, add([], 1)) }
      }
    }
    users = facts.map { _ in [] }
    for (number, entry) in operators.enumerated() { for need in entry.needs { users[need].append(number) } }
  }

  private func forEachRule(_ body: (Rule, Int?, [Int], Int) -> Void) {
    func add(_ element: ActionTable.Element, on type: Int?, _ needs: [Int]) {
      let sent = element.definition.isNavtrees ? [number(of: .sent(element.action))] : []
      // The first rule runs whose guard is true.
      var refuted: [Int] = []
      for rule in element.definition.rules {
        body(rule, type, needs + sent + refuted, sent.isEmpty ? 1 : 0)
        if let when = rule.when {
          refuted += self.needs(of: CELUses(of: when.program.source).refuting, on: type, 0)
        }
      }
    }
    for (type, screen) in flow.screens.enumerated() {
      let own = number(of: .screen(type))
      for element in screen.actions.elements { add(element, on: type, [own]) }
      for rules in screen.lifecycle.values { for rule in rules { body(rule, type, [own], 0) } }
    }
    for element in flow.actions.elements { add(element, on: nil, []) }
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
    for node in tree.nodes {
      give(screen: node.screen.type, number)
      if node.state != nil { giveState(of: node.screen.type, number) }
      for slot in node.slots { give(slot.tree, number) }
    }
  }

  /// Any state of a screen.
  private func giveState(of type: Int, _ number: Int) {
    for field in flow.screens[type].state.fields.indices {
      give(Place(owner: .state(type), field: field), nil, number)
    }
  }

  /// A screen comes with the first values of its state; its params may be any.
  private func give(screen type: Int, _ number: Int) {
    operators[number].gives.append(self.number(of: .screen(type)))
    for (index, field) in flow.screens[type].state.fields.enumerated() {
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

  static func meets(_ fact: Fact, _ value: JSONValue) -> Bool {
    guard case .meets(_, let comparison, let literal) = fact else { return false }
    return !GuardLimits.isFalse(value, comparison, literal)
  }
}
