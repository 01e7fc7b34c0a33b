import NavigationTree

/// The effects that are in flight in a session, by their ids and by the screens that wait for them.
struct EffectsInFlight {
  private var byID: [Int: EffectInFlight] = [:]
  /// The ids of a screen's effects, ascending.
  private var byScreen: [ScreenID: [Int]] = [:]
  /// The id of the next one.
  var nextID = 1

  var isEmpty: Bool { byID.isEmpty }
  var count: Int { byID.count }

  subscript(id: Int) -> EffectInFlight? { byID[id] }

  /// A screen's effects, in the order in which they were asked for.
  func of(_ screen: ScreenID) -> [EffectInFlight] {
    guard let ids = byScreen[screen] else { return [] }
    return ids.compactMap { byID[$0] }
  }

  /// All of them, in the order in which they were asked for.
  ///
  /// - Complexity: O(*n* log *n*)
  var all: [EffectInFlight] { byID.values.sorted { $0.id < $1.id } }

  /// Puts an effect in place of the one of its id, or takes it out; gives what was there.
  ///
  /// - Complexity: O(number of the screen's effects).
  @discardableResult
  mutating func put(_ effect: EffectInFlight?, for id: Int) -> EffectInFlight? {
    guard let effect else {
      guard let before = byID.removeValue(forKey: id), let screen = byScreen.index(forKey: before.screen)
      else { return nil }
      if byScreen.values[screen].count == 1 {
        byScreen.remove(at: screen)
      } else {
        byScreen.values[screen].removeAll { $0 == id }
      }
      return before
    }
    let before = byID.updateValue(effect, forKey: id)
    if before == nil { Self.insert(id, into: &byScreen[effect.screen, default: []]) }
    return before
  }

  private static func insert(_ id: Int, into ids: inout [Int]) {
    ids.insert(id, at: ids.lastIndex { $0 < id }.map { $0 + 1 } ?? 0)
  }
}
