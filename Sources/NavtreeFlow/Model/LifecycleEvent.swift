/// A stage of a screen's life, in this order; it may appear and disappear any number of times.
package enum LifecycleEvent: String, Sendable, CaseIterable {
  /// It entered the tree.
  case presented
  /// It became visible.
  case appeared
  /// It ceased to be visible.
  case disappeared
  /// Its params changed.
  case paramsChanged
  /// Its session was opened from a store or a snapshot.
  case restored
  /// It left the tree.
  case dismissed

  /// The events that clients can observe: a session that is being opened has no observers.
  package static let followed = allCases.filter { $0 != .restored }
}
