package import NavtreeJSON
import NavtreeJSONReading
import NavtreeYAML

/// The language server: bytes of LSP 3.17 in, messages out.
///
/// It handles one message at a time. Diagnostics wait for `settle()`, so that of several changes that have arrived only
/// the last is checked.
package final class LanguageServer {
  /// An error of JSON-RPC, and those of LSP.
  struct Fault: Error {
    let code: Int
    let message: String

    static func params(_ message: String) -> Fault { Fault(code: -32602, message: message) }
    static func refused(_ message: String) -> Fault { Fault(code: -32803, message: message) }
  }

  private enum Phase { case new, running, shutDown, ended }

  private let write: (_ message: JSONValue) -> Void
  let workspace: Workspace
  private var splitter = MessageSplitter()
  private var phase = Phase.new
  private(set) var encoding = EditorText.Encoding.utf16
  private(set) var isStrict = false
  private(set) var hasSnippets = false
  private var isTracing = false
  private var pullsDiagnostics = false
  private var refreshesDiagnostics = false
  private var watchesFiles = false
  private var published: [String: JSONValue] = [:]
  private var number = 0
  private var takesProgress = false
  /// Whether the progress of the first reading is to be told, and whether its end is.
  private var reading: (isAwaited: Bool, hasBegun: Bool) = (false, false)
  /// Whether files were checked and the outcome wasn't sent.
  private var isUntold = false
  var completer = Completer()

  package init(files: EditorFiles, write: @escaping (_ message: JSONValue) -> Void) {
    workspace = Workspace(files)
    self.write = write
  }

  /// Whether `exit` has come, or the protocol is broken for good.
  package var hasEnded: Bool { phase == .ended }
  /// The exit status: 0 if `shutdown` came before `exit`.
  package private(set) var status: Int32 = 1

  /// Handles the messages that are complete.
  package func receive(_ bytes: some Sequence<UInt8>) {
    splitter.append(bytes)
    var messages: [JSONValue] = []
    while let piece = splitter.next() {
      switch piece {
      case .fault(let sentence): fail(.null, Fault(code: -32700, message: sentence))
      case .message(let bytes):
        do {
          messages.append(try JSONValue(parsing: bytes))
        } catch {
          fail(.null, Fault(code: -32700, message: "the message is no JSON: \(error)"))
        }
      }
    }
    let cancelled = messages.filter { $0["method"]?.string == "$/cancelRequest" }
      .compactMap { $0["params"]?["id"] }
    for message in messages where phase != .ended { handle(message, cancelled) }
  }

  // MARK: Messages

  private func handle(_ message: JSONValue, _ cancelled: [JSONValue]) {
    guard case .object(let object) = message else {
      return fail(.null, Fault(code: -32600, message: "a message is an object"))
    }
    guard let method = object["method"]?.string else {
      // An answer to a request of the server.
      if object["id"] != nil, object["result"] != nil || object["error"] != nil { return }
      return fail(object["id"] ?? .null, Fault(code: -32600, message: "a message has a method"))
    }
    let params = object["params"] ?? .null
    guard let id = object["id"] else { return notify(method, params) }
    guard id.string != nil || id.integer != nil else {
      return fail(.null, Fault(code: -32600, message: "an id is an integer or a string"))
    }
    if isTracing { trace("\(method) (\(id))") }
    if cancelled.contains(id) { return fail(id, Fault(code: -32800, message: "cancelled")) }
    do throws(Fault) {
      let result = try answer(method, params)
      write(["jsonrpc": "2.0", "id": id, "result": result])
    } catch {
      fail(id, error)
    }
  }

  private func fail(_ id: JSONValue, _ fault: Fault) {
    write([
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .integer(fault.code), "message": .string(fault.message)],
    ])
  }

  func send(_ method: String, _ params: JSONValue) {
    write(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  func request(_ method: String, _ params: JSONValue) {
    number += 1
    write([
      "jsonrpc": "2.0", "id": .string("navtree-\(number)"), "method": .string(method), "params": params,
    ])
  }

  private func trace(_ text: String) { send("$/logTrace", ["message": .string(text)]) }

  private func notify(_ method: String, _ params: JSONValue) {
    if method == "exit" {
      status = phase == .shutDown ? 0 : 1
      phase = .ended
      return
    }
    guard phase == .running else { return }
    if isTracing { trace(method) }
    let document = params["textDocument"]
    let path = document?["uri"]?.string.flatMap(FileURI.path)
    switch method {
    case "initialized":
      if watchesFiles { watch() }
      reading.isAwaited = takesProgress
    case "textDocument/didOpen":
      guard let path, let text = document?["text"]?.string else { return }
      workspace.open(
        path,
        Workspace.Document(
          uri: document?["uri"]?.string ?? "", version: document?["version"]?.integer ?? 0,
          text: EditorText(Array(text.utf8))))
    case "textDocument/didChange":
      guard let path else { return }
      workspace.change(
        path, document?["version"]?.integer ?? 0, params["contentChanges"]?.array ?? [], encoding)
    case "textDocument/didClose": if let path { workspace.close(path) }
    case "workspace/didChangeWatchedFiles":
      workspace.refresh(
        (params["changes"]?.array ?? []).compactMap { $0["uri"]?.string.flatMap(FileURI.path) })
    case "workspace/didChangeWorkspaceFolders":
      let removed = folders(params["event"]?["removed"])
      let added = folders(params["event"]?["added"])
      workspace.setFolders(workspace.folders.filter { !removed.contains($0) } + added)
    case "workspace/didChangeConfiguration": configure(params["settings"]?["navtree"] ?? params["settings"])
    case "$/setTrace": isTracing = (params["value"]?.string ?? "off") != "off"
    default: break
    }
  }

  private func folders(_ value: JSONValue?) -> [String] {
    (value?.array ?? []).compactMap { $0["uri"]?.string.flatMap(FileURI.path) }
  }

  private func configure(_ settings: JSONValue?) {
    if let strict = settings?["strict"]?.boolean, strict != isStrict {
      isStrict = strict
      published = [:]
      publish()
    }
    if let trace = settings?["trace"] {
      isTracing = trace.boolean ?? (trace.string.map { $0 != "off" } ?? false)
    }
  }

  /// Asks to be told of files that change.
  private func watch() {
    let watchers: JSONValue = ["watchers": [["globPattern": "**/*.yaml"]]]
    let registration: JSONValue = [
      "id": "files", "method": "workspace/didChangeWatchedFiles", "registerOptions": watchers,
    ]
    request("client/registerCapability", ["registrations": [registration]])
  }

  // MARK: Requests

  private func answer(_ method: String, _ params: JSONValue) throws(Fault) -> JSONValue {
    if method == "initialize" {
      guard phase == .new else { throw Fault(code: -32600, message: "it is initialized already") }
      phase = .running
      return initialize(params)
    }
    guard phase != .new else { throw Fault(code: -32002, message: "initialize comes first") }
    guard phase == .running else { throw Fault(code: -32600, message: "after shutdown comes exit") }
    if method == "shutdown" {
      phase = .shutDown
      return .null
    }
    guard let handler = Self.handlers[method] else {
      throw Fault(code: -32601, message: "no method '\(method)'")
    }
    if workspace.isStale {
      workspace.check()
      isUntold = true
    }
    return try handler(self, params)
  }

  /// The methods after `initialize`.
  private static let handlers: [String: @Sendable (LanguageServer, JSONValue) throws(Fault) -> JSONValue] = [
    "textDocument/completion": { (server, params) throws(Fault) in try server.completion(params) },
    "textDocument/hover": { (server, params) throws(Fault) in try server.hover(params) },
    "textDocument/definition": { (server, params) throws(Fault) in try server.definition(params) },
    "textDocument/references": { (server, params) throws(Fault) in try server.references(params) },
    "textDocument/documentHighlight": { (server, params) throws(Fault) in try server.highlight(params) },
    "textDocument/prepareRename": { (server, params) throws(Fault) in try server.prepareRename(params) },
    "textDocument/rename": { (server, params) throws(Fault) in try server.rename(params) },
    "textDocument/documentSymbol": { (server, params) throws(Fault) in try server.documentSymbols(params) },
    "workspace/symbol": { (server, params) throws(Fault) in try server.workspaceSymbols(params) },
    "textDocument/codeAction": { (server, params) throws(Fault) in try server.codeActions(params) },
    "textDocument/codeLens": { (server, params) throws(Fault) in try server.codeLenses(params) },
    "textDocument/formatting": { (server, params) throws(Fault) in try server.format(params) },
    "textDocument/rangeFormatting": { (server, params) throws(Fault) in try server.format(params) },
    "workspace/executeCommand": { (server, params) throws(Fault) in try server.execute(params) },
    "textDocument/diagnostic": { (server, params) throws(Fault) in try server.pullDiagnostics(params) },
    "workspace/diagnostic": { (server, params) throws(Fault) in server.pullAllDiagnostics() },
  ]

  private func initialize(_ params: JSONValue) -> JSONValue {
    let client = params["capabilities"]
    let encodings = client?["general"]?["positionEncodings"]?.array ?? []
    if encodings.contains("utf-8") { encoding = .utf8 }
    let document = client?["textDocument"]
    hasSnippets = document?["completion"]?["completionItem"]?["snippetSupport"]?.boolean ?? false
    pullsDiagnostics = document?["diagnostic"].map { !$0.isNull } ?? false
    refreshesDiagnostics = client?["workspace"]?["diagnostics"]?["refreshSupport"]?.boolean ?? false
    watchesFiles =
      client?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?.boolean ?? false
    takesProgress = client?["window"]?["workDoneProgress"]?.boolean ?? false
    isTracing = (params["trace"]?.string ?? "off") != "off"
    configure(params["initializationOptions"])
    var folders = folders(params["workspaceFolders"])
    if folders.isEmpty, let root = params["rootUri"]?.string.flatMap(FileURI.path) { folders = [root] }
    if folders.isEmpty, let root = params["rootPath"]?.string { folders = [root] }
    workspace.setFolders(folders)
    return [
      "capabilities": Capabilities.value(encoding, pullsDiagnostics: pullsDiagnostics),
      "serverInfo": ["name": "navtree"],
    ]
  }

  private func progress(_ value: JSONValue) { send("$/progress", ["token": "navtree", "value": value]) }

  // MARK: Diagnostics

  /// Checks what has changed, once no further message has arrived, and tells of it.
  ///
  /// - Returns: Whether there is more to do once the messages so far have been sent.
  package func settle() -> Bool {
    guard phase == .running, workspace.isStale || isUntold else { return false }
    if reading.isAwaited {
      reading = (false, true)
      request("window/workDoneProgress/create", ["token": "navtree"])
      progress(["kind": "begin", "title": "navtree", "message": "checking the flows"])
      return true
    }
    isUntold = false
    workspace.check()
    if reading.hasBegun { progress(["kind": "end"]) }
    reading.hasBegun = false
    if !pullsDiagnostics {
      publish()
      return false
    }
    publishClosed()
    if refreshesDiagnostics { request("workspace/diagnostic/refresh", .null) }
    return false
  }

  func publish() {
    guard !pullsDiagnostics else { return }
    let all = workspace.diagnostics()
    for path in Set(all.keys).union(published.keys).union(workspace.documents.keys).sorted() {
      publish(path, all[path] ?? [])
    }
  }

  /// Tells of the files that a client that pulls doesn't ask about: those that aren't open.
  private func publishClosed() {
    let all = workspace.diagnostics()
    for path in Set(all.keys).union(published.keys).sorted() {
      if workspace.documents[path] == nil {
        publish(path, all[path] ?? [])
      } else if published[path] != nil {
        publish(path, [])
      }
    }
  }

  private func publish(_ path: String, _ diagnostics: [(diagnostic: Diagnostic, source: SourceText)]) {
    let version = workspace.documents[path]?.version
    let items = JSONValue.array(self.items(diagnostics))
    let state: JSONValue = [items, version.map { .integer($0) } ?? .null]
    guard published[path] != state else { return }
    if published[path] == nil, diagnostics.isEmpty, version == nil { return }
    published[path] = diagnostics.isEmpty && version == nil ? nil : state
    var params: JSONObject = ["uri": .string(workspace.uri(path)), "diagnostics": items]
    if let version { params["version"] = .integer(version) }
    send("textDocument/publishDiagnostics", .object(params))
  }

  // MARK: Params

  func path(_ params: JSONValue) throws(Fault) -> String {
    guard let uri = params["textDocument"]?["uri"]?.string else {
      throw .params("textDocument.uri is missing")
    }
    guard let path = FileURI.path(uri) else { throw .params("'\(uri)' is no file: URI") }
    return path
  }

  /// The text that a request is about.
  func text(_ params: JSONValue) throws(Fault) -> (path: String, text: EditorText) {
    let path = try path(params)
    guard let text = workspace.text(path) else { throw .params("there is no file \(path)") }
    return (path, text)
  }

  /// The text and the byte that a request is about.
  func place(_ params: JSONValue) throws(Fault) -> (path: String, text: EditorText, offset: Int) {
    let (path, text) = try text(params)
    return (path, text, text.offset(params["position"], encoding))
  }
}
