import NavtreeFlow

/// Who asks for a navigation, which decides whose fault a misfit is.
enum Origin {
  /// The request: `invalidParams`.
  case caller
  /// A rule of the flow, at this place: `flowDefect`.
  case rule(SourceLocation)
  /// What a presenter waited for, asked for by a rule at this place, else by a request. Names that its action
  /// doesn't declare are passed over.
  case answer(SourceLocation?)
}
