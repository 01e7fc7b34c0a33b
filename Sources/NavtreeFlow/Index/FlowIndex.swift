import NavigationTree
import NavtreeCEL
package import NavtreeYAML

/// The places of all names of a flow and its scenarios: where they are declared, and where they are used.
package struct FlowIndex {
  package struct Occurrence {
    /// What the name stands for; several where that depends on the state.
    package let symbols: [FlowSymbol]
    package let location: SourceLocation
    package let isDefinition: Bool
    /// The name as it is written.
    package let name: String
  }

  /// A text that a name may be made of or compared with when the flow runs.
  package struct Doubt {
    package let text: String
    package let location: SourceLocation
    package let reason: String
  }

  package private(set) var occurrences: [Occurrence] = []
  package private(set) var doubts: [Doubt] = []
  private var names: FlowNames
  /// Added to the numbers of files.
  private var base: Int32

  /// - Parameters:
  ///   - names: The names of the flow that the file belongs to.
  ///   - base: The number of files before those of the document.
  /// - Complexity: O(size of the files).
  package init(of document: YAMLDocument, isOfScenarios: Bool = false, names: FlowNames, base: Int = 0) {
    self.names = names
    self.base = Int32(clamping: base)
    var index = self
    FormatVisitor<YAMLNode>(
      scalar: { index.take($0, $1) }, key: { index.takeKey($0, $2) }
    ).visit(document.root, .root(ofScenarios: isOfScenarios))
    self = index
  }

  private mutating func add(
    _ symbols: [FlowSymbol], _ name: String, _ location: SourceLocation, isDefinition: Bool = false
  ) {
    if symbols.isEmpty { return }
    var location = location
    location.file += base
    occurrences.append(
      Occurrence(symbols: symbols, location: location, isDefinition: isDefinition, name: name))
  }

  private mutating func doubt(_ text: String, _ location: SourceLocation, _ reason: String) {
    var location = location
    location.file += base
    doubts.append(Doubt(text: text, location: location, reason: reason))
  }

  // MARK: Keys and scalars

  private mutating func takeKey(_ key: YAMLNode, _ place: FormatPlace) {
    let text = key.text
    if place.isTree, Format.object(.tree)[text] == nil {
      add([FlowSymbol(.screen, text)], text, key.location)
    }
    if place.mapping(key) != nil { return }
    guard let kind = place.keys else { return }
    if case .address = kind { return takeAddress(key) }
    if case .member = kind { return }
    if text.hasPrefix("/") {
      takeTemplate(key, place)
      return takePointer(key, kind)
    }
    add(symbols(kind, text, place), text, key.location, isDefinition: place.isDeclaring)
  }

  private mutating func take(_ node: YAMLNode, _ place: FormatPlace) {
    let text = node.text
    if place.isOfScenarios, place.key == "error", place.path == ["invariant"] {
      return add([FlowSymbol(.invariant, text)], text, node.location)
    }
    if place.isOfScenarios, ["error", "log", "tree", "snapshot", "examples"].contains(place.key) {
      doubt(text, node.location, "is written in the scenarios")
    }
    switch place.language {
    case .expression:
      let isTemplate = text.hasPrefix("${") && text.hasSuffix("}")
      takeExpression(
        isTemplate ? String(text.dropFirst(2).dropLast()) : text, at: isTemplate ? 2 : 0, node, place)
      return
    case .template:
      if text.contains("${") {
        takeTemplate(node, place)
        if case .pointer = place.form { takePointer(node, .field(.state(place.screen))) }
        return
      }
    case .none: break
    }
    if case .pointer = place.form { return takePointer(node, .field(.state(place.screen))) }
    if place.object == .link, place.key == "url" { return takeURL(node) }
    if place.isURL { takeQuery(node) }
    guard let kind = place.names, node.string != nil || text == "null" else { return }
    switch kind {
    case .address: takeAddress(node)
    case .type:
      let name = ShortType(text).name
      let start = text.prefix { $0 == "[" }.count
      add([FlowSymbol(.type, name)], name, node.location(of: start..<start + name.unicodeScalars.count))
    default: add(symbols(kind, text, place), text, node.location)
    }
  }

  private func symbols(_ kind: FlowSymbol.Kind, _ name: String, _ place: FormatPlace) -> [FlowSymbol] {
    switch kind {
    case .slot(nil):
      if let screen = place.screen, names.has(.slot(screen), name) {
        return [FlowSymbol(.slot(screen), name)]
      }
    case .screen where name == "any", .store where name == Format.keptNowhere: return []
    case .condition(.some) where !names.has(kind, name): return [FlowSymbol(.condition(nil), name)]
    case .computed(nil) where place.isOfScenarios:
      return names.symbols(named: name) { if case .computed(.some) = $0 { true } else { false } }
    case .field(.state(let screen?)) where !names.has(kind, name) && names.has(.computed(screen), name):
      return [FlowSymbol(.computed(screen), name)]
    case .field(.shared) where names.has(.computed(nil), name): return [FlowSymbol(.computed(nil), name)]
    case .field(.params), .field(.state), .screen, .action, .effect, .type, .store, .window, .invariant,
      .part,
      .slot, .computed, .condition, .field, .local, .link, .member, .address:
      break
    }
    let owners = names.owners(kind, name)
    return (owners.isEmpty ? [kind] : owners).map { FlowSymbol($0, name) }
  }

  private mutating func takeURL(_ node: YAMLNode) {
    for param in LinkPattern.params(in: node.text) {
      let name = String(param.name)
      let range = param.offset..<param.offset + name.unicodeScalars.count
      add([FlowSymbol(.link(node.text), name)], name, node.location(of: range), isDefinition: true)
      guard let type = param.type.map(String.init) else { continue }
      let start = range.upperBound + 1
      add(
        [FlowSymbol(.type, type)], type, node.location(of: start..<start + type.unicodeScalars.count))
    }
  }

  /// A URL to open, whose query names params of links.
  private mutating func takeQuery(_ node: YAMLNode) {
    for (symbols, name, offset) in params(inQueryOf: node.text) {
      add(symbols, name, node.location(of: offset..<offset + name.unicodeScalars.count))
    }
  }

  /// The params of links that a URL or a piece of one names.
  private func params(inQueryOf url: String) -> [(symbols: [FlowSymbol], name: String, offset: Int)] {
    var found: [(symbols: [FlowSymbol], name: String, offset: Int)] = []
    var offset = 0
    for part in url.prefix(while: { $0 != "#" }).split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "?" || $0 == "&" })
    {
      let name = String(part.prefix { $0 != "=" })
      let links = names.symbols(named: name) { if case .link = $0 { true } else { false } }
      if offset > 0, !links.isEmpty { found.append((links, name, offset)) }
      offset += part.unicodeScalars.count + 1
    }
    return found
  }

  /// A JSON Pointer, whose first segment is a field.
  private mutating func takePointer(_ node: YAMLNode, _ kind: FlowSymbol.Kind) {
    let name = node.text.dropFirst().prefix { $0 != "/" }
    if name.contains("$") { return doubt(name.description, node.location, "may be named by an expression") }
    add(
      [FlowSymbol(kind, String(name))], String(name), node.location(of: 1..<1 + name.unicodeScalars.count))
  }

  /// A path such as `/main/detail#17`, whose segments after the window are slots.
  private mutating func takeAddress(_ node: YAMLNode) {
    let text = String(node.text.prefix { $0 != "#" })
    guard text.contains("/") else { return }
    if text.contains("${") { return doubt(text, node.location, "stands in a path that an expression makes") }
    var holders: Set<String>? = text.hasPrefix("/") ? names.roots : nil
    var offset = 0
    for (number, segment) in text.split(separator: "/", omittingEmptySubsequences: false).enumerated() {
      let name = String(segment)
      let range = offset..<offset + segment.unicodeScalars.count
      offset = range.upperBound + 1
      if number == 0 || segment.isEmpty { continue }
      if number == 1, text.hasPrefix("/") {
        if names.has(.window, name) { add([FlowSymbol(.window, name)], name, node.location(of: range)) }
        continue
      }
      let known = names.owners(.slot(nil), name).filter { kind in
        holders.map { screens in kind.owner.map(screens.contains) ?? false } ?? true
      }
      add(known.map { FlowSymbol($0, name) }, name, node.location(of: range))
      holders = names.screens(in: name, of: Set(known.compactMap(\.owner)))
    }
  }

  // MARK: Expressions

  private mutating func takeTemplate(_ node: YAMLNode, _ place: FormatPlace) {
    guard let template = try? TemplateText(node.text) else { return }
    for case .expression(let source, let offset) in template.pieces {
      takeExpression(source, at: offset, node, place)
    }
    for case .literal(let text) in template.pieces where place.isURL {
      for param in params(inQueryOf: text) {
        doubt(param.name, node.location, "stands in a URL that an expression makes")
      }
    }
    switch place.names {
    case .address: doubt(node.text, node.location, "stands in a path that an expression makes")
    case .slot: doubt("", node.location, "may be named by an expression")
    default: break
    }
  }

  private mutating func takeExpression(
    _ source: String, at offset: Int, _ node: YAMLNode, _ place: FormatPlace
  ) {
    guard let found = CELNames(of: source) else { return }
    func location(_ range: CELSourceRange) -> SourceLocation {
      node.location(of: offset + range.start..<offset + range.end)
    }
    for path in found.paths {
      let written = path.origin.isEmpty ? 0 : path.origin.count - 1
      let full =
        (path.origin.isEmpty ? [path.parts[0].text] : path.origin) + path.parts.dropFirst().map(\.text)
      for (index, symbols) in self.symbols(ofPath: full, place) where index >= written {
        let part = path.parts[index - written]
        if index == written, !path.origin.isEmpty { continue }
        add(symbols, part.text, location(part.range))
      }
    }
    for text in found.texts {
      let kind: FlowSymbol.Kind? =
        switch (text.compared.last, text.compared.first) {
        case ("type", _): .screen
        case ("name", "owed"): .effect
        case ("window", _): .window
        default: nil
        }
      if let kind {
        let range = CELSourceRange(text.part.range.start + 1, text.part.range.end - 1)
        add([FlowSymbol(kind, text.part.text)], text.part.text, location(range))
      } else {
        doubt(text.part.text, location(text.part.range), "is a text in an expression")
      }
    }
  }

  /// The meanings of the parts of a path, by their numbers.
  private func symbols(ofPath path: [String], _ place: FormatPlace) -> [(Int, [FlowSymbol])] {
    func field(_ number: Int, _ kind: FlowSymbol.Kind?) -> [(Int, [FlowSymbol])] {
      guard let kind, path.indices.contains(number) else { return [] }
      let symbols = symbols(kind, path[number], place)
      return [(number, symbols)]
    }
    if place.locals.contains(path[0]) {
      return field(0, .local("\(place.screen ?? "").\(place.action ?? "")"))
    }
    let second = path.count > 1 ? path[1] : ""
    switch path[0] {
    case "params": return field(1, place.screen.map { .field(.params($0)) })
    case "state": return field(1, place.screen.map { .field(.state($0)) })
    case "computed": return field(1, place.screen.map { .computed($0) })
    case "guards": return field(1, .condition(place.screen))
    case "shared": return field(1, .field(.shared))
    case "action" where path.count > 2 && (second == "output" || second == "error" || second == "input"):
      return [(2, names.answers(second, path[2]))]
    case "action": return field(1, place.action.map { .field(.payload($0)) })
    case "link": return field(1, place.link.map { .link($0) })
    case "input" where place.isOfScenarios: return field(1, place.effect.map { .field(.input($0)) })
    case "old" where second == "params": return field(2, place.screen.map { .field(.params($0)) })
    case "parent" where path.count > 2 && place.screen != nil:
      let kinds = names.holders(of: place.screen ?? "").map { holder -> FlowSymbol.Kind in
        second == "state" ? .field(.state(holder)) : .field(.params(holder))
      }
      return [(2, kinds.filter { names.has($0, path[2]) }.map { FlowSymbol($0, path[2]) })]
    case "screens" where path.count > 3:
      return field(
        3, path[2] == "state" ? .field(.state(nil)) : path[2] == "params" ? .field(.params(nil)) : nil)
    default:
      return names.has(.condition(place.screen), path[0]) || names.has(.condition(nil), path[0])
        ? field(0, .condition(place.screen)) : []
    }
  }
}
