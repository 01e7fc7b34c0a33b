import NavtreeFlow
import NavtreeYAML

/// The reason that a flow can't be loaded: all its errors and warnings.
public struct FlowDiagnostics: Error, Sendable {
  /// In the order of the files.
  public let all: [Diagnostic]
  /// The report for people: each diagnostic with its line, and a mark below its place.
  public let description: String

  init(_ outcome: FlowLoader.Outcome) {
    all = outcome.diagnostics.map { Diagnostic($0, in: outcome) }
    description = DiagnosticReport(outcome.diagnostics, in: outcome.sources).text
  }

  init(unreadable path: String, _ reason: String) {
    let diagnostic = Diagnostic(unreadable: path, reason)
    all = [diagnostic]
    description = "\(diagnostic)\n"
  }
}

extension FlowDiagnostics: CustomStringConvertible {}

/// An error or a warning about a flow: one sentence, its place and a hint.
public struct Diagnostic: Sendable, Hashable {
  /// The weight of a diagnostic.
  public enum Severity: String, Sendable, CaseIterable {
    /// The flow can't be loaded.
    case error
    /// The flow can be loaded, but probably isn't meant that way.
    case warning
  }

  /// The weight.
  public let severity: Severity
  /// The stable name of the kind of diagnostic, such as `unknown-screen`.
  public let code: String
  /// One sentence, without a full stop.
  public let message: String
  /// The file, as it was named to ``Flow/init(contentsOf:)``, or a part of it.
  public let file: String
  /// The line, from 1 on.
  public let line: Int
  /// The column of the first Unicode scalar, from 1 on.
  public let column: Int
  /// The column after the last Unicode scalar on that line.
  public let endColumn: Int
  /// A remedy, if there is one.
  public let hint: String?

  init(_ diagnostic: NavtreeYAML.Diagnostic, in outcome: FlowLoader.Outcome) {
    severity =
      switch diagnostic.severity {
      case .error: .error
      case .warning, .note: .warning
      }
    code = diagnostic.code.rawValue
    message = diagnostic.message
    file = outcome.file(of: diagnostic)
    line = diagnostic.location.line
    column = diagnostic.location.column
    endColumn = diagnostic.location.endColumn
    hint = diagnostic.hint
  }

  init(unreadable path: String, _ reason: String) {
    severity = .error
    code = "unreadable"
    message = "the file can't be read: \(reason)"
    file = path
    line = 1
    column = 1
    endColumn = 1
    hint = nil
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `file:line:column: error: message [code]`.
  public var description: String {
    "\(file):\(line):\(column): \(severity.rawValue): \(message) [\(code)]"
  }
}
