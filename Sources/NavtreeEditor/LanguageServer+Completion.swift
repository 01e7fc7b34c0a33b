import NavtreeFlow
import NavtreeJSON
import NavtreeYAML

extension LanguageServer {
  /// The most entries of a list; more letters bring others.
  private static let mostItems = 1_000

  func completion(_ params: JSONValue) throws(Fault) -> JSONValue {
    let (path, text, offset) = try place(params)
    guard let spot = completer.spot(text.bytes, at: offset, isOfScenarios: Workspace.isOfScenarios(path))
    else {
      return ["isIncomplete": false, "items": []]
    }
    let (names, scopes) = vocabulary(of: spot, path)
    let prefix = text.bytes[spot.word.lowerBound..<offset].map(Self.folded)
    let words = WordCounts(text.bytes, at: spot.word.lowerBound)
    var items: [Completer.Item]
    if spot.place.isPath, spot.map == nil {
      items = files(spot, path)
    } else {
      let isDeclared = spot.place.isDeclaring && (spot.map != nil || spot.node.mayBeKey)
      items =
        Completer.items(spot, names, scopes)
        + Completer.words(words.texts(in: text.bytes), isDeclared: isDeclared)
    }
    // A name that stands here alone is the one that is being typed.
    let typed = String(decoding: text.bytes[spot.word], as: UTF8.self)
    if words.count(of: typed) < 2 {
      items.removeAll { $0.label == typed && [.member, .event, .field, .type, .text].contains($0.kind) }
    }
    var seen: Set<String> = [Completer.cursor]
    let ranked = items.enumerated()
      .filter { $0.element.label.utf8.lazy.map(Self.folded).starts(with: prefix) }
      .map { (item: $0.element, order: $0.offset, weight: words.weight(of: $0.element.label)) }
      .sorted { ($0.item.rank, -$0.weight, $0.order) < ($1.item.rank, -$1.weight, $1.order) }
      .filter { seen.insert($0.item.label).inserted }
    let next = spot.word.upperBound < text.bytes.count ? text.bytes[spot.word.upperBound] : 0
    let range = text.range(spot.word.lowerBound..<offset, encoding)
    let listed = ranked.prefix(Self.mostItems).map(\.item) + snippets(of: spot, prefix)
    let answer = listed.enumerated().map { number, item -> JSONValue in
      var insertion = item.insertion ?? item.label
      if next == UInt8(ascii: ":") || next == UInt8(ascii: "(") { insertion = item.label }
      let isSnippet = item.isSnippet && hasSnippets && insertion != item.label
      if item.isSnippet, !isSnippet {
        insertion = item.kind == .snippet ? insertion.split(separator: "$1").joined() : item.label
      }
      var value: JSONObject = [
        "label": .string(item.label), "kind": .integer(item.kind.rawValue),
        "sortText": .string(String(10_000 + number)), "filterText": .string(item.label),
        "insertTextFormat": .integer(isSnippet ? 2 : 1),
        "textEdit": ["range": range, "newText": .string(insertion)],
      ]
      if !item.detail.isEmpty { value["detail"] = .string(item.detail) }
      if !item.documentation.isEmpty { value["documentation"] = .string(item.documentation) }
      return .object(value)
    }
    // Another letter is asked about again: the list depends on it.
    return ["isIncomplete": true, "items": .array(answer)]
  }

  /// A letter of ASCII in lower case.
  private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private func snippets(of spot: Completer.Spot, _ prefix: [UInt8]) -> [Completer.Item] {
    guard hasSnippets, spot.map?.isFlow != true, spot.map != nil || spot.node.mayBeKey else { return [] }
    return spot.place.snippets(spot.map ?? TextNode(.mapping, spot.word)).compactMap { snippet in
      guard let label = snippet["label"]?.string, label.utf8.starts(with: prefix) else { return nil }
      return Completer.Item(
        label: label, kind: .snippet, detail: snippet["description"]?.string ?? "",
        insertion: Self.snippet(snippet["body"] ?? .null), isSnippet: true)
    }
  }

  /// The lines of a snippet's map.
  private static func snippet(_ body: JSONValue) -> String {
    func flow(_ value: JSONValue) -> String {
      switch value {
      case .object(let object):
        "{ " + object.map { "\($0.key): \(flow($0.value))" }.joined(separator: ", ") + " \\}"
      case .array(let array): "[" + array.map(flow).joined(separator: ", ") + "]"
      case .string(let text) where text.hasPrefix("\\$"): "\"\(text)\""
      case .string(let text): text
      default: "\(value)"
      }
    }
    return (body.object ?? [:]).map { "\($0.key): \(flow($0.value))" }.joined(separator: "\n")
  }

