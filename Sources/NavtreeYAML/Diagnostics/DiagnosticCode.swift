/// The kinds of diagnostics of a flow; the names are stable.
package enum DiagnosticCode: String, Sendable, CaseIterable {
  // The text of the file.
  case limit
  case encoding
  case yamlTab = "yaml-tab"
  case yamlSpace = "yaml-space"
  case yamlQuote = "yaml-quote"
  case yamlIndent = "yaml-indent"
  case yamlColon = "yaml-colon"
  case yamlStart = "yaml-start"
  case yamlBracket = "yaml-bracket"
  case yamlSyntax = "yaml-syntax"
  case yamlAlias = "yaml-alias"
  case yamlTag = "yaml-tag"
  case yamlMerge = "yaml-merge"
  case yamlKey = "yaml-key"
  case yamlDocuments = "yaml-documents"
  case yamlComment = "yaml-comment"
  case duplicateKey = "duplicate-key"
  case emptyFile = "empty-file"
  case notJSON = "not-json"
  case badInclude = "bad-include"
  case badBundle = "bad-bundle"

  // Form.
  case unknownKey = "unknown-key"
  case missingKey = "missing-key"
  case wrongType = "wrong-type"
  case wrongValue = "wrong-value"
  case badName = "bad-name"
  case reservedName = "reserved-name"
  case conflictingKeys = "conflicting-keys"

  // Names.
  case unknownScreen = "unknown-screen"
  case unknownSlot = "unknown-slot"
  case unknownField = "unknown-field"
  case unknownAction = "unknown-action"
  case unknownTab = "unknown-tab"
  case unknownEffect = "unknown-effect"
  case unknownWindow = "unknown-window"
  case unknownLink = "unknown-link"
  case unknownStore = "unknown-store"
  case missingParam = "missing-param"
  case notPresentable = "not-presentable"
  case ambiguousSlot = "ambiguous-slot"
  case endless

  // Values and expressions.
  case badSchema = "bad-schema"
  case badPattern = "bad-pattern"
  case badLink = "bad-link"
  case badDefault = "bad-default"
  case misfit
  case expression
  case expressionLimit = "expression-limit"
  case expressionType = "expression-type"
  case unknownName = "unknown-name"
  case unknownFunction = "unknown-function"
  case noOverload = "no-overload"
  case template
  case pointer
  case sensitive

  // Scenarios.
  case badFlow = "bad-flow"
  case unknownPart = "unknown-part"
  case unknownSnapshot = "unknown-snapshot"
  case unusedPart = "unused-part"
  case privateAction = "private-action"

  // Warnings.
  case forgottenTemplate = "forgotten-template"
  case unusedScreen = "unused-screen"
  case unusedSlot = "unused-slot"
  case unusedField = "unused-field"
  case unreachableScreen = "unreachable-screen"
  case unusedResult = "unused-result"
  case unusedEffect = "unused-effect"
  case unusedAnswer = "unused-answer"
  case unusedStore = "unused-store"
  case unusedType = "unused-type"
  case unusedName = "unused-name"
  case neverDismissible = "never-dismissible"
  case brokenStart = "broken-start"
  case deadRule = "dead-rule"
  case linkTie = "link-tie"
  case linkBlocked = "link-blocked"
  case timerNavigation = "timer-navigation"
  case unboundedLoop = "unbounded-loop"
  case missableMember = "missable-member"
  case lostWork = "lost-work"
  case unhandledFailure = "unhandled-failure"
  case unsentAction = "unsent-action"
  case hiddenQuestion = "hidden-question"
  case publicAction = "public-action"
  case badIgnore = "bad-ignore"
  case unusedIgnore = "unused-ignore"

  /// Those of flows that can be loaded, and probably aren't meant that way.
  package static let warnings = allCases.drop { $0 != .forgottenTemplate }.prefix { $0 != .badIgnore }

  /// Whether the text is wrong before anything is known of its meaning.
  var isOfText: Bool { self == .encoding || rawValue.hasPrefix("yaml-") }

  /// Whether it is about the content of an expression.
  var isOfExpression: Bool {
    [.expression, .expressionType, .unknownName, .unknownField, .unknownFunction, .noOverload].contains(self)
  }
}
