/// A change of a wrong file that may be the one that its author would make.
struct RepairProposal {
  /// The diagnostic whose fix the change is.
  let diagnostic: Diagnostic
  /// How unlikely it is among others that leave as few errors.
  let penalty: Int
  /// The line that it changes first, counted from 0.
  let line: Int
  /// Whether it moves a line to the right.
  let isDeeper: Bool
  /// Whether it moves a line.
  let isIndent: Bool
}
