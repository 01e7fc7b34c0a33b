/// The kinds of faults that an exploration finds.
package enum FindingKind: String, Sendable, CaseIterable {
  /// A screen that no move leaves.
  case deadEnd = "dead-end"
  /// Screens among which the user stays for ever.
  case trap
  /// Sends or timers that never end.
  case livelock
  /// An effect whose output no rule takes.
  case untaken
  /// A result that no rule takes.
  case lostResult = "lost-result"
  /// A field that tells of an effect which is over.
  case unreset
  /// A link that can't be opened from some state.
  case linkFails = "link-fails"
  /// An invariant that is false after some moves, or a property over time that they break.
  case breach
  /// A rule whose value can't be computed or doesn't fit.
  case defect
  /// A screen, rule or link to which no way leads.
  case unreachable
}
