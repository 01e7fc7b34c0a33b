import CEL

/// Gathers what is wrong with a flow.
final class DiagnosticSink {
  private(set) var diagnostics: [Diagnostic] = []
  private var seen: Set<Subject> = []

  /// What is said, without the hint.
  private struct Subject: Hashable {
    let code: DiagnosticCode
    let message: String
    let location: SourceLocation
  }

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// What is said of an aliased node is said once, however often the node is used.
  func add(_ diagnostic: Diagnostic) {
    let subject = Subject(code: diagnostic.code, message: diagnostic.message, location: diagnostic.location)
    if seen.insert(subject).inserted { diagnostics.append(diagnostic) }
  }

  func error(_ code: DiagnosticCode, _ message: String, at node: YAMLNode, hint: String? = nil) {
    error(code, message, at: node.location, in: node, hint: hint)
  }

  /// - Parameter node: The node that the location lies in.
  func error(
    _ code: DiagnosticCode, _ message: String, at location: SourceLocation, in node: YAMLNode,
    hint: String? = nil
  ) {
    add(Diagnostic(.error, code, message, at: location, hint: Self.hint(hint, node)))
  }

  func warning(_ code: DiagnosticCode, _ message: String, at location: SourceLocation, hint: String? = nil) {
    add(Diagnostic(.warning, code, message, at: location, hint: hint))
  }

  /// Makes every doubt an error.
  func makeStrict() {
    for index in diagnostics.indices { diagnostics[index].severity = .error }
  }

  /// In the order of the file.
  var sorted: [Diagnostic] {
    diagnostics.enumerated().sorted {
      let (left, right) = ($0.element.location, $1.element.location)
      return (left.line, left.column, $0.offset) < (right.line, right.column, $1.offset)
    }.map(\.element)
  }

  private static func hint(_ hint: String?, _ node: YAMLNode) -> String? {
    guard let use = node.usedAt else { return hint }
    let note = "used at \(use.location.line):\(use.location.column) as *\(use.name)"
    return hint.map { "\($0); \(note)" } ?? note
  }
}
