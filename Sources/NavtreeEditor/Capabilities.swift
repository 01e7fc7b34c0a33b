import NavtreeJSON

/// What the server can do, as `initialize` answers.
enum Capabilities {
  static let runScenario = "navtree.runScenario"

  static func value(_ encoding: EditorText.Encoding, pullsDiagnostics: Bool) -> JSONValue {
    var capabilities: JSONObject = [
      "positionEncoding": .string(encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2],
      "completionProvider": ["triggerCharacters": [".", "/", "{", "$", " ", ":", "\"", "'", "["]],
      "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
      "documentHighlightProvider": true, "documentSymbolProvider": true, "workspaceSymbolProvider": true,
      "renameProvider": ["prepareProvider": true],
      "codeActionProvider": ["codeActionKinds": ["quickfix", "source.fixAll"]],
      "documentFormattingProvider": true, "documentRangeFormattingProvider": true,
      "codeLensProvider": ["resolveProvider": false],
      "executeCommandProvider": ["commands": [.string(runScenario)]],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
    if pullsDiagnostics {
      capabilities["diagnosticProvider"] = [
        "identifier": "navtree", "interFileDependencies": true, "workspaceDiagnostics": true,
      ]
    }
    return .object(capabilities)
  }
}
