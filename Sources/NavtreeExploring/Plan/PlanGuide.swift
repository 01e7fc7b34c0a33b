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
    /// A rule dismisses a screen of a type with a result.
    case result(Int)
    /// All facts of one of these lists hold.
    case either([[Int]])
    /// The value of a field compares so with a literal.
    case meets(DeclaredField, CELUses.Comparison, JSONValue)
  }

  struct Operator {
    var needs: [Int]
    var gives: [Int] = []
    let cost: Int
  }

  let flow: FlowDefinition
  private(set) var facts: [Fact] = []
  private var numbers: [Fact: Int] = [:]
  private var comparisons: [DeclaredField: [Int]] = [:]
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
  convenience init(_ flow: FlowDefinition, proving condition: CELProgram? = nil) {
    self.init(flow) { guide in
      condition.map { guide.needs(of: CELUses(of: $0.source).required, on: nil, 0) } ?? []
    }
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
    for screen in flow.start.flatMap(\.choices).map(\.screen) { give(screen, add([], 1)) }
    for (type, screen) in flow.screens.enumerated() {
      let number = add([self.number(of: .screen(type))], 0)
      for initial in screen.slots.compactMap(\.initial) { give(initial, number) }
      giveAny(.params(type), number)
      // What is kept comes back, and what loads is written by navtree.
      if screen.keep || screen.loader != nil { giveAny(.state(type), number) }
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
    if case .meets(let field, _, _) = fact { comparisons[field, default: []].append(facts.count - 1) }
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
      let types = uses.texts.compactMap(flow.screenNames.index(of:))
      let states = uses.compared.filter { $0.path.count == 3 && $0.path[1] == "state" }
      return needs(of: uses.required, on: nil, 0) + types.map { number(of: .screen($0)) }
        + types.flatMap { type in
          states.compactMap { fact($0.path[2], .state(type), $0) }
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
        if let fact = fact(name, .shared, term) { return [fact] }
        return needs(of: name, in: flow.computed, term, on: type, depth)
      case "state":
        return type.flatMap { fact(name, .state($0), term) }.map { [$0] } ?? []
      case "params":
        return type.flatMap { fact(name, .params($0), term) }.map { [$0] } ?? []
      case "guards": return needs(of: name, in: (screen?.guards ?? []) + flow.guards, term, on: type, depth)
      case "computed": return needs(of: name, in: screen?.computed ?? [], term, on: type, depth)
      default: return []
      }
    }
  }

  /// The needs of a value that is computed, where it has to be true, or to compare so with a literal.
  private func needs(
    of name: String, in values: [DerivedDefinition], _ term: CELUses.Compared, on type: Int?, _ depth: Int
  ) -> [Int] {
    guard let value = values.first(where: { $0.name == name }) else { return [] }
    let uses = CELUses(of: value.value.program.source)
    if term.comparison == .equal, case .bool(true) = term.literal {
      return needs(of: uses.required, on: type, depth + 1)
    }
    guard uses.choices.count <= Self.longestChain else { return [] }
    let choices = uses.choices.map { needs(of: [term.of($0)], on: type, depth + Self.longestChain / 2) }
    if choices.isEmpty || choices.contains([]) { return [] }
    let fact = number(of: .either(choices))
    for choice in choices { operators[add(choice, 0)].gives.append(fact) }
    return [fact]
  }

  private func fact(_ name: String, _ record: DeclaredField.Record, _ term: CELUses.Compared) -> Int? {
    guard let field = flow[record].names.index(of: name), let literal = try? term.literal.json() else {
      return nil
    }
    return number(of: .meets(DeclaredField(record, field), term.comparison, literal))
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
      for record in [.shared] + (type.map { [DeclaredField.Record.state($0)] } ?? []) {
        give(DeclaredField(record, removal.field), nil, number)
      }
    }
    if let effect = parts.effect, case .actions(let done, let failed, let next) = effect.taker {
      for action in [done, failed, next].compactMap(\.self) { send(action, after: number, cost: 1) }
    }
    if let send = parts.sent, case .declared(let action, _) = send.action {
      self.send(action, after: number, cost: parts.after == nil ? 0 : 1)
    }
    if let step = parts.anyNavigation {
      give(step.navigation, number)
      if case .dismiss(let dismissal) = step.navigation, dismissal.result != nil {
        let own = step.isOwn && parts.navigation != nil && !dismissal.all ? type : nil
        for type in own.map({ [$0] }) ?? Array(flow.screens.indices) {
          operators[number].gives.append(self.number(of: .result(type)))
        }
      }
    }
  }

  /// The screen may be dismissed with a result, or without one.
  private func give(_ screen: ScreenTemplate, _ number: Int) {
    give(screen: screen.type, number)
    if let action = screen.awaiting?.then {
      send(action, after: number, cost: 1, needing: [self.number(of: .result(screen.type))])
    }
    if let action = screen.awaiting?.otherwise { send(action, after: number, cost: 1) }
  }

  private func send(_ action: Int, after number: Int, cost: Int, needing more: [Int] = []) {
    // What the rule needs is needed for what it sends, too.
    let sending = add(operators[number].needs + more, operators[number].cost + cost)
    operators[sending].gives.append(self.number(of: .sent(action)))
  }

  private func give(_ navigation: NavigationTemplate, _ number: Int) {
    switch navigation.verb.destination {
    case .screen(let screen, let placement):
      if case .none = placement { return }
      give(screen, number)
    case .tree(let tree): give(tree, number)
    case .part, .url, .back, .here: break
    }
  }

  private func give(_ tree: TreeTemplate, _ number: Int) {
    for node in tree.nodes {
      give(node.screen, number)
      if node.state != nil { giveAny(.state(node.screen.type), number) }
      for slot in node.slots { give(slot.tree, number) }
    }
  }

  /// Any values of a record.
  private func giveAny(_ record: DeclaredField.Record, _ number: Int) {
    for field in flow[record].fields.indices { give(DeclaredField(record, field), nil, number) }
  }

  /// A screen comes with the first values of its state; its params may be any.
  private func give(screen type: Int, _ number: Int) {
    operators[number].gives.append(self.number(of: .screen(type)))
    for (index, field) in flow.screens[type].state.fields.enumerated() {
      let value = field.initial == nil ? field.schema.zero : field.initial?.constant
      give(DeclaredField(.state(type), index), value, number)
    }
  }

  private func give(_ write: Assignment, _ record: DeclaredField.Record, _ number: Int) {
    let field = DeclaredField(record, write.target.field)
    give(field, write.target.tail.isEmpty ? write.value.constant : nil, number)
  }

  /// - Parameter value: nil for one that isn't known, which may be any.
  private func give(_ field: DeclaredField, _ value: JSONValue?, _ number: Int) {
    operators[number].gives += (comparisons[field] ?? []).filter { fact in
      value.map { Self.meets(facts[fact], $0) } ?? true
    }
  }

  static func meets(_ fact: Fact, _ value: JSONValue) -> Bool {
    guard case .meets(_, let comparison, let literal) = fact else { return false }
    return !GuardLimits.isFalse(value, comparison, literal)
  }
}
