/// A journey through the history: changes undone or redone one after another, as one change.
struct Journey {
  /// The number of changes redone, negative for undone.
  let distance: Int
  /// The effects in flight before.
  let effects: [EffectInFlight]
  /// The number of steps that reverse each change.
  var stepCounts: [Int] = []
  /// The trees removed on the way.
  var removals: [RemovedTree] = []
}
