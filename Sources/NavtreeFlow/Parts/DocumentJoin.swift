import NavtreeJSON
import NavtreeYAML

/// Joins the documents of a flow's files: each section holds the entries of all files.
struct DocumentJoin {
  private let parts: [PartCollector.Part]
  private let sink: DiagnosticSink
  private var entries: [YAMLDocument.Entry] = []
  private var texts: [String] = []
  private var members: [Member] = []
  /// The index among the members, by key.
  private var sections: [String: Int] = [:]

  /// A key of the joined flow and its value, both as entries; a section has the contents of several.
  private struct Member {
    let name: Int32
    let value: Int32
    /// The key of a section that is misspelt in a part, which was reported.
    let meant: String?
    var section: Section?
  }

  private struct Section {
    let kind: YAMLNode.Kind
    var contents: [Int32] = []
    /// The names that are there, and their keys.
    var names: [UTF8Key: YAMLNode] = [:]
  }

  private init(_ parts: [PartCollector.Part], _ sink: DiagnosticSink) {
    self.parts = parts
    self.sink = sink
    let count = parts.reduce(0) { $0 + $1.document.entries.count }
    entries.reserveCapacity(count + count / 8)
    texts.reserveCapacity(count + count / 8)
  }

  /// - Complexity: O(size of the files).
  static func document(of parts: [PartCollector.Part], _ sink: DiagnosticSink) -> YAMLDocument {
    if parts.count == 1 { return parts[0].document }
    var join = DocumentJoin(parts, sink)
    return join.document()
  }

  private mutating func document() -> YAMLDocument {
    var sources: [(source: SourceText, first: Int32)] = []
    for part in parts {
      let base = Int32(clamping: entries.count)
      sources.append((part.document.source, base))
      for entry in part.document.entries {
        var entry = entry
        entry.next += base
        if entry.target >= 0 { entry.target += base }
        entries.append(entry)
      }
      texts += part.document.texts
      add(part, base: base)
    }
    let root = Int32(clamping: entries.count)
    appendCollection(of: 0, .mapping, count: members.count)
    for member in members {
      appendName(of: member)
      guard let section = member.section else {
        appendReference(to: member.value)
        continue
      }
      let start = entries.count
      let count = section.contents.count
      appendCollection(
        of: member.value, section.kind == .mapping ? .mapping : .sequence,
        count: section.kind == .mapping ? count / 2 : count)
      for entry in section.contents { appendReference(to: entry) }
      entries[start].next = Int32(clamping: entries.count)
    }
    entries[Int(root)].next = Int32(clamping: entries.count)
    return YAMLDocument(sources: sources, root: root, entries: entries, texts: texts)
  }

  // MARK: Reading

  private mutating func add(_ part: PartCollector.Part, base: Int32) {
    let document = part.document
    let contents = document.root.contentEntries
    let keys = MapKeys(of: document.root)
    for index in stride(from: 0, to: contents.count - 1, by: 2) {
      let (name, value) = (document.node(at: contents[index]), document.node(at: contents[index + 1]))
      let key = Self.key(name.text, value, beside: keys)
      if key == Key.include.rawValue, name.text == key { continue }
      let isSection = Format.sections.contains { $0.key.rawValue == key } && value.kind != .scalar
      if let reader = part.reader, !name.text.isAuthorsKey {
        // The errors of a part have already been reported.
        guard isSection, let known = Key(rawValue: key), reader[known] != nil else { continue }
      }
      let member = Member(
        name: contents[index] + base, value: contents[index + 1] + base,
        meant: part.reader != nil && key != name.text ? key : nil)
      if isSection {
        join(value, member, key, base)
      } else if sections[name.text] == nil {
        sections[name.text] = members.count
        members.append(member)
      }
    }
  }

  /// The key that is meant.
  private static func key(_ text: String, _ value: YAMLNode, beside keys: MapKeys) -> String {
    if Format.object(.flow)[text] != nil || text.isAuthorsKey { return text }
    return ObjectReader.meaning(of: text, value, beside: keys, in: Format.object(.flow))?.name ?? text
  }

  private mutating func join(_ value: YAMLNode, _ member: Member, _ key: String, _ base: Int32) {
    let index = sections[key] ?? members.count
    if index == members.count {
      sections[key] = index
      members.append(member)
      members[index].section = Section(kind: value.kind)
    }
    guard var section = members[index].section, section.kind == value.kind else { return }
    members[index].section = nil
    let contents = value.contentEntries
    if value.kind == .sequence {
      section.contents += contents.map { $0 + base }
    } else {
      for pair in stride(from: 0, to: contents.count - 1, by: 2) {
        let name = value.document.node(at: contents[pair])
        let known = section.names.updateValue(name, forKey: UTF8Key(name.text))
        // One that is twice in the same file was reported.
        if let known, known.document !== name.document {
          section.names[UTF8Key(name.text)] = known
          if !name.text.isAuthorsKey { report(name, known) }
          continue
        }
        section.contents += [contents[pair] + base, contents[pair + 1] + base]
      }
    }
    members[index].section = section
  }

  private func report(_ name: YAMLNode, _ other: YAMLNode) {
    sink.error(
      .duplicateKey, "'\(name.text)' is here twice: it is at \(sink.written(other.location)) too", at: name,
      hint: "only one of them can hold; take one out")
  }

  // MARK: Writing

  private mutating func appendCollection(of origin: Int32, _ kind: YAMLDocument.Kind, count: Int) {
    let node = resolved(origin)
    entries.append(
      YAMLDocument.Entry(
        kind: kind, style: .block, tag: .none, start: node.start, end: node.end,
        next: Int32(clamping: entries.count + 1), count: Int32(clamping: count), target: origin))
    texts.append("")
  }

  private mutating func appendName(of member: Member) {
    appendReference(to: member.name)
    guard let meant = member.meant else { return }
    entries[entries.count - 1].kind = .scalar
    texts[texts.count - 1] = meant
  }

  private mutating func appendReference(to target: Int32) {
    var entry = entries[Int(target)]
    entry.kind = .reference
    entry.target = target
    entry.next = Int32(clamping: entries.count + 1)
    entries.append(entry)
    texts.append("")
  }

  /// The entry itself, or what it is an alias of.
  private func resolved(_ entry: Int32) -> YAMLDocument.Entry {
    let entry = entries[Int(entry)]
    return entry.kind == .alias ? entries[Int(entry.target)] : entry
  }
}
