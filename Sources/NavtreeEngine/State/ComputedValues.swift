import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The computed values of screens as last reported.
final class ComputedValues {
  private(set) var byScreen: [ScreenID: [JSONValue]] = [:]
  /// The values that another follower is told, which takes the memory of equal ones for both.
  weak var twin: ComputedValues?

  init() {}

  init(copying other: ComputedValues) {
    byScreen = other.byScreen
  }

  /// Computes all values of a screen; one that fails is null.
  func renew(of id: ScreenID, type: Int, in transaction: Transaction, _ view: StateView)
    -> [JSONValue]
  {
    let values = transaction.flow.screens[type].computed.indices.map { number in
      value(number, of: id, in: transaction, view)
    }
    byScreen[id] = values
    return values
  }

  /// Computes one value of a screen.
  /// - Returns: the former value, if known, and the present one.
  func renew(_ number: Int, of id: ScreenID, in transaction: Transaction, _ view: StateView)
    -> (before: JSONValue?, now: JSONValue)
  {
    let now = value(number, of: id, in: transaction, view)
    guard let before = byScreen[id]?[number] else { return (nil, now) }
    byScreen[id]?[number] = now
    return (before, now)
  }

  private func value(
    _ number: Int, of id: ScreenID, in transaction: Transaction, _ view: StateView
  ) -> JSONValue {
    let value = (try? transaction.computedValue(number, of: id, view)) ?? .null
    if let shared = twin?.byScreen[id], shared.indices.contains(number),
      shared[number].isIdentical(to: value)
    {
      return shared[number]
    }
    return value
  }

  /// Forgets the values of removed screens.
  func forget(where isGone: (ScreenID) -> Bool) {
    byScreen = byScreen.filter { !isGone($0.key) }
  }
}
