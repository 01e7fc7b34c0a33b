import NavtreeCEL
import NavtreeFlow
package import NavigationTree
import NavtreeText

/// The reader of the actions that can be taken in a session: it evaluates guards without a payload, and changes nothing.
///
/// It remembers the outcomes at each screen, so that the screens below one evaluate its guards once.
package final class ActionReader {
  let transaction: Transaction
  private var outcomes: [Receiver: ActionOutcomes] = [:]
  private let programs = ObservedPrograms()

  private struct Receiver: Hashable {
    let screen: ScreenID
    let action: Int
    /// Whether the flow's own rules are meant, which run on a root.
    let isFlow: Bool
  }

  /// A screen on an action's way up.
  struct Stop {
    let id: ScreenID
    let type: Int
    let depth: Int
  }

  /// A declaration on an action's way, and the screen that would run it.
  private struct Declarer {
    let definition: ActionDefinition
    let screen: ScreenID
    let isFlow: Bool
  }

  package convenience init(_ session: Session) { self.init(session.transaction) }

  init(_ transaction: Transaction) {
    self.transaction = transaction
  }

  /// The actions of a screen: its own first, then those of the screens above, then the flow's.
  ///
  /// - Complexity: O(depth), plus the cost of the guards on the way.
  package func actions(of screen: ScreenID) -> [PossibleAction] {
    var way: [Stop] = []
    var isKnown = Array(repeating: false, count: transaction.flow.screens.count)
    var above: ScreenID? = screen
    while let id = above, let place = transaction.world.windows.place(of: id) {
      if !isKnown[place.type] { way.append(Stop(id: id, type: place.type, depth: place.depth)) }
      isKnown[place.type] = true
      above = place.parent
    }
    return actions(on: way)
  }

  /// The actions on a way up, which has the nearest screen of each type: no other of its type is asked.
  func actions(on way: [Stop]) -> [PossibleAction] {
    transaction.unmeasured { actionsUnmeasured(on: way) }
  }

  private func actionsUnmeasured(on way: [Stop]) -> [PossibleAction] {
    var found: [PossibleAction] = []
    var known: Set<Int> = []
    for table in way.map({ transaction.flow.screens[$0.type].actions }) + [transaction.flow.actions] {
      for element in table.elements where known.insert(element.action).inserted {
        if let action = action(element.action, on: way) { found.append(action) }
      }
    }
    return found
  }

  /// An action on a way up; nil if it is private.
  private func action(_ action: Int, on way: [Stop]) -> PossibleAction? {
    var passed: [Declarer] = []
    var taker: ScreenID?
    var all: ActionOutcomes = .declined
    for declarer in declarers(of: action, on: way) {
      if declarer.definition.isPrivate {
        if all == .declined { return nil }
        all.insert(.refused)
        all.remove(.declined)
        break
      }
      passed.append(declarer)
      let outcomes = outcomes(of: declarer, action)
      if outcomes.contains(.runs), taker == nil { taker = declarer.screen }
      all.formUnion(outcomes)
      if !outcomes.contains(.declined) {
        all.remove(.declined)
        break
      }
    }
    guard let first = passed.first else { return nil }
    let possibility: Possibility = all == .runs ? .yes : all.contains(.runs) ? .depends : .no
    return PossibleAction(
      action: action, taker: taker ?? first.screen, declarers: passed.map(\.definition),
      possibility: possibility, why: possibility == .no ? refusals(of: action, passed) : [])
  }

  private func declarers(of action: Int, on way: [Stop]) -> [Declarer] {
    var declarers = way.compactMap { stop in
      transaction.flow.definition(of: action, on: stop.type).map {
        Declarer(definition: $0, screen: stop.id, isFlow: false)
      }
    }
    if let definition = transaction.flow.actions[action], let root = way.first.flatMap({ root(of: $0.id) }) {
      declarers.append(
        Declarer(definition: definition, screen: root, isFlow: true))
    }
    return declarers
  }

  private func root(of screen: ScreenID) -> ScreenID? {
    transaction.world.windows.index(holding: screen).map { transaction.world.windows[$0].rootID }
  }

  // MARK: Outcomes

  private func outcomes(of declarer: Declarer, _ action: Int) -> ActionOutcomes {
    let receiver = Receiver(screen: declarer.screen, action: action, isFlow: declarer.isFlow)
    if let known = outcomes[receiver] { return known }
    let found = computedOutcomes(of: declarer)
    outcomes[receiver] = found
    return found
  }

  private func computedOutcomes(of declarer: Declarer) -> ActionOutcomes {
    transaction.scope.look(at: declarer.screen)
    transaction.scope.begin(declarer.definition.names)
    var all: ActionOutcomes = []
    for rule in declarer.definition.rules {
      let condition = condition(of: rule, declarer.definition)
      switch condition {
      case .fails: continue
      case .errs: return all.union(.refused)
      case .holds, .depends:
        all.formUnion(ending(of: rule, on: declarer.screen))
        if condition == .holds { return all }
      }
    }
    return all.union(.declined)
  }

  private enum Condition {
    case holds, fails, errs, depends
  }

  /// The state of a rule's guard, for all payloads.
  private func condition(of rule: Rule, _ definition: ActionDefinition) -> Condition {
    guard let when = rule.when else { return .holds }
    guard when.readsPayload else {
      do { return try transaction.holds(when) ? .holds : .fails } catch { return .errs }
    }
    let payload = UnknownPayload(definition.payload, transaction.scope)
    var budget = CELBudget(limit: transaction.traits.costLimit)
    do {
      let holds = try when.program.evaluateBool(payload, budget: &budget)
      // With a payload it costs more, and may cost too much.
      let costs = when.program.estimatedCost.maximum ?? .max
      if payload.isRead, when.program.readsNames || costs > transaction.traits.costLimit { return .depends }
      return holds ? .holds : .fails
    } catch {
      return payload.isRead ? .depends : .errs
    }
  }

  /// The outcomes of a rule whose guard holds.
  private func ending(of rule: Rule, on screen: ScreenID) -> ActionOutcomes {
    if rule.rejects != nil { return .refused }
    guard case .load(let action)? = rule.steps.first else { return .runs }
    switch action {
    case .listLoad, .listMore, .listRefresh, .listRetry, .detailLoad, .detailRetry: return .runs
    case .listInsert, .listUpdate, .listRemove, .listMove:
      return transaction.rejection(of: action, on: screen) == nil ? [.runs, .refused] : .refused
    }
  }

  // MARK: Refusals

  /// The rules that refuse an action, or whose guards fail, as `explain` lists them.
  private func refusals(of action: Int, _ declarers: [Declarer]) -> [RefusingRule] {
    var refusals: [RefusingRule] = []
    for declarer in declarers {
      transaction.scope.look(at: declarer.screen)
      transaction.scope.begin(declarer.definition.names)
      for (index, rule) in declarer.definition.rules.enumerated() where refusals.count < Trace.longest {
        let payload = UnknownPayload(declarer.definition.payload, transaction.scope)
        let trace = RuleTrace(
          at: transaction.address(of: declarer.screen), id: declarer.screen,
          action: transaction.flow.actionNames[action], index: index, location: rule.location,
          condition: rule.when.map {
            GuardTrace(
              $0, transaction.scope, costLimit: transaction.traits.costLimit, seeing: payload, programs)
          })
        refusals.append(
          RefusingRule(trace: trace, rejection: rejection(by: rule, on: declarer.screen)))
        let condition = condition(of: rule, declarer.definition)
        if condition == .holds || condition == .errs { break }
      }
    }
    return refusals
  }

  /// The message of a rule that rejects, unless the payload is part of it.
  private func rejection(by rule: Rule, on screen: ScreenID) -> String? {
    if let message = rule.rejects {
      return message.readsPayload ? nil : try? transaction.text(of: message)
    }
    guard case .load(let action)? = rule.steps.first else { return nil }
    return transaction.rejection(of: action, on: screen)
  }
}
