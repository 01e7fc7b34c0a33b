import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// `textDocument/hover`: what a key, a name or a part of an expression is.
extension LanguageServer {
  func hover(_ params: JSONValue) throws(Fault) -> JSONValue {
    let (path, text, offset) = try place(params)
    var lines: [String] = []
    if let (project, found, _) = try find(params) { lines = describe(found, project, path) }
    if lines.isEmpty, let steps = TolerantReader.read(text.bytes).way(to: offset)?.steps {
      let place = TextNode.place(of: steps, isOfScenarios: Workspace.isOfScenarios(path))
      if case .key(let key, let map)? = steps.last, let entry = place.entry(key.text, in: map) {
        lines = ["**\(key.text)**: \(entry.form)", entry.summary]
      }
      if lines.isEmpty, place.language != .none {
        lines = describeExpression(place, path, text, offset)
      }
    }
    if lines.isEmpty { return .null }
    return ["contents": ["kind": "markdown", "value": .string(lines.joined(separator: "\n\n"))]]
  }

  /// The type of a name within an expression, or the signatures of a function.
  private func describeExpression(
    _ place: FormatPlace, _ path: String, _ text: EditorText, _ offset: Int
  ) -> [String] {
    let isOfScenarios = Workspace.isOfScenarios(path)
    guard let spot = completer.spot(text.bytes, at: offset, isOfScenarios: isOfScenarios),
      let source = spot.expression
    else { return [] }
    let word = String(decoding: text.bytes[spot.word], as: UTF8.self)
    let next = spot.word.upperBound < text.bytes.count ? text.bytes[spot.word.upperBound] : 0
    if next == UInt8(ascii: "("), let signatures = CELProbe.signatures(of: word) {
      return ["```\n\(signatures)\n```"]
    }
    let scopes = workspace.flow(of: path).flatMap { workspace.scopes(of: $0) }
    guard let scopes, !word.isEmpty else { return [] }
    guard let probe = CELProbe(endOf: source, in: scopes.environment(at: place)),
      let found = probe.candidates.first(where: { $0.name == word })
    else { return [] }
    return ["**\(word)**: \(found.detail)"]
  }

  private func describe(_ found: FlowIndex.Occurrence, _ project: Project, _ path: String) -> [String] {
    guard let symbol = found.symbols.first else { return [] }
    let owner = symbol.kind.owner.map { " of \($0)" } ?? ""
    var lines = ["**\(found.name)**: \(symbol.kind.noun)\(owner)"]
    let names = project.names
    switch symbol.kind {
    case .screen:
      for (noun, record) in [("params", FlowSymbol.Record.params(found.name)), ("state", .state(found.name))]
      {
        let fields = project.scopes.record(record)?.fields ?? []
        if !fields.isEmpty {
          lines.append(
            "\(noun): "
              + fields.map { "`\($0.name)`: \($0.schema.type(named: $0.name))" }.joined(separator: ", "))
        }
      }
      let holders = names.holders(of: found.name)
      lines.append(holders.isEmpty ? "presented by none" : "presented by " + holders.joined(separator: ", "))
    case .action:
      let fields = project.scopes.record(.payload(found.name))?.fields ?? []
      if !fields.isEmpty {
        lines.append(
          "payload: "
            + fields.map { "`\($0.name)`: \($0.schema.type(named: $0.name))" }.joined(separator: ", "))
      }
      let senders = project.occurrences(of: [symbol], from: path).filter { !$0.isDefinition }.map {
        "\(project.source($0.location).file.split(separator: "/").last ?? ""):\($0.location.line)"
      }
      lines.append(
        senders.isEmpty ? "sent by the host alone" : "sent at " + senders.prefix(10).joined(separator: ", "))
    case .field(let record):
      let field = project.scopes.record(record)?.fields.first { $0.name == found.name }
      if let field { lines.append("`\(JSONValue.object(field.schema.jsonSchema))`") }
    default: break
    }
    return lines
  }
}
