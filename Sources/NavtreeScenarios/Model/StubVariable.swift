/// A variable of a stub's `when`, by its number there.
package enum StubVariable: Int, Sendable, CaseIterable {
  /// The effect's input.
  case input
  /// The address of the screen that asked; empty for the session.
  case at
  /// The values of the scenario's example.
  case example

  package var name: String { "\(self)" }
}
