/// How an effect was over.
package enum EffectEnd: Equatable, Sendable {
  case answered, failed
  /// Another one with the same key came after it.
  case superseded
  /// By a rule.
  case cancelled
  case timedOut
  /// The change that asked for it was taken back.
  case undone
  /// With its screen.
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
  /// The end that has a name.
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
