import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

/// What may follow at a place of a text, whether or not the text parses.
struct Completer {
  /// An entry of the list.
  struct Item {
    /// The kinds of LSP 3.17, `CompletionItemKind`.
    enum Kind: Int {
      case text = 1, function = 3, field = 5, variable = 6, type = 7, property = 10, value = 12, member = 20
      case keyword = 14, snippet = 15, file = 17, event = 23
    }

    var label: String
    var kind: Kind
    var detail = ""
    var documentation = ""
    /// The text to insert; nil: the label.
    var insertion: String?
    var isSnippet = false
    /// Less is better; entries of the same rank are ordered by the words of the text.
    var rank = 0
  }

  /// The word that stands for the cursor.
  static let cursor = "cursor__"

  /// The types of a text that doesn't parse, by the text without the word at the cursor.
  private var repaired: (text: [UInt8], scopes: FlowScopes?)?

  /// A text with the cursor's word in place of the one that is typed, which stays the same while that word is typed.
  private var reading: (text: [UInt8], isOfScenarios: Bool, root: TextNode, names: FlowNames)?

  /// The place of the cursor in a text.
  struct Spot {
    let root: TextNode
    /// The names of the text.
    let names: FlowNames
    let node: TextNode
    let place: FormatPlace
    /// The map around it, if a key stands there.
    let map: TextNode?
    /// The bytes of the word at the cursor.
    let word: Range<Int>
    let bytes: [UInt8]

    /// The text of the scalar up to the word.
    var before: String {
      let start = min(node.range.lowerBound, word.lowerBound)
      var text = String(decoding: bytes[start..<word.lowerBound], as: UTF8.self)
      guard node.isQuoted, let quote = text.first else { return text }
      text.removeFirst()
      return quote == "'"
        ? text.split(separator: "''", omittingEmptySubsequences: false).joined(separator: "'")
        : text.split(separator: "\\\"", omittingEmptySubsequences: false).joined(separator: "\"")
    }

    /// The expression that is open at the word, up to it; nil outside of expressions.
    var expression: String? {
      let before = before
      if map == nil {
        if place.language == .none { return nil }
        if place.language == .expression {
          return before.hasPrefix("${") ? String(before.dropFirst(2)) : before
        }
      }
      do {
        _ = try TemplateText(before)
        return nil
      } catch {
        return String(before.unicodeScalars.dropFirst(error.offset + 2))
      }
    }
  }

  /// Reads a text with a word of its own at the cursor; nil within a comment.
  mutating func spot(_ text: [UInt8], at offset: Int, isOfScenarios: Bool) -> Spot? {
    // A minus may stand in an expression.
    let word = text.word(at: offset) { $0 >= 0x80 || $0.isOfName && $0 != UInt8(ascii: "-") }
    // The name of an anchor stands before a value, and is read as one.
    let isAnchor = text[..<word.lowerBound].suffix(2).elementsEqual(" &".utf8)
    let start = word.lowerBound - (isAnchor ? 1 : 0)
    var bytes = text
    bytes.replaceSubrange(start..<word.upperBound, with: Self.cursor.utf8)
    let known = reading.flatMap { $0.text == bytes && $0.isOfScenarios == isOfScenarios ? $0 : nil }
    let root = known?.root ?? TolerantReader.read(bytes)
    guard let (steps, node) = root.way(to: start), node.text.contains(Self.cursor) else {
      return nil
    }
    let names = known?.names ?? FlowNames(of: root, isOfScenarios: isOfScenarios)
    // The tree of a larger text takes too much memory.
    reading = bytes.count <= 1 << 20 ? (bytes, isOfScenarios, root, names) : nil
    let place = TextNode.place(of: steps, isOfScenarios: isOfScenarios)
    let map: TextNode? = if case .key(_, let node)? = steps.last { node } else { nil }
    return Spot(root: root, names: names, node: node, place: place, map: map, word: word, bytes: text)
  }

  /// The types of a text as far as the tolerant reader sees it.
  mutating func scopes(of spot: Spot, file: String, parts: @escaping PartReader) -> FlowScopes? {
    var key = spot.bytes
    key.removeSubrange(spot.word)
    if let repaired, repaired.text == key { return repaired.scopes }
    // The types of a part are those of a flow without a start.
    let root = TextNode(.mapping, spot.root.range)
    root.members = spot.root.members
    if root.member("flow") == nil {
      root.members.append((TextNode(.scalar, 0..<0, text: "flow"), TextNode(.scalar, 0..<0, text: "part")))
    }
    var text: [UInt8] = []
    TextWriter.write(root, &text)
    let scopes = FlowLoader.analyse(text, file: file, checksParts: true, repairs: false, parts: parts).scopes
    repaired = (key, scopes)
    return scopes
  }

  // MARK: Candidates

