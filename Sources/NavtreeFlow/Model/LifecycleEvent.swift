/// A stage of a screen's life, in this order; it may appear and disappear any number of times.
package enum LifecycleEvent: String, Sendable, CaseIterable {
  /// It is in the tree now.
  case presented
  /// It came into sight.
  case appeared
  /// It went out of sight.
  case disappeared
  /// Its params are others than before.
  case paramsChanged
  /// Its session was opened from a store or a snapshot.
  case restored
  /// It was taken out of the tree.
  case dismissed

  /// Those that clients may follow: nobody follows a session that is being opened.
  package static let followed = allCases.filter { $0 != .restored }
}
