/// A way through the history: changes that are undone or redone one after another, as one change.
struct Journey {
  /// How many changes are redone, or with a minus undone.
  let distance: Int
  /// What was in flight before.
  let effects: [EffectInFlight]
  /// Of each of them, how many steps take it back again.
  var stepCounts: [Int] = []
  /// The trees that are removed on the way.
  var removed: [RemovedTree] = []
}
