import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeYAML

/// Requests that offer a change, or run something.
extension LanguageServer {
  func codeActions(_ params: JSONValue) throws(Fault) -> JSONValue {
    let (path, text) = try text(params)
    let start = text.offset(params["range"]?["start"], encoding)
    let end = max(start, text.offset(params["range"]?["end"], encoding))
    lazy var root = TolerantReader.read(text.bytes)
    var actions: [JSONValue] = []
    var certain: [(range: Range<Int>, text: String)] = []
    for (diagnostic, source) in workspace.diagnostics()[path] ?? [] {
      let range = EditorText.bytes(of: diagnostic.location, in: source)
      guard source.bytes == text.bytes else { continue }
      if let fix = diagnostic.fix, diagnostic.isFixCertain {
        let range = fix.range(in: source)
        if certain.allSatisfy({ !$0.range.overlaps(range) && $0.range.lowerBound != range.lowerBound }) {
          certain.append((range, fix.text))
        }
      }
      guard range.lowerBound <= end, start <= range.upperBound else { continue }
      let item = item(diagnostic, in: source, text)
      if let fix = diagnostic.fix {
        let edit = edit(fix.range(in: source), fix.text, text)
        actions.append(
          action(diagnostic.hint ?? "fix it", item, path, [edit], isPreferred: diagnostic.isFixCertain))
      }
      if let (title, edit) = declaration(for: diagnostic, at: range.lowerBound, in: text, root) {
        actions.append(action(title, item, path, [edit]))
      }
    }
    if !certain.isEmpty {
      let edits = certain.map { edit($0.range, $0.text, text) }
      actions.append([
        "title": "apply the fixes that are certain", "kind": "source.fixAll", "edit": changes(path, edits),
      ])
    }
    let only = (params["context"]?["only"]?.array ?? []).compactMap(\.string)
    return .array(
      actions.filter { action in
        only.isEmpty
          || only.contains { kind in
            let own = action["kind"]?.string ?? ""
            return own == kind || own.hasPrefix(kind + ".")
          }
      })
  }

  private func edit(_ range: Range<Int>, _ text: String, _ whole: EditorText) -> JSONValue {
    ["range": whole.range(range, encoding), "newText": .string(text)]
  }

  private func changes(_ path: String, _ edits: [JSONValue]) -> JSONValue {
    let changes: JSONObject = [workspace.uri(path): .array(edits)]
    return ["changes": .object(changes)]
  }

  private func action(
    _ title: String, _ diagnostic: JSONValue, _ path: String, _ edits: [JSONValue], isPreferred: Bool = false
  ) -> JSONValue {
    [
      "title": .string(title), "kind": "quickfix", "diagnostics": [diagnostic],
      "isPreferred": .boolean(isPreferred), "edit": changes(path, edits),
    ]
  }

  /// `textDocument/formatting` and `textDocument/rangeFormatting`: the edits of `navtree fmt`.
  func format(_ params: JSONValue) throws(Fault) -> JSONValue {
    let (path, text) = try text(params)
    let source = SourceText(file: path, bytes: text.bytes)
    var lines: ClosedRange<Int>?
    if let range = params["range"] {
      let first = max(range["start"]?["line"]?.integer ?? 0, 0)
      let last = max(range["end"]?["line"]?.integer ?? first, first)
      lines = first...last
    }
    do {
      let edits = try YAMLFormatter.edits(of: source, in: lines, FlowVocabulary())
      return .array(edits.map { edit($0.range(in: source), $0.text, text) })
    } catch {
      throw .refused("the text has errors: \(error.diagnostics.first?.message ?? "")")
    }
  }

