import ArgumentParser
import NavtreeJSON
import NavtreeServer
import NavtreeText
import OrderedCollections

/// A conversation with a session, line by line.
final class Repl {
  private let server: LocalServer
  private let report: Report
  private let write: (String) throws -> Void
  private let methods = MethodTable.methods.map(\.name)
  /// The explanation of the last action, made before it was sent.
  private var explanation: JSONValue?
  /// Whether a line was refused.
  private(set) var hasFailed = false

  init(_ server: LocalServer, _ report: Report, write: @escaping (String) throws -> Void) {
    self.server = server
    self.report = report
    self.write = write
  }

  func begin() throws {
    try show(server.opening)
    try write(outline())
  }

  /// Runs a line.
  ///
  /// - Returns: whether the conversation goes on.
  func run(_ line: String) throws -> Bool {
    guard !line.allSatisfy(\.isWhitespace), line.first(where: { !$0.isWhitespace }) != "#" else {
      return true
    }
    do {
      let line = try ReplLine(line)
      guard let first = line.words.first else { throw ValidationError("an action or a method is missing") }
      let rest = Array(line.words.dropFirst())
      if let word = ReplWord(rawValue: first), !isMethod(first, rest) {
        if word == .quit { return false }
        try run(word, rest, at: line.address)
      } else if isMethod(first, rest) || (rest.isEmpty && methods.contains(first)) {
        try change(first, try params(CallStep.arguments(rest), at: line.address), CallStep.arguments(rest))
      } else {
        try send(first, rest, at: line.address)
      }
    } catch let error as ValidationError {
      hasFailed = true
      try write("\(error.message)\n")
    }
    return true
  }

  /// Whether a word with arguments is a method: one of its name takes all of them.
  private func isMethod(_ word: String, _ arguments: [String]) -> Bool {
    guard !arguments.isEmpty, let method = MethodTable.methods.first(where: { $0.name == word }) else {
      return false
    }
    let names = method.parameters.map(\.name)
    return arguments.allSatisfy { CallArgument(argument: $0).map { names.contains($0.path[0]) } == true }
  }

  private func params(_ arguments: [CallArgument], at address: String?) throws -> JSONObject {
    var params = try CallArgument.params(arguments)
    if let address { params["at"] = .string(address) }
    return params
  }

  private func run(_ word: ReplWord, _ rest: [String], at address: String?) throws {
    switch word {
    case .help: try write(ReplWord.text)
    case .tree: try write(outline())
    case .state: try ask("state.get", ["computed": true], at: address)
    case .effects: try ask("effect.list", [:])
    case .actions: try listActions(at: address)
    case .undo: try change("history.undo", [:], [])
    case .redo: try change("history.redo", [:], [])
    case .explain:
      guard let action = rest.first else { throw ValidationError("which action?") }
      let arguments = try CallStep.arguments(Array(rest.dropFirst()))
      let reply = server.call("explain", try dispatch(action, arguments, at: address))
      if let error = reply.error { return try refuse(error, arguments) }
      try write(report.explanation(reply.result))
    case .why:
      guard let explanation else { throw ValidationError("no action has been sent") }
      try write(report.explanation(explanation))
    case .quit: break
    }
  }

  private func ask(_ method: String, _ params: JSONObject, at address: String? = nil) throws {
    var params = params
    if let address { params["at"] = .string(address) }
    let reply = server.call(method, params)
    if let error = reply.error { return try refuse(error, []) }
    try write(report.result(reply.result))
  }

  private func listActions(at address: String?) throws {
    for row in actions(at: address) {
      var line = row["action"]?.string ?? ""
      for (name, schema) in row["payload"]?["properties"]?.object ?? [:] {
        line += " \(name)=\(schema["type"]?.string ?? schema["type"].map { "\($0)" } ?? "")"
      }
      try write("\(line)  \(row["takenBy"]?.string ?? "the flow"): \(row["possible"]?.string ?? "")\n")
    }
  }

