import NavigationTree

/// What a session remembers beside its screens and fields.
package struct Ledgers {
  /// What hosts owe.
  var effects = EffectsInFlight()
  /// How effects ended.
  var endedEffects: EffectStones
  var timers = Timers()
  /// Results that presenters wait for, by the screen that gives them.
  var results: [ScreenID: Waiting] = [:]
  /// State kept for screens that may return.
  var keptStates: KeptStates
  /// Links that wait, in the order in which they were opened.
  package internal(set) var links: [PendingLink] = []
  /// Screens that were removed last.
  var tombstones: Tombstones

  init(limits: Limits) {
    endedEffects = EffectStones(limit: limits[.tombstones])
    keptStates = KeptStates(limit: limits[.kept])
    tombstones = Tombstones(limit: limits[.tombstones])
  }
}
