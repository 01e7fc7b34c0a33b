/// The reason that an effect ended.
package enum EffectEnd: Equatable, Sendable {
  case answered, failed
  /// A later one with the same key replaced it.
  case superseded
  /// A rule cancelled it.
  case cancelled
  case timedOut
  /// The change that requested it was undone.
  case undone
  /// Its screen was removed.
  case removed(RemovalReason)

  package var name: String {
    switch self {
    case .answered: "answered"
    case .failed: "failed"
    case .superseded: "superseded"
    case .cancelled: "cancelled"
    case .timedOut: "timedOut"
    case .undone: "undone"
    case .removed(let reason): reason.rawValue
    }
  }
}

extension EffectEnd {
  /// The end with this name.
  init?(name: String) {
    let ends: [EffectEnd] = [.answered, .failed, .superseded, .cancelled, .timedOut, .undone]
    if let end = ends.first(where: { $0.name == name }) {
      self = end
    } else if let reason = RemovalReason(rawValue: name) {
      self = .removed(reason)
    } else {
      return nil
    }
  }
}
