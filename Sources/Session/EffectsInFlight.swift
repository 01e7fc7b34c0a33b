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
      guard let before = byID.removeValue(forKey: id) else { return nil }
      if byScreen[before.screen]?.count == 1 {
        byScreen[before.screen] = nil
      } else {
        byScreen[before.screen]?.removeAll { $0 == id }
      }
      return before
    }
    let before = byID.updateValue(effect, forKey: id)
    if before == nil {
      var ids = byScreen.removeValue(forKey: effect.screen) ?? []
      ids.insert(id, at: ids.lastIndex { $0 < id }.map { $0 + 1 } ?? 0)
      byScreen[effect.screen] = ids
    }
    return before
  }
}
