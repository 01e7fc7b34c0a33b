import NavtreeCEL

/// The diagnostics of a flow, up to a limit.
///
/// Messages and hints are made only for those that are kept: a file may hold a million mistakes.
final class DiagnosticSink {
  private var diagnostics: [Diagnostic] = []
  private var seen: Set<Subject> = []
  private let limit: Int
  /// The gravest severity left out, if any was.
  private var leftOut: Diagnostic.Severity?
  private(set) var hasErrors = false

  init(limit: Int = YAMLLimits().diagnostics) {
    self.limit = limit
  }

  /// A diagnostic without its hint.
  private struct Subject: Hashable {
    let code: DiagnosticCode
    let message: String
    let location: SourceLocation
  }

  /// A diagnostic of an aliased node is added once, however often the node is used.
  func add(
    _ severity: Diagnostic.Severity, _ code: DiagnosticCode, _ message: @autoclosure () -> String,
    at location: @autoclosure () -> SourceLocation, hint: @autoclosure () -> Hint? = nil
  ) {
    if severity == .error { hasErrors = true }
    guard diagnostics.count < limit else {
      leftOut = leftOut == .error ? .error : severity
      return
    }
    let subject = Subject(code: code, message: message(), location: location())
    guard seen.insert(subject).inserted else { return }
    diagnostics.append(
      Diagnostic(severity, code, subject.message, at: subject.location, hint: hint()))
  }

  /// Adds one that was made elsewhere.
  func add(_ diagnostic: Diagnostic) {
    add(
      diagnostic.severity, diagnostic.code, diagnostic.message, at: diagnostic.location,
      hint: diagnostic.hint.map { Hint($0, diagnostic.fix.map { .edit($0) }) })
  }

  func error(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String, at node: YAMLNode,
    hint: @autoclosure () -> Hint? = nil
  ) {
    error(code, message(), at: node.location, in: node, hint: hint())
  }

  /// - Parameter node: The node that the location lies in.
  func error(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String,
    at location: @autoclosure () -> SourceLocation, in node: YAMLNode,
    hint: @autoclosure () -> Hint? = nil
  ) {
    add(.error, code, message(), at: location(), hint: Self.hint(hint(), node))
  }

  func warning(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String,
    at location: @autoclosure () -> SourceLocation, hint: @autoclosure () -> Hint? = nil
  ) {
    add(.warning, code, message(), at: location(), hint: hint())
  }

  /// In the order of the file.
  var sorted: [Diagnostic] {
    var sorted = diagnostics.enumerated().sorted {
      let (left, right) = ($0.element.location, $1.element.location)
      return (left.line, left.column, $0.offset) < (right.line, right.column, $1.offset)
    }.map(\.element)
    if let leftOut, let last = sorted.last {
      sorted.append(
        Diagnostic(
          leftOut, .limit, "there is more to say than \(limit) things, the limit (diagnostics)",
          at: last.location, hint: "mend these first"))
    }
    return sorted
  }

  private static func hint(_ hint: Hint?, _ node: YAMLNode) -> Hint? {
    guard let use = node.usedAt else { return hint }
    let note = "used at \(use.location.line):\(use.location.column) as *\(use.name)"
    return hint.map { Hint("\($0.text); \(note)", $0.change) } ?? Hint(note)
  }
}
