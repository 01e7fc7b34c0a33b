import NavigationTree
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// Requests about the names of a flow: where they are, and what they are.
extension LanguageServer {
  /// The project of a place, and what stands there.
  func find(_ params: JSONValue) throws(Fault) -> (Project, FlowIndex.Occurrence, path: String)? {
    let (path, text, offset) = try place(params)
    guard let project = workspace.project(of: path) else { return nil }
    guard let found = project.occurrence(in: path, at: offset) else { return nil }
    // The index of an older text may be off.
    let range = EditorText.bytes(of: found.location, in: project.source(found.location))
    guard range.upperBound <= text.bytes.count, text.bytes[range].elementsEqual(found.name.utf8) else {
      return nil
    }
    return (project, found, path)
  }

  private func location(_ occurrence: FlowIndex.Occurrence, _ project: Project) -> JSONValue {
    let file = project.source(occurrence.location).file
    return ["uri": .string(workspace.uri(file)), "range": project.range(occurrence, encoding)]
  }

  func definition(_ params: JSONValue) throws(Fault) -> JSONValue {
    if let target = try file(at: params) { return target }
    guard let (project, found, path) = try find(params) else { return .null }
    let definitions = project.occurrences(of: found.symbols, from: path).filter(\.isDefinition)
    return .array(definitions.map { location($0, project) })
  }

  /// The file that a path at the cursor names: a part, a scenario's flow.
  private func file(at params: JSONValue) throws(Fault) -> JSONValue? {
    let (path, text, offset) = try place(params)
    guard let (steps, node) = TolerantReader.read(text.bytes).way(to: offset), node.kind == .scalar else {
      return nil
    }
    guard TextNode.place(of: steps, isOfScenarios: Workspace.isOfScenarios(path)).isPath,
      let target = PartPath.resolve(node.text, from: PartPath.folder(of: path))
    else { return nil }
    let start: JSONValue = ["line": 0, "character": 0]
    return ["uri": .string(workspace.uri("/" + target)), "range": ["start": start, "end": start]]
  }

  func references(_ params: JSONValue) throws(Fault) -> JSONValue {
    guard let (project, found, path) = try find(params) else { return .null }
    let isWithDeclaration = params["context"]?["includeDeclaration"]?.boolean ?? true
    let all = try everywhere(project) { (project) throws(Fault) in
      project.occurrences(of: found.symbols, from: path).filter { isWithDeclaration || !$0.isDefinition }
    }
    var told: Set<JSONValue> = []
    let locations = all.flatMap { (project, occurrences) in occurrences.map { location($0, project) } }
    return .array(locations.filter { told.insert($0).inserted })
  }

  /// The places of a name in a flow, and in those that share a file where it stands.
  private func everywhere(
    _ project: Project, _ find: (Project) throws(Fault) -> [FlowIndex.Occurrence]
  ) throws(Fault) -> [(project: Project, occurrences: [FlowIndex.Occurrence])] {
    var all = [(project: project, occurrences: try find(project))]
    var next = 0
    while next < all.count {
      let (project, occurrences) = all[next]
      for file in Set(occurrences.map { project.source($0.location).file }).sorted() {
        for other in workspace.projects(with: file) where !all.contains(where: { $0.project === other }) {
          all.append((other, try find(other)))
        }
      }
      next += 1
    }
    return all
  }

  func highlight(_ params: JSONValue) throws(Fault) -> JSONValue {
    guard let (project, found, path) = try find(params) else { return .null }
    let all = project.occurrences(of: found.symbols, from: path).filter {
      project.source($0.location).file == path
    }
    return .array(
      all.map { ["range": project.range($0, encoding), "kind": $0.isDefinition ? 3 : 2] })
  }

  // MARK: Renaming

  func prepareRename(_ params: JSONValue) throws(Fault) -> JSONValue {
    guard let (project, found, path) = try find(params) else { return .null }
    _ = try renamed(found, project, path)
    return ["range": project.range(found, encoding), "placeholder": .string(found.name)]
  }