  /// The rest of each path that may stand here: parts in `include`, flows in `flow`.
  private func files(_ spot: Completer.Spot, _ path: String) -> [Completer.Item] {
    let isPart = !Workspace.isOfScenarios(path)
    let top = isPart ? PartPath.folder(of: workspace.flow(of: path) ?? path) : "/"
    return workspace.flows.sorted { $0.key < $1.key }.compactMap { file, flow in
      let entry = PartPath.entry(for: file, from: PartPath.folder(of: path))
      guard file != path, file.hasPrefix(top), entry.hasPrefix(spot.before) else { return nil }
      return Completer.Item(
        label: String(entry.dropFirst(spot.before.count)), kind: .file,
        rank: flow.outcome.isPart == isPart ? 0 : 1)
    }
  }

  /// The names and the types that a text may use.
  private func vocabulary(of spot: Completer.Spot, _ path: String) -> (FlowNames, FlowScopes?) {
    let isOfScenarios = Workspace.isOfScenarios(path)
    var names = spot.names
    var flow = workspace.flow(of: path)
    if isOfScenarios, flow == nil, let named = spot.root.member("flow")?.text {
      flow = PartPath.resolve(named, from: PartPath.folder(of: path)).map { "/" + $0 }
    }
    var scopes = flow.flatMap { workspace.scopes(of: $0) }
    if let scopes, path != flow || scopes.document.sources.count > 1 {
      names.add(scopes.document.root, isOfScenarios: false)
    }
    if scopes == nil, !isOfScenarios {
      scopes = completer.scopes(of: spot, file: path, parts: workspace.partReader(of: path))
    }
    scopes?.complete(&names)
    return (names, scopes)
  }
}

/// The words of a text around a place, by their hashes: how often each occurs, and after which word.
struct WordCounts {
  /// The most bytes on each side of the place.
  private static let reach = 64 << 10

  private var counts: [UInt64: Int] = [:]
  private var pairs: [UInt64: Int] = [:]
  private var last: UInt64 = 0
  /// The place of each word's first occurrence.
  private var places: [UInt64: Range<Int>] = [:]

  init(_ text: [UInt8], at cursor: Int) {
    let bytes = text[max(0, cursor - Self.reach)..<min(text.count, cursor + Self.reach)]
    var hash = Self.start
    var before: UInt64 = 0
    var length = 0
    bytes.withUnsafeBufferPointer { buffer in
      for (number, byte) in buffer.enumerated() {
        let index = bytes.startIndex + number
        let isWord = byte.isOfName
        if isWord {
          hash = Self.next(hash, byte)
          length += 1
        }
        if index == cursor - 1 || cursor == 0 && index == 0 { last = isWord ? 0 : before }
        if !isWord, hash != Self.start {
          take(hash, before, index, length)
          before = hash
          hash = Self.start
          length = 0
        }
        if index == cursor, cursor > 0 { last = before }
      }
    }
    if cursor >= bytes.endIndex { last = before }
  }

  private mutating func take(_ hash: UInt64, _ before: UInt64, _ index: Int, _ length: Int) {
    counts[hash, default: 0] += 1
    pairs[hash &* 31 ^ before, default: 0] += 1
    if places[hash] == nil { places[hash] = index - length..<index }
  }

  /// The words that may be names.
  func texts(in bytes: [UInt8]) -> [String] {
    places.values.sorted { $0.lowerBound < $1.lowerBound }.map { String(decoding: bytes[$0], as: UTF8.self) }
      .filter { $0.first?.isLetter == true }
  }

  func count(of word: String) -> Int { counts[Self.hash(word)] ?? 0 }

  private static let start: UInt64 = 0xcbf2_9ce4_8422_2325
  private static func next(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  private static func hash(_ word: String) -> UInt64 { word.utf8.reduce(start, next) }

  /// The weight of a word: after the word before the cursor it counts most.
  func weight(of word: String) -> Int {
    let hash = Self.hash(word)
    return 20 * (pairs[hash &* 31 ^ last] ?? 0) + (counts[hash] ?? 0)
  }
}
