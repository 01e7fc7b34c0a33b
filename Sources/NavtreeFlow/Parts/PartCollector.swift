import NavtreeYAML

/// Composes a flow's file and those that it includes, depth first.
struct PartCollector {
  /// A file that could be composed.
  struct Part {
    let document: YAMLDocument
    /// The values of a part that belong to the flow; nil for the flow's own file.
    let reader: ObjectReader?
  }

  /// In the order in which their entries follow each other.
  private(set) var parts: [Part] = []
  /// The numbers of the files that are YAML.
  private(set) var composed: Set<Int32> = []
  /// Whether any file is missing, so that names may be too.
  private(set) var isIncomplete = false

  private let files: SourceFiles
  /// Texts to take in place of those that were read, by number.
  private let changed: [Int32: SourceText]
  private let limits: YAMLLimits
  private let sink: DiagnosticSink
  private var nodes = 0
  private var count = 0
  private var isStopped = false
  /// The places at which files are included.
  private var included: [String: SourceLocation] = [:]

  init(_ files: SourceFiles, changed: [Int32: SourceText], limits: YAMLLimits, _ sink: DiagnosticSink) {
    self.files = files
    self.changed = changed
    self.limits = limits
    self.sink = sink
  }

  /// Composes the flow's own file.
  mutating func compose() -> YAMLDocument? {
    guard let document = compose(files.sources[0]) else { return nil }
    parts.append(Part(document: document, reader: nil))
    return document
  }

  /// Adds the parts that the flow's own file includes.
  mutating func addParts(of document: YAMLDocument) {
    let own = files.sources[0].file
    include(of: document.root, path: String(own.dropFirst(PartPath.folder(of: own).count)), above: [])
  }

  private mutating func compose(_ source: SourceText) -> YAMLDocument? {
    let source = changed[source.number] ?? source
    if files.bytes > limits.bytes, source.number > 0 {
      sink.add(
        .error, .limit, "the flow's files have more than \(limits.bytes) bytes, the limit (yamlBytes)",
        at: SourceLocation(line: 1, column: 1, endColumn: 2, file: source.number),
        hint: "move data out of the flow")
      isStopped = true
      return nil
    }
    let outcome = YAMLComposer.compose(source, FlowVocabulary(), limits: limits, after: nodes)
    for fault in outcome.diagnostics { sink.add(fault) }
    nodes = outcome.nodes
    if outcome.document != nil { composed.insert(source.number) }
    return outcome.document
  }

  /// - Parameter above: The paths of the files that include this one, from the flow's own.
  private mutating func include(of root: YAMLNode, path: String, above: [String]) {
    guard let list = root[Key.include.rawValue] ?? misspelt(in: root) else { return }
    guard FormChecker.check(list, Format.include.form, as: "'include'", sink) else {
      isIncomplete = true
      return
    }
    for entry in list.elements where !isStopped {
      guard let part = self.path(of: entry, in: path, above: above) else {
        isIncomplete = true
        continue
      }
      add(part, entry, above: above + [path])
    }
  }

  /// The list under a key that is nearly `include`, which is reported with the file's other keys.
  private func misspelt(in root: YAMLNode) -> YAMLNode? {
    let (keys, flow) = (MapKeys(of: root), Format.object(.flow))
    return root.pairs.first { pair in
      flow[pair.key.text] == nil && !pair.key.text.isAuthorsKey
        && FormChecker.fits(pair.value, Format.include.form)
        && ObjectReader.meaning(of: pair.key.text, pair.value, beside: keys, in: flow)?.name
          == Key.include.rawValue
    }?.value
  }

  private mutating func add(_ path: String, _ entry: YAMLNode, above: [String]) {
    let source: SourceText
    switch files.part(path) {
    case .failure(let fault):
      isIncomplete = true
      return sink.error(
        .badInclude, "\(files.name(of: path)): \(fault.message)", at: entry,
        hint: path.utf8.contains(UInt8(ascii: "*"))
          ? "a '*' stands for no files here: name each of them" : fault.hint.map { Hint($0) })
    case .success(let read): source = read
    }
    let known = sink.count
    guard let document = compose(source) else {
      isIncomplete = true
      if sink.count == known {
        sink.error(
          .badInclude, "\(source.file) is empty", at: entry, hint: "a part begins with navtree: 1")
      }
      return
    }
    let root = document.root
    guard let reader = reader(of: root) else {
      isIncomplete = true
      return
    }
    parts.append(Part(document: document, reader: reader))
    include(of: root, path: path, above: above)
  }

  /// The entries of a part; nil, and reported, for a file that is no part.
  private func reader(of root: YAMLNode) -> ObjectReader? {
    guard root.kind == .mapping else {
      if !root.isBroken {
        sink.error(
          .wrongType, "a part is a map of 'key: value' lines, not \(FormChecker.describe(root))", at: root)
      }
      return nil
    }
    let keys = Format.ofFlowsAlone.map(\.rawValue)
    if let pair = root.pairs.first(where: { keys.contains($0.key.text) }) {
      sink.error(
        .unknownKey,
        "'\(pair.key.text)' makes a file a flow of its own, and this is a part of \(files.sources[0].file)",
        at: pair.key, hint: "a part has no \(keys.joined(separator: ", "))")
      return nil
    }
    let reader = ObjectReader(root, .part, sink)
    FlowCompiler.checkVersion(reader, sink)
    return reader
  }

  // MARK: Paths

  /// The path of a file to include below the flow's folder; nil, and reported, if it can't be included.
  private mutating func path(of entry: YAMLNode, in including: String, above: [String]) -> String? {
    guard let text = entry.string else { return nil }
    guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 }) else {
      sink.error(.badInclude, "a path has no control characters", at: entry)
      return nil
    }
    guard let path = PartPath.resolve(text, from: PartPath.folder(of: including)) else {
      sink.error(
        .badInclude, "'\(text)' is outside of the flow's folder", at: entry,
        hint: "a path is relative to this file, and leads to a file in the flow's folder or below it")
      return nil
    }
    guard !path.isEmpty, !text.hasSuffix("/") else {
      sink.error(.badInclude, "'\(text)' names no file", at: entry, hint: "name each file of the folder")
      return nil
    }
    if let start = (above + [including]).firstIndex(of: path) {
      let circle = ((above + [including])[start...] + [path]).joined(separator: " → ")
      sink.error(.badInclude, "'\(path)' includes itself: \(circle)", at: entry, hint: "take it out")
      return nil
    }
    if let other = included[path] {
      sink.error(
        .badInclude, "'\(path)' is included twice: it is at \(sink.written(other)) too", at: entry,
        hint: "take one of them out: what a part declares is known in all of the flow")
      return nil
    }
    if above.count >= limits.partDepth {
      sink.error(
        .limit, "parts include each other more than \(limits.partDepth) deep, the limit (partDepth)",
        at: entry,
        hint: "include them from the flow's own file")
      return nil
    }
    guard count < limits.parts else {
      sink.error(
        .limit, "more than \(limits.parts) parts, the limit (parts)", at: entry, hint: "join some of them")
      isStopped = true
      return nil
    }
    count += 1
    included[path] = entry.location
    return path
  }
}
