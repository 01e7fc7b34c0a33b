/// What a session holds beside its screens and shared state, and what is stored of it: a table a part, an entry
/// an id.
///
/// Here all parts are listed. A step of a change that touches one of them names it in `Session.touched`; what an
/// entry is made of stands in `Session+Parts`.
package enum StoredPart: String, Sendable, CaseIterable {
  /// What presenters wait for, by the screen whose end they wait for.
  case waiting
  /// What is done later, by number.
  case timers
  /// What hosts owe.
  case effects
  /// The states of screens that have gone, by number.
  case kept
  /// Links that wait, by their position.
  case links
  /// What is remembered of effects that are over, in the order in which they ended.
  case ended
  /// What is remembered of screens that were removed, in that order.
  case tombstones

  /// The member of an entry that holds its id.
  package var key: String {
    switch self {
    case .waiting: "screen"
    case .timers, .kept: "number"
    case .links: "position"
    case .effects, .ended: "effect"
    case .tombstones: "id"
    }
  }
}

/// The numbers that a session gives once each.
package enum StoredCounter: String, Sendable, CaseIterable {
  case screen, timer, effect
}