  private func actions(at address: String?) -> [JSONValue] {
    server.call("state.actions", address.map { ["at": .string($0)] } ?? [:]).result["actions"]?.array ?? []
  }

  private func dispatch(_ action: String, _ arguments: [CallArgument], at address: String?) throws
    -> JSONObject
  {
    var payload: JSONObject = ["type": .string(action)]
    for (name, value) in try CallArgument.params(arguments) { payload[name] = value }
    var params: JSONObject = ["action": .object(payload)]
    if let address { params["at"] = .string(address) }
    return params
  }

  /// Sends an action, and remembers why it will do what it does.
  private func send(_ action: String, _ words: [String], at address: String?) throws {
    let arguments = try CallStep.arguments(words)
    let params = try dispatch(action, arguments, at: address)
    let explained = server.call("explain", params)
    explanation = explained.error == nil ? explained.result : nil
    try change("dispatch", params, arguments.map { $0.inside("action") }, typed: action)
  }

  /// Calls a method, and shows its result, its notifications and the change.
  private func change(
    _ method: String, _ params: JSONObject, _ arguments: [CallArgument], typed: String? = nil
  ) throws {
    let before = SessionView(server)
    let reply = server.call(method, params)
    let after = SessionView(server)
    if let error = reply.error {
      try show(reply.notifications)
      return try refuse(error, arguments, typed: typed)
    }
    let changes = report.changes(from: before, to: after)
    if typed == nil, changes.isEmpty { try write(report.result(reply.result)) }
    if let answer = reply.result["reply"] { try write("= \(answer)\n") }
    try write(changes)
    try show(reply.notifications)
    if !changes.isEmpty || typed != nil { try write(outline()) }
  }

  private func refuse(_ error: JSONValue, _ arguments: [CallArgument], typed: String? = nil) throws {
    hasFailed = true
    var hint = arguments.hint(for: error)
    if let typed, hint == nil, error["data"]?["kind"]?.string == "notHandled" {
      // It may be a misspelt method or word.
      hint = Spelling.hint(for: typed, among: methods + ReplWord.allCases.map(\.rawValue))
    }
    try write(report.error(error, hint: error["data"]?["hint"] == nil ? hint : nil))
  }

  private func show(_ notifications: [JSONValue]) throws {
    for notification in notifications { try write(report.notification(notification)) }
  }

  private func outline() -> String { report.outline(server.call("state.outline").result.string ?? "") }

  /// The completions of a word.
  func completions(of word: String, after before: String) -> [String] {
    let words = before.split(whereSeparator: \.isWhitespace).map(String.init)
    var candidates: [String]
    if word.hasPrefix("@") {
      candidates = addresses().map { "@\($0)" }
    } else if let first = words.first(where: { ReplWord(rawValue: $0) != .explain }) {
      if let method = MethodTable.methods.first(where: { $0.name == first }) {
        candidates = method.parameters.map { "\($0.name)=" }
      } else {
        let address = words.first { $0.hasPrefix("@") }.map { String($0.dropFirst()) }
        let row = actions(at: address).first { $0["action"]?.string == first }
        candidates = (row?["payload"]?["properties"]?.object ?? [:]).keys.map { "\($0)=" }
      }
    } else {
      candidates = actions(at: nil).compactMap { $0["action"]?.string } + methods
      candidates += ReplWord.allCases.map(\.rawValue)
    }
    return Set(candidates.filter { $0.hasPrefix(word) }).sorted()
  }

  /// The addresses of all screens.
  private func addresses() -> [String] {
    var addresses: [String] = []
    let windows = server.call("window.list").result.array ?? []
    var pending = windows.compactMap { window in
      window["window"]?.string.map { server.call("state.get", ["at": .string("/\($0)")]).result }
    }
    while let screen = pending.popLast() {
      if let at = screen["at"]?.string { addresses.append(at) }
      for case .object(let held) in (screen["slots"]?.object ?? [:]).values { pending.append(.object(held)) }
    }
    return addresses
  }
}