  /// The symbol that a rename is about, and all its places.
  private func renamed(_ found: FlowIndex.Occurrence, _ project: Project, _ path: String) throws(Fault)
    -> [FlowIndex.Occurrence]
  {
    func place(_ location: SourceLocation) -> String {
      "\(project.source(location).file):\(location.line):\(location.column)"
    }
    guard found.symbols.count == 1, let symbol = found.symbols.first else {
      let owners = found.symbols.compactMap(\.kind.owner).sorted().joined(separator: ", ")
      throw .refused(
        "'\(found.name)' is ambiguous: it may be that of \(owners); rename it where it is declared")
    }
    if let meaning = project.scopes.meaning(of: symbol) {
      throw .refused("navtree itself gives '\(found.name)' its meaning: \(meaning)")
    }
    let all = project.occurrences(of: [symbol], from: path)
    guard all.contains(where: \.isDefinition) else {
      throw .refused("'\(found.name)' is declared nowhere in the flow's text, so it can't be renamed")
    }
    if let other = all.first(where: { $0.symbols.count > 1 }) {
      let owners = other.symbols.filter { $0 != symbol }.compactMap(\.kind.owner).sorted().joined(
        separator: ", ")
      throw .refused(
        "'\(found.name)' at \(place(other.location)) is ambiguous: it may also be that of \(owners)")
    }
    let migrations = project.scopes.document.root.member("migrations")
    if let migrations, migrations.mentions(found.name) {
      throw .refused(
        "'\(found.name)' is named in a migration, which tells of older versions: \(place(migrations.location))"
      )
    }
    for doubt in project.doubts {
      let isMeant =
        switch symbol.kind {
        case .slot: doubt.text.isEmpty || doubt.text.names(found.name)
        case .local, .condition, .type, .part: false
        default: doubt.text.names(found.name)
        }
      if isMeant {
        throw .refused(
          "'\(found.name)' may be meant at \(place(doubt.location)) too, where it \(doubt.reason)")
      }
    }
    return all
  }