  static func items(_ spot: Spot, _ names: FlowNames, _ scopes: FlowScopes?) -> [Item] {
    let place = spot.place
    let open = spot.expression.map { expression($0, spot, names, scopes) }
    if let map = spot.map { return open ?? keys(place, map, names, scopes) }
    var items = open ?? values(spot, names, scopes)
    if spot.node.mayBeKey, !spot.node.isQuoted {
      items += keys(place, TextNode(.mapping, spot.word), names, scopes)
    }
    return items
  }

  private static func keys(
    _ place: FormatPlace, _ map: TextNode, _ names: FlowNames, _ scopes: FlowScopes?
  ) -> [Item] {
    let present = Set(map.members.map(\.key.text))
    let typed = FormatPlace.keys(ofType: map.member("type")?.text ?? "")
    var items = place.keyCandidates(map).map { candidate in
      Item(
        label: candidate.text, kind: .property, detail: candidate.detail, documentation: candidate.summary,
        insertion: candidate.text + (candidate.opensBlock ? ":" : ": "),
        rank: candidate.isRequired || typed.contains(candidate.text) ? 0 : 1)
    }
    if let kind = place.keys, !(place.isDeclaring) {
      items += self.names(kind, place, names, scopes).map { item in
        var item = item
        item.insertion = item.label + ": "
        return item
      }
    } else if place.isDeclaring, let kind = place.keys {
      // Another of the same noun may well have the same name.
      for names in [names.declared, names.used] {
        for other in names.kinds {
          let rank = other.noun == kind.noun ? 2 : other.isField && kind.isField ? 3 : 4
          // A name with a dot is navtree's own.
          items += names[other].filter { !$0.utf8.contains(UInt8(ascii: ".")) }.map {
            Item(label: $0, kind: .member, detail: other.noun, insertion: $0 + ": ", rank: rank)
          }
        }
      }
    }
    if let record = place.record {
      items += members(record, place, scopes).map {
        Item(label: $0.name, kind: .field, detail: $0.detail, insertion: $0.name + ": ", rank: 1)
      }
    }
    if place.mapping(map) == nil {
      items += self.names(.screen, place, names, scopes).filter { _ in place.isTree }
    }
    return items.filter { !present.contains($0.label) } + anything(names, rank: 6, isKey: true)
  }

  /// The fields of a record that a place gives values of, or the members of one of them.
  private static func members(_ record: FlowSymbol.Record, _ place: FormatPlace, _ scopes: FlowScopes?)
    -> [CELProbe.Candidate]
  {
    guard let fields = scopes?.record(record, on: place.screen)?.fields else { return [] }
    guard let first = place.path.first else {
      return fields.map {
        CELProbe.Candidate(name: $0.name, kind: .field, detail: "\($0.schema.type(named: $0.name))")
      }
    }
    guard var type = fields.first(where: { $0.name == first })?.schema.type(named: first) else { return [] }
    for name in place.path.dropFirst() {
      guard let field = CELProbe.field(name, of: type) else { return [] }
      type = field
    }
    return CELProbe.fields(of: type)
  }

  private static func values(_ spot: Spot, _ names: FlowNames, _ scopes: FlowScopes?) -> [Item] {
    let place = spot.place
    let before = spot.before
    var items = place.wordCandidates.map { Item(label: $0, kind: .value, rank: 1) }
    if place.object == .link, place.key == "url", before.last == ":" {
      items +=
        names.names(of: .type).map { Item(label: $0, kind: .type, detail: "type") }
        + FormatPlace.types.map { Item(label: $0, kind: .type) }
    }
    if let kind = place.names { items = self.names(kind, place, names, scopes) + items }
    if case .address? = place.names { items += segments(before, names) }
    if let record = place.record {
      if before.hasPrefix("/") || place.language == .template && place.path.isEmpty {
        items += members(record, place, scopes).map { Item(label: $0.name, kind: .field, detail: $0.detail) }
      }
      items += literals(record, place, scopes)
    }
    if place.language == .template, before.isEmpty, !spot.node.isQuoted {
      items.append(
        Item(
          label: "\"${}\"", kind: .snippet, detail: "an expression", insertion: "\"${$1}\"", isSnippet: true,
          rank: 5))
    }
    return items + anything(names, rank: 6, isKey: false)
  }

  /// The values that a field's type lists.
  private static func literals(_ record: FlowSymbol.Record, _ place: FormatPlace, _ scopes: FlowScopes?)
    -> [Item]
  {
    guard let name = place.path.first, place.path.count == 1,
      let schema = scopes?.record(record, on: place.screen)?.fields.first(where: { $0.name == name })?.schema
    else { return [] }
    let json = schema.jsonSchema
    var values = (json["enum"]?.array ?? []).map { $0.string ?? "\($0)" }
    if "\(json["type"] ?? .null)".contains("boolean") { values += ["true", "false"] }
    if "\(json["type"] ?? .null)".contains("null") { values.append("null") }
    return values.map { Item(label: $0, kind: .value) }
  }

