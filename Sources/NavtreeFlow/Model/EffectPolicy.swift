/// The handling of an effect that is asked for while another one of the same key is in flight.
package enum EffectPolicy: String, Sendable, CaseIterable {
  /// Both are asked for.
  case every
  /// The one in flight is cancelled.
  case latest
  /// Nothing is asked for.
  case leading
  /// It is asked for once those before it are over.
  case queue
}
