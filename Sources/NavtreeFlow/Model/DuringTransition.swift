/// The fate of what users do while transitions are pending.
package enum DuringTransition: String, Sendable, CaseIterable {
  /// It runs at once.
  case run
  /// It runs once they are shown, in order.
  case queue
  /// It is refused.
  case drop
}