  /// The segments of a path.
  private static func segments(_ before: String, _ names: FlowNames) -> [Item] {
    let parts = before.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count > 1 else { return [] }
    if parts.count == 2, parts[0].isEmpty {
      return (names.names(of: .window) + ["main"]).map { Item(label: $0, kind: .member, detail: "window") }
    }
    var holders = parts[0].isEmpty ? names.roots : Set(names.names(of: .screen))
    for slot in parts.dropFirst(parts[0].isEmpty ? 2 : 1).dropLast() {
      holders = names.screens(in: slot, of: holders)
    }
    let near = holders.sorted().flatMap { names.names(of: .slot($0)) }
    let all = names.declared.kinds.filter { if case .slot = $0 { true } else { false } }.flatMap {
      names.names(of: $0)
    }
    return near.map { Item(label: $0, kind: .member, detail: "slot") }
      + all.map { Item(label: $0, kind: .member, detail: "slot", rank: 3) }
  }

  /// The names of a kind, those of this screen first.
  private static func names(
    _ kind: FlowSymbol.Kind, _ place: FormatPlace, _ names: FlowNames, _ scopes: FlowScopes?
  ) -> [Item] {
    let itemKind: Item.Kind =
      switch kind {
      case .screen, .type: .type
      case .action, .effect: .event
      case .field: .field
      default: .member
      }
    var kinds = names.declared.kinds.filter { kind.includes($0) }
    if case .computed(nil) = kind { kinds = names.declared.kinds.filter { $0.noun == kind.noun } }
    var found = kinds.flatMap { other in
      names.names(of: other).map { name in
        Item(
          label: name, kind: itemKind, detail: kind.noun,
          rank: other.owner == place.screen || other.owner == nil ? 0 : 1)
      }
    }
    let used = names.used.kinds.filter { kind.includes($0) || $0.includes(kind) }
    found += used.flatMap { names.used[$0] }.map {
      Item(label: $0, kind: itemKind, detail: kind.noun, rank: 2)
    }
    if case .field(let record) = kind, place.path.isEmpty {
      return found
        + members(record, place, scopes).map { Item(label: $0.name, kind: .field, detail: $0.detail) }
    }
    return found
  }

  private static func expression(
    _ text: String, _ spot: Spot, _ names: FlowNames, _ scopes: FlowScopes?
  ) -> [Item] {
    let environment = scopes?.environment(at: spot.place) ?? CELEnvironment()
    guard let probe = CELProbe(endOf: text, in: environment) else {
      return literalItems(text, names) + anything(names, rank: 6, isKey: false)
    }
    // Whatever is dynamic may have any field.
    let functionRank = probe.receiver == .dyn ? 6 : 2
    var items = probe.candidates.map { candidate -> Item in
      let kind: Item.Kind =
        switch candidate.kind {
        case .field: .field
        case .variable: .variable
        case .function, .macro: .function
        case .word: .keyword
        }
      var item = Item(
        label: candidate.name, kind: kind, detail: String(candidate.detail.prefix { $0 != "\n" }),
        documentation: candidate.detail)
      if kind == .function {
        item.insertion = candidate.name + "($1)"
        item.isSnippet = true
        item.rank = functionRank
      }
      if kind == .keyword { item.rank = candidate.detail.isEmpty ? 1 : 3 }
      return item
    }
    if probe.receiver == nil {
      // A guard is named alone where a condition stands.
      let conditions = names.names(of: .condition(spot.place.screen)) + names.names(of: .condition(nil))
      items += conditions.map { Item(label: $0, kind: .variable, detail: "guard", rank: 1) }
    }
    return items + anything(names, rank: 6, isKey: false)
  }

  /// Within a string of an expression: what it may be compared with.
  private static func literalItems(_ text: String, _ names: FlowNames) -> [Item] {
    let isType = text.contains("type")
    return names.names(of: .screen).map {
      Item(label: $0, kind: .type, detail: "screen", rank: isType ? 0 : 1)
    }
      + names.names(of: .effect).map { Item(label: $0, kind: .event, detail: "effect", rank: 1) }
  }

  /// The words of a text, for a name that is to be declared and may be used already; elsewhere the last resort.
  static func words(_ words: [String], isDeclared: Bool) -> [Item] {
    words.map {
      Item(
        label: $0, kind: isDeclared ? .member : .text, insertion: isDeclared ? $0 + ": " : nil,
        rank: isDeclared ? 5 : 8)
    }
  }

  /// All names and keys, for places that take any.
  private static func anything(_ names: FlowNames, rank: Int, isKey: Bool) -> [Item] {
    names.declared.kinds.flatMap { kind in
      names.declared[kind].map {
        Item(label: $0, kind: .member, detail: kind.noun, insertion: isKey ? $0 + ": " : nil, rank: rank)
      }
    } + FormatPlace.vocabulary.map { Item(label: $0, kind: .keyword, rank: rank + 1) }
  }
}
