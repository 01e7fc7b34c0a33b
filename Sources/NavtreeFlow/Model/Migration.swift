package import NavtreeYAML

/// The steps that take a stored session from one version of its flow to the next.
package struct Migration: Sendable {
  /// The version that it starts from.
  package let version: Int
  package let steps: [MigrationStep]
}

/// One step of a migration. Screens and fields have the names that they have at that step.
package enum MigrationStep: Sendable {
  /// All at once, so that two may swap names.
  case renameScreens([String: String])
  /// Params and state of a screen type; nil for shared fields.
  case renameFields(of: String?, [String: String])
  /// Slots, tabs and panes of a screen type.
  case renameSlots(of: String, [String: String])
  /// Actions that a screen type gets; nil for all of a name.
  case renameActions(of: String?, [String: String])
  case renameEffects([String: String])
  case renameWindows([String: String])
  case set(of: String?, [MigrationValue])
  case dropScreens(Set<String>)
  case dropFields(of: String?, Set<String>)
}

/// A field that a migration sets.
package struct MigrationValue: Sendable {
  package let field: String
  /// Whether it is a param of a screen, and not a field of its state.
  package let isParam: Bool
  package let value: ValueTemplate
  package let location: SourceLocation
}
