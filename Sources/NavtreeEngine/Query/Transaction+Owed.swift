import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

/// The values of `owed`: effects in flight, timers, waiting links and awaited results, in the order in which they began.
extension Transaction {
  /// All lists of `owed`, as a map.
  func owed(sensitive: Bool, _ budget: inout CELBudget) throws(CELError) -> CELValue {
    var lists: [CELValue] = []
    for part in OwedPart.allCases { lists.append(try owed(part, sensitive: sensitive, &budget)) }
    return .map(CELMap(OwedEntry(OwedPart.allCases.map(\.rawValue), lists)))
  }

  /// A list of `owed`.
  ///
  /// - Parameter sensitive: Whether the values of sensitive input fields are shown.
  /// - Complexity: O(*n* log *n*) in the number of its entries.
  func owed(_ part: OwedPart, sensitive: Bool, _ budget: inout CELBudget) throws(CELError) -> CELValue {
    let names = part.fields.map(\.name)
    let entries = values(of: part, sensitive: sensitive).map { CELValue.map(CELMap(OwedEntry(names, $0))) }
    try budget.spend(entries.count)
    return .list(try CELList(entries))
  }

  /// The members of each entry of a list, in the order of its fields.
  private func values(of part: OwedPart, sensitive: Bool) -> [[CELValue]] {
    let ledgers = world.ledgers
    switch part {
    case .effects:
      return ledgers.effects.all.map { effect in
        [
          .string(effect.definition.name), .string(effect.key?.text ?? ""), type(of: effect.screen),
          id(effect.screen),
          .map(CELMap(RecordView(effect.definition.input, effect.input, sensitive: sensitive))),
          instant(effect.since),
        ]
      }
    case .timers:
      return ledgers.timers.inOrder.compactMap { timer in
        guard case .send(let action) = timer.purpose else { return nil }
        return [
          .string(name(of: action.content)), .string(timer.key?.text ?? ""), type(of: timer.owner.screen),
          id(timer.owner.screen), instant(timer.due),
        ]
      }
    case .links:
      return ledgers.links.all.map { link in
        [.string(shown(link)), .string(pattern(of: link.match.route)), .string(link.window)]
      }
    case .results:
      return ledgers.results.numbers.compactMap { number in
        // One whose presenter is gone is awaited no more.
        guard let waiting = ledgers.results[ScreenID(number)], world.windows.contains(waiting.presenter)
        else {
          return nil
        }
        return [
          type(of: ScreenID(number)), .int(number), type(of: waiting.presenter), id(waiting.presenter),
          .string(waiting.awaiting.then.map { flow.actionNames[$0] } ?? ""),
        ]
      }
    }
  }

  private func id(_ screen: ScreenID?) -> CELValue { .int(screen?.number ?? 0) }

  private func type(of screen: ScreenID?) -> CELValue { .string(screen.map(typeName) ?? "") }

  private func instant(_ milliseconds: Int) -> CELValue {
    CELTimestamp(milliseconds: milliseconds).map { .timestamp($0) } ?? .null
  }
}

/// An entry of a list in `owed`.
private final class OwedEntry: CELMapView, @unchecked Sendable {
  private let names: [String]
  private let values: [CELValue]

  init(_ names: [String], _ values: [CELValue]) {
    self.names = names
    self.values = values
  }

  override var count: Int { names.count }
  override func key(at index: Int) -> String { names[index] }
  override func index(of key: String) -> Int? { names.firstIndex { $0.hasSameBytes(as: key) } }
  override func value(at index: Int) -> CELValue { values[index] }
}
