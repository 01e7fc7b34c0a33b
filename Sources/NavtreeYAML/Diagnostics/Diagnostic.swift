import NavtreeText

/// An error or a warning about a flow: one sentence, its place and a hint.
package struct Diagnostic: Sendable, Hashable {
  package enum Severity: String, Sendable {
    /// The flow can't be loaded.
    case error
    /// The flow can be loaded, but probably isn't meant that way.
    case warning
    /// A warning that the author acknowledges.
    case note
  }

  package var severity: Severity
  /// The stable name of the kind of diagnostic, such as `unknown-screen`.
  package var code: DiagnosticCode
  package var message: String
  package var location: SourceLocation
  /// The text to type instead.
  package var hint: String?
  /// The edit that the hint asks for; nil where that is for a person to decide.
  package var fix: SourceEdit?
  /// Whether nothing else can have been meant: `navtree check --fix` applies such fixes unasked.
  package var isFixCertain: Bool

  package init(
    _ severity: Severity, _ code: DiagnosticCode, _ message: String, at location: SourceLocation,
    hint: String? = nil, fix: SourceEdit? = nil, isFixCertain: Bool = false
  ) {
    self.severity = severity
    self.code = code
    self.message = message.abridged
    self.location = location
    self.hint = hint?.abridged
    self.fix = fix
    self.isFixCertain = fix != nil && isFixCertain
  }

  package init(
    _ severity: Severity, _ code: DiagnosticCode, _ message: String, at location: SourceLocation, hint: Hint?
  ) {
    self.init(
      severity, code, message, at: location, hint: hint?.text, fix: hint?.edit(of: location),
      isFixCertain: hint?.isCertain == true)
  }
}
