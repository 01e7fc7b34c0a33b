import NavigationTree

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
  /// Another state took the place of the session's.
  case replaced
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
    case .replaced: "replaced"
    case .removed(let reason): reason.rawValue
    }
  }
}

extension EffectEnd {
  /// The end with this name.
  ///
  /// - Parameter screen: the screen that waited for the answer; 0 if none did.
  init?(name: String, screen: ScreenID) {
    let ends: [EffectEnd] = [.answered, .failed, .superseded, .cancelled, .timedOut, .undone]
    if name == EffectEnd.replaced.name, screen.number == 0 {
      self = .replaced
    } else if let end = ends.first(where: { $0.name == name }) {
      self = end
    } else if let reason = RemovalReason(rawValue: name) {
      self = .removed(reason)
    } else {
      return nil
    }
  }
}
