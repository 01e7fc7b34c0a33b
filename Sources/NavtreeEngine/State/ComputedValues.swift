import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The computed values of screens as last reported.
final class ComputedValues {
  private(set) var byScreen: [ScreenID: [JSONValue]] = [:]

  init() {}

  init(copying other: ComputedValues) {
    byScreen = other.byScreen
  }

  /// Computes all values of a screen; one that fails is null.
  func renew(of id: ScreenID, type: Int, in session: Session, window: Int, _ view: StateView) -> [JSONValue] {
    let values = session.flow.screens[type].computed.indices.map { number in
      (try? session.computedValue(number, of: id, in: window, view)) ?? .null
    }
    byScreen[id] = values
    return values
  }

  /// Computes one value of a screen.
  /// - Returns: the former value, if known, and the present one.
  func renew(_ number: Int, of id: ScreenID, in session: Session, window: Int, _ view: StateView)
    -> (before: JSONValue?, now: JSONValue)
  {
    let now = (try? session.computedValue(number, of: id, in: window, view)) ?? .null
    guard let before = byScreen[id]?[number] else { return (nil, now) }
    byScreen[id]?[number] = now
    return (before, now)
  }

  /// Forgets the values of removed screens.
  func forget(where isGone: (ScreenID) -> Bool) {
    byScreen = byScreen.filter { !isGone($0.key) }
  }
}
