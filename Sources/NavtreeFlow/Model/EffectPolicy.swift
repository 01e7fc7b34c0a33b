/// The handling of an effect that is asked for while another with the same key is in flight.
package enum EffectPolicy: String, Sendable, CaseIterable {
  /// Both run.
  case every
  /// The one in flight is cancelled.
  case latest
  /// The later one is dropped.
  case leading
  /// The later one waits for those before it.
  case queue
}