  /// The declaration of a screen, an action, a slot or an effect that is named and missing.
  private func declaration(
    for diagnostic: Diagnostic, at offset: Int, in text: EditorText, _ read: @autoclosure () -> TextNode
  ) -> (title: String, edit: JSONValue)? {
    let parts = diagnostic.message.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    let range = text.bytes.word(at: offset, where: \.isOfName)
    let name = String(decoding: text.bytes[range], as: UTF8.self)
    guard parts.contains(Substring(name)), !name.isEmpty else { return nil }
    let (section, value): (String, String)
    switch diagnostic.code {
    case .unknownScreen: (section, value) = ("screens", "{}")
    case .unknownEffect: (section, value) = ("effects", "{}")
    case .unknownAction: (section, value) = ("actions", "{}")
    case .unknownSlot: (section, value) = ("slots", "{ presents: any }")
    default: return nil
    }
    let root = read()
    var map = root
    if section == "actions" || section == "slots" {
      // Of the screen that the name stands in, or of its only parent.
      guard let steps = root.way(to: offset)?.steps, steps.count > 1, case .value(let key, _) = steps[0],
        key.text == "screens", case .value(let screen, let screens) = steps[1]
      else { return nil }
      var owner = screen.text
      if case .value(_, let around)? = steps.last, around.member("to")?.text == "parent" {
        let parents = FlowNames(of: root).holders(of: owner)
        guard parents.count == 1 else { return nil }
        owner = parents[0]
      }
      guard let found = screens.member(owner) else { return nil }
      map = found
    }
    guard let (place, insertion) = Self.insertion(of: "\(name): \(value)", into: section, of: map, text.bytes)
    else {
      return nil
    }
    return (
      "declare the \(section.dropLast()) '\(name)'",
      ["range": text.range(place..<place, encoding), "newText": .string(insertion)]
    )
  }

  /// A place in a section of a map, and the text that adds an entry there.
  private static func insertion(of entry: String, into section: String, of map: TextNode, _ bytes: [UInt8])
    -> (Int, String)?
  {
    func lineStart(of node: TextNode) -> Int {
      bytes[..<node.range.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    }
    func indent(of node: TextNode) -> String {
      String(repeating: " ", count: node.range.lowerBound - lineStart(of: node))
    }
    let end = SourceText.lineEnd(of: bytes)
    guard let target = map.member(section) else {
      guard let first = map.members.first?.key else { return nil }
      if map.isFlow { return (map.range.lowerBound + 1, " \(section): { \(entry) },") }
      return (lineStart(of: first), "\(indent(of: first))\(section): { \(entry) }\(end)")
    }
    guard let first = target.members.first?.key else { return nil }
    if target.isFlow { return (target.range.lowerBound + 1, " \(entry),") }
    return (lineStart(of: first), "\(indent(of: first))\(entry)\(end)")
  }

  // MARK: Scenarios

  func codeLenses(_ params: JSONValue) throws(Fault) -> JSONValue {
    let path = try path(params)
    guard Workspace.isOfScenarios(path), let text = workspace.text(path) else { return [] }
    let scenarios = TolerantReader.read(text.bytes).member("scenarios")?.items ?? []
    return .array(
      scenarios.compactMap { $0.member("name") }.map { name in
        [
          "range": text.range(name.range, encoding),
          "command": [
            "title": "run this scenario", "command": .string(Capabilities.runScenario),
            "arguments": [.string(workspace.uri(path)), .string(name.text)],
          ],
        ]
      })
  }

  func execute(_ params: JSONValue) throws(Fault) -> JSONValue {
    guard params["command"]?.string == Capabilities.runScenario else {
      throw .params("no command '\(params["command"]?.string ?? "")'; there is \(Capabilities.runScenario)")
    }
    guard let path = params["arguments"]?[0]?.string.flatMap(FileURI.path),
      let name = params["arguments"]?[1]?.string
    else { throw .params("\(Capabilities.runScenario) takes the URI of a file and a scenario's name") }
    guard let file = workspace.scenarioFile(path) else {
      throw .refused("\(path) has errors, or isn't in a folder that is open")
    }
    let text = Array(name.utf8)
    let meant = file.scenarios.filter { $0.name == name || $0.location.isNamed(text, in: file.source) }
    guard !meant.isEmpty else { throw .refused("no scenario of \(path) is named '\(name)'") }
    let runner = ScenarioRunner(file)
    let results = meant.map { runner.run($0) }
    let failures = results.flatMap { result in
      result.failures.map { "\(result.name): line \($0.location.line): \($0.message)" }
    }
    let message = failures.isEmpty ? "passed: \(name)" : "failed: " + failures.joined(separator: "\n")
    send("window/showMessage", ["type": .integer(failures.isEmpty ? 3 : 1), "message": .string(message)])
    return ["ok": .boolean(failures.isEmpty), "failures": .array(failures.map { .string($0) })]
  }
}

extension SourceLocation {
  /// Whether the text of a name with placeholders stands here.
  fileprivate func isNamed(_ name: [UInt8], in source: SourceText) -> Bool {
    source.line(line - 1).contains(String(decoding: name, as: UTF8.self))
  }
}
