import NavtreeText

/// A fault in an expression, found before it runs.
public struct CELDiagnostic: Hashable, Sendable {
  public enum Severity: String, Hashable, Sendable {
    case error
    case warning
  }

  /// The sort of fault, stable for programs.
  public enum Code: String, Hashable, Sendable {
    /// The text isn't an expression.
    case syntax
    /// Too long, or nested too deeply.
    case limit
    case unknownName = "unknown-name"
    case unknownField = "unknown-field"
    case unknownFunction = "unknown-function"
    /// The function exists, but not for these types.
    case noOverload = "no-overload"
    /// The expression gives another type than expected.
    case wrongType = "wrong-type"
    case badPattern = "bad-pattern"
    /// A comprehension runs over a range without a declared bound.
    case unboundedCost = "unbounded-cost"
  }

  public let severity: Severity
  public let code: Code
  /// A sentence in lower case that names the thing and the reason.
  public let message: String
  /// A suggestion, such as `did you mean 'user'?`.
  public let hint: String?
  public let range: CELSourceRange

  public init(
    severity: Severity = .error, code: Code, message: String, hint: String? = nil, range: CELSourceRange
  ) {
    self.severity = severity
    self.code = code
    self.message = message.abridged
    self.hint = hint?.abridged
    self.range = range
  }
}

/// All faults in an expression, in the order of its source.
public struct CELDiagnostics: Error, Hashable, Sendable {
  public let diagnostics: [CELDiagnostic]

  package init(_ diagnostics: [CELDiagnostic]) {
    self.diagnostics = diagnostics.sorted { ($0.range.start, $0.range.end) < ($1.range.start, $1.range.end) }
  }
}
