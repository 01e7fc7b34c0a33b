import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The computed values of screens as they were last told.
final class ComputedValues {
  private(set) var byScreen: [ScreenID: [JSONValue]] = [:]

  init() {}

  init(copying other: ComputedValues) {
    byScreen = other.byScreen
  }

  /// Computes all of a screen's; one that can't be had is null.
  func renew(of id: ScreenID, type: Int, in session: Session, window: Int, _ view: StateView) -> [JSONValue] {
    let values = session.flow.screens[type].computed.indices.map { number in
      (try? session.computedValue(number, of: id, in: window, view)) ?? .null
    }
    byScreen[id] = values
    return values
  }

  /// Computes one of a screen's.
  /// - Returns: what it was, where that is known, and what it is.
  func renew(_ number: Int, of id: ScreenID, in session: Session, window: Int, _ view: StateView)
    -> (before: JSONValue?, now: JSONValue)
  {
    let now = (try? session.computedValue(number, of: id, in: window, view)) ?? .null
    guard let before = byScreen[id]?[number] else { return (nil, now) }
    byScreen[id]?[number] = now
    return (before, now)
  }

  /// Forgets those of screens that are gone.
  func forget(where isGone: (ScreenID) -> Bool) {
    byScreen = byScreen.filter { !isGone($0.key) }
  }
}
