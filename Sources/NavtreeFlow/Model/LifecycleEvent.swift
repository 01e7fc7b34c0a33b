/// A stage of a screen's life, in this order; it may appear and disappear any number of times.
package enum LifecycleEvent: String, Sendable, CaseIterable {
  /// It is in the tree now.
  case presented
  /// It came into sight.
  case appeared
  /// It went out of sight.
  case disappeared
  /// It was taken out of the tree.
  case dismissed
}
