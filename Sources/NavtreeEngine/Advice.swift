/// Advice on a failure that is remedied outside the session.
package enum Advice: Sendable {
  case raise(Limit)
  /// The history is off.
  case keepHistory
  case useVirtualClock
  case closeSession
  case force
  case nameWindow([String])
}