  func rename(_ params: JSONValue) throws(Fault) -> JSONValue {
    guard let name = params["newName"]?.string else { throw .params("newName is missing") }
    guard let (project, found, path) = try find(params) else {
      throw .refused("no name that can be renamed is here")
    }
    guard NavigationPath.isName(name) else {
      throw .refused("'\(name)' is no name: a letter, then letters, digits, _ or -")
    }
    let all = try everywhere(project) { (project) throws(Fault) in try renamed(found, project, path) }
    if let kind = found.symbols.first?.kind, let meaning = project.scopes.meaning(of: FlowSymbol(kind, name))
    {
      throw .refused("navtree itself gives '\(name)' a meaning: \(meaning)")
    }
    if case .local? = found.symbols.first?.kind {
      // A variable of a macro in the same expression would be meant.
      for location in all[0].occurrences.map(\.location)
      where project.source(location).line(location.line - 1).names(name) {
        throw .refused("'\(name)' stands in line \(location.line) already, where it would be another name")
      }
    }
    var edits: [String: Set<Range<Int>>] = [:]
    for (project, occurrences) in all {
      for occurrence in occurrences {
        let source = project.source(occurrence.location)
        edits[source.file, default: []].insert(EditorText.bytes(of: occurrence.location, in: source))
      }
    }
    var changes: JSONObject = [:]
    var texts: [String: [UInt8]] = [:]
    for (file, ranges) in edits.sorted(by: { $0.key < $1.key }) {
      guard let text = workspace.text(file) else { throw .refused("\(file) can't be read") }
      var bytes = text.bytes
      for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) {
        guard range.upperBound <= bytes.count, text.bytes[range].elementsEqual(found.name.utf8) else {
          throw .refused("'\(found.name)' is written in another way in \(file)")
        }
        bytes.replaceSubrange(range, with: name.utf8)
      }
      texts[file] = bytes
      changes[workspace.uri(file)] = .array(
        ranges.sorted { $0.lowerBound < $1.lowerBound }.map {
          ["range": text.range($0, encoding), "newText": .string(name)]
        })
    }
    for flow in all.map(\.project.files[0]) {
      let scenarios = workspace.scenarios(of: flow)
      let known = workspace.errors(of: flow, scenarios)
      let faults = workspace.errors(of: flow, scenarios, with: texts)
      if faults.count > known.count,
        let fault = faults.first(where: { fault in !known.contains { $0.message == fault.message } })
      {
        throw .refused(
          "'\(found.name)' can't be renamed to '\(name)': then, in line \(fault.location.line), \(fault.message)"
        )
      }
    }
    return ["changes": .object(changes)]
  }

  // MARK: Symbols

  func documentSymbols(_ params: JSONValue) throws(Fault) -> JSONValue {
    let (path, text) = try text(params)
    let root = TolerantReader.read(text.bytes)
    return .array(symbols(root, FormatPlace.root(ofScenarios: Workspace.isOfScenarios(path)), text, 0))
  }

  private func symbols(_ node: TextNode, _ place: FormatPlace, _ text: EditorText, _ depth: Int)
    -> [JSONValue]
  {
    if depth > 12 { return [] }
    var found: [JSONValue] = []
    for item in node.items {
      let inner = symbols(item, place.item(), text, depth + 1)
      if let name = item.member("name") ?? item.member("url"), ["scenarios", "links"].contains(place.key) {
        found.append(symbol(name, 12, place.key, end: item.lastByte, inner, text))
      } else {
        found += inner
      }
    }
    for (key, value) in node.members {
      let inner = symbols(value, place.value(of: key, in: node), text, depth + 1)
      if place.isDeclaring, let kind = place.keys {
        found.append(symbol(key, kind.symbolKind, kind.noun, end: value.lastByte, inner, text))
      } else {
        found += inner
      }
    }
    return found
  }

  private func symbol(
    _ name: TextNode, _ kind: Int, _ detail: String, end: Int, _ children: [JSONValue], _ text: EditorText
  ) -> JSONValue {
    [
      "name": .string(name.text.isEmpty ? "?" : name.text), "detail": .string(detail), "kind": .integer(kind),
      "range": text.range(name.range.lowerBound..<max(end, name.range.upperBound), encoding),
      "selectionRange": text.range(name.range, encoding), "children": .array(children),
    ]
  }

  func workspaceSymbols(_ params: JSONValue) throws(Fault) -> JSONValue {
    let query = (params["query"]?.string ?? "").lowercased()
    var seen: Set<String> = []
    var found: [JSONValue] = []
    for path in workspace.flows.keys.sorted() {
      guard let flow = workspace.flow(of: path), seen.insert(flow).inserted,
        let project = workspace.project(of: flow)
      else { continue }
      for occurrence in project.occurrences where occurrence.isDefinition {
        guard occurrence.name.lowercased().contains(query), let symbol = occurrence.symbols.first else {
          continue
        }
        found.append([
          "name": .string(occurrence.name), "kind": .integer(symbol.kind.symbolKind),
          "containerName": .string(symbol.kind.owner ?? ""), "location": location(occurrence, project),
        ])
      }
    }
    return .array(found)
  }
}

extension YAMLNode {
  /// Whether a name is a word of a node or of one below it. Recursion is bounded by the depth of YAML.
  fileprivate func mentions(_ name: String) -> Bool {
    switch kind {
    case .scalar: text.names(name)
    case .sequence: elements.contains { $0.mentions(name) }
    case .mapping: pairs.contains { $0.key.text == name || $0.value.mentions(name) }
    }
  }
}

extension String {
  /// Whether a name is a word of the text.
  fileprivate func names(_ name: String) -> Bool {
    split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }.contains { $0 == name }
  }
}

extension TextNode {
  /// The end of all that lies below it. Recursion is bounded by the reader.
  fileprivate var lastByte: Int {
    max(
      range.upperBound, members.last.map { max($0.key.range.upperBound, $0.value.lastByte) } ?? 0,
      items.last?.lastByte ?? 0)
  }
}

extension FlowSymbol.Kind {
  /// The kinds of LSP 3.17, `SymbolKind`.
  fileprivate var symbolKind: Int {
    switch self {
    case .screen: 5
    case .action, .effect: 24
    case .type: 23
    case .slot: 7
    case .computed, .condition, .invariant, .part: 12
    case .field, .local, .link, .member, .store, .window, .address: 8
    }
  }
}
