/// A kind of things in a flow that coverage counts.
package enum CoverageKind: String, Sendable, CaseIterable {
  case screens, slots, tabs, actions, rules, guards, computed, effects, links, dismissals, lifecycle
  /// Effects that timed out, were cancelled, or were answered too late.
  case interruptions
  /// Rules that ran one directly after the other in a session.
  case pairs
  /// All kinds but interruptions and pairs.
  case total

  /// Whether it counts what other kinds have, and has no items.
  var isSum: Bool { self == .interruptions || self == .total }

  /// Its place among the kinds.
  var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// One of them, in a sentence.
  package var noun: String {
    switch self {
    case .screens: "screen"
    case .slots: "slot"
    case .tabs: "tab"
    case .actions: "action"
    case .rules: "rule"
    case .guards: "guard"
    case .computed: "computed value"
    case .effects: "effect"
    case .links: "link"
    case .dismissals: "dismissal"
    case .lifecycle: "lifecycle event"
    case .interruptions: "interruption"
    case .pairs: "pair of rules"
    case .total: "outcome"
    }
  }
}
