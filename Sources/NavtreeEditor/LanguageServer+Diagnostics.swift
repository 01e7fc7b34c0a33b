import NavtreeJSON
import NavtreeYAML

/// Diagnostics as LSP has them, and the requests of a client that pulls them.
extension LanguageServer {
  /// The diagnostics of one file as LSP has them.
  func items(_ diagnostics: [(diagnostic: Diagnostic, source: SourceText)]) -> [JSONValue] {
    guard let first = diagnostics.first else { return [] }
    let text = EditorText(first.source.bytes)
    return diagnostics.map { item($0.diagnostic, in: $0.source, text) }
  }

  func item(_ diagnostic: Diagnostic, in source: SourceText, _ text: EditorText) -> JSONValue {
    let severity: Int =
      switch diagnostic.severity {
      case .error: 1
      case .warning: isStrict ? 1 : 2
      case .note: 3
      }
    let hint = diagnostic.hint.map { "\nhint: \($0)" } ?? ""
    return [
      "range": text.range(EditorText.bytes(of: diagnostic.location, in: source), encoding),
      "severity": .integer(severity), "code": .string(diagnostic.code.rawValue), "source": "navtree",
      "message": .string(diagnostic.message + hint),
    ]
  }

  func pullDiagnostics(_ params: JSONValue) throws(Fault) -> JSONValue {
    let path = try path(params)
    return ["kind": "full", "items": .array(items(workspace.diagnostics()[path] ?? []))]
  }

  func pullAllDiagnostics() -> JSONValue {
    let reports = workspace.diagnostics().sorted { $0.key < $1.key }.map { path, diagnostics -> JSONValue in
      [
        "kind": "full", "uri": .string(workspace.uri(path)),
        "version": workspace.documents[path].map { .integer($0.version) } ?? .null,
        "items": .array(items(diagnostics)),
      ]
    }
    return ["items": .array(reports)]
  }
}
