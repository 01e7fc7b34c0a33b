import NavtreeText

/// Composes the scanner's events into a document, and refuses unsupported YAML.
package struct YAMLComposer {
  /// The document, if usable, and its diagnostics.
  package struct Outcome: Sendable {
    package let document: YAMLDocument?
    package let diagnostics: [Diagnostic]
    /// Its nodes and those of the files before it, the targets of aliases counted at each use.
    package let nodes: Int
  }

  private let source: SourceText
  private let advice: YAMLAdvice
  private let limits: YAMLLimits
  private var entries: [YAMLDocument.Entry] = []
  private var texts: [String] = []
  private var open: [Collection] = []
  private var anchors: [String: Anchor] = [:]
  /// Nodes so far, the targets of aliases counted at each use.
  private var expanded = 0
  private var diagnostics: [Diagnostic] = []

  /// A map or list whose end hasn't come yet.
  private struct Collection {
    let entry: Int
    let anchor: String?
    let expandedBefore: Int
    /// Nodes directly in it: of a map, keys and values.
    var children = 0
    /// The greatest depth of its content.
    var height = 0
  }

  private struct Anchor {
    let entry: Int
    /// Nodes that an alias adds; nil while the node is incomplete.
    var weight: Int?
    var height: Int
  }

  /// Ends the reading; the reason is among the diagnostics.
  private struct Stop: Error {}

  /// - Parameter nodes: Those of the files before it, which count too.
  /// - Complexity: O(size of the file), bounded by the limits.
  package static func compose(
    _ source: SourceText, _ vocabulary: any YAMLVocabulary, limits: YAMLLimits = YAMLLimits(),
    after nodes: Int = 0
  ) -> Outcome {
    guard source.bytes.count <= limits.bytes else {
      return Outcome(
        document: nil,
        diagnostics: [
          Diagnostic(
            .error, .limit,
            "the file has \(source.bytes.count) bytes, more than the limit of \(limits.bytes) (yamlBytes)",
            at: SourceLocation(line: 1, column: 1, endColumn: 2, file: source.number),
            hint: "split the flow, or move data out of it")
        ], nodes: nodes)
    }
    var composer = YAMLComposer(source: source, advice: YAMLAdvice(on: source, vocabulary), limits: limits)
    composer.expanded = nodes
    // Dense maps have a node in every six bytes; memory that is never written costs nothing.
    composer.entries.reserveCapacity(source.bytes.count / 4)
    composer.texts.reserveCapacity(source.bytes.count / 4)
    var isComplete = true
    source.withText { text in
      do {
        try composer.run(YAMLEventReader(reading: text, log: source.events, isJSON: limits.isJSONAlone))
      } catch {
        isComplete = false
      }
    }
    let document =
      isComplete && !composer.entries.isEmpty
      ? YAMLDocument(source: source, entries: composer.entries, texts: composer.texts) : nil
    return Outcome(document: document, diagnostics: composer.diagnostics, nodes: composer.expanded)
  }

  private init(source: SourceText, advice: YAMLAdvice, limits: YAMLLimits) {
    self.source = source
    self.advice = advice
    self.limits = limits
  }

  private mutating func run(_ reader: consuming YAMLEventReader) throws(Stop) {
    var documents = 0
    var event = YAMLEvent()
    while true {
      do {
        try reader.next(into: &event)
      } catch {
        let diagnostic = advice.diagnostic(for: error)
        // Misread text makes the rest of its line unreadable.
        if !diagnostics.contains(where: { $0.location.line == diagnostic.location.line }) {
          diagnostics.append(diagnostic)
        }
        throw Stop()
      }
      if diagnostics.count > limits.diagnostics { throw Stop() }
      switch event.kind {
      case .streamStart, .documentEnd: break
      case .streamEnd: return
      case .documentStart:
        documents += 1
        if documents > 1 {
          report(
            .yamlDocuments, "a second document begins here; a flow is one document", event,
            hint: "put it in a file of its own, or take out the '---' line")
          throw Stop()
        }
      case .alias: try alias(event)
      case .scalar: try begin(event, .scalar)
      case .sequenceStart: try begin(event, .sequence)
      case .mappingStart: try begin(event, .mapping)
      case .sequenceEnd, .mappingEnd: finish(event)
      }
    }
  }

  private mutating func begin(_ event: YAMLEvent, _ kind: YAMLDocument.Kind) throws(Stop) {
    let weight = kind == .scalar ? 1 + event.text.utf8.count / YAMLLimits.scalarUnit : 1
    try count(weight, height: kind == .scalar ? 0 : 1, event)
    let entry = entries.count
    var tag = YAMLTag.none
    if let written = event.tag {
      if let known = YAMLTag(written) {
        tag = known
      } else {
        reportTag(written, event)
        tag = .broken
      }
    }
    entries.append(
      YAMLDocument.Entry(
        kind: kind, style: event.style, tag: tag, start: event.start, end: event.end,
        next: Int32(clamping: entry + 1)))
    texts.append(event.text)
    if kind == .scalar {
      if tag != .none, tag != .broken { checkTag(tag, entry, event) }
      if let anchor = event.anchor { anchors[anchor] = Anchor(entry: entry, weight: weight, height: 0) }
    } else {
      if let anchor = event.anchor { anchors[anchor] = Anchor(entry: entry, weight: nil, height: 0) }
      open.append(Collection(entry: entry, anchor: event.anchor, expandedBefore: expanded - 1))
    }
  }

  private mutating func alias(_ event: YAMLEvent) throws(Stop) {
    guard let anchor = anchors[event.text] else {
      report(
        .yamlAlias, "no anchor '&\(event.text)' stands above this alias", event,
        hint: suggestion(for: event.text).map { Hint("did you mean '*\($0)'?", .span("*\($0)")) }
          ?? advice.quoting("if it isn't an alias, quote it", at: event.start))
      // Stands for nothing, so that the rest can be read.
      entries.append(
        YAMLDocument.Entry(
          kind: .scalar, style: .plain, tag: .broken, start: event.start, end: event.end,
          next: Int32(clamping: entries.count + 1)))
      texts.append("")
      try count(1, height: 0, event)
      return
    }
    guard let weight = anchor.weight else {
      report(
        .yamlAlias, "'*\(event.text)' stands inside the very node that it means", event,
        hint: "a flow can't hold itself; write the inner part out")
      throw Stop()
    }
    try count(weight, height: anchor.height, event)
    entries.append(
      YAMLDocument.Entry(
        kind: .alias, style: .plain, tag: .none, start: event.start, end: event.end,
        next: Int32(clamping: entries.count + 1), target: Int32(clamping: anchor.entry)))
    texts.append(event.text)
  }

  /// The anchor that an alias probably meant; a great many aren't searched.
  private func suggestion(for name: String) -> String? {
    anchors.count > 1_000 ? nil : Spelling.suggestion(for: name, among: anchors.keys.sorted())
  }

  private mutating func finish(_ event: YAMLEvent) {
    guard let collection = open.popLast() else { return }
    let isMap = entries[collection.entry].kind == .mapping
    entries[collection.entry].next = Int32(clamping: entries.count)
    entries[collection.entry].count = Int32(clamping: isMap ? collection.children / 2 : collection.children)
    entries[collection.entry].end = event.end
    if let anchor = collection.anchor, anchors[anchor]?.entry == collection.entry {
      anchors[anchor]?.weight = expanded - collection.expandedBefore
      anchors[anchor]?.height = collection.height + 1
    }
    if let last = open.indices.last { open[last].height = max(open[last].height, collection.height + 1) }
    if isMap, diagnostics.count <= limits.diagnostics { checkKeys(of: collection.entry) }
  }

  private mutating func count(_ nodes: Int, height: Int, _ event: YAMLEvent) throws(Stop) {
    expanded += nodes
    guard expanded <= limits.nodes else {
      report(
        .limit, "more than \(limits.nodes) nodes with what aliases stand for, the limit (yamlNodes)", event,
        hint: "an alias counts as all that it stands for")
      throw Stop()
    }
    guard open.count + height <= limits.depth else {
      report(.limit, "maps and lists more than \(limits.depth) deep, the limit (yamlDepth)", event)
      throw Stop()
    }
    if let last = open.indices.last {
      open[last].children += 1
      open[last].height = max(open[last].height, height)
    }
  }

  // MARK: Unsupported YAML

  private mutating func checkKeys(of map: Int) {
    let (advice, limit) = (advice, limits.diagnostics)
    let faults = entries.withUnsafeBufferPointer { entries in
      texts.withUnsafeBufferPointer { texts in
        YAMLKeyChecker(advice: advice, entries: entries, texts: texts, limit: limit).faults(of: map)
      }
    }
    if faults.isEmpty { return }
    diagnostics += faults
    let start = source.location(from: entries[map].start, to: entries[map].end)
    if faults.count == 1, faults[0].code == .yamlKey, faults[0].location == start {
      entries[map].tag = .broken
    }
  }

  private mutating func reportTag(_ tag: String, _ event: YAMLEvent) {
    let mark = event.start
    let standard = "tag:yaml.org,2002:"
    let name = tag.hasPrefix(standard) ? "!!" + tag.dropFirst(standard.count) : tag
    let length = Int32(clamping: name.unicodeScalars.count)
    // A map or a list with a tag was meant as such.
    let hint =
      event.kind == .scalar
      ? advice.quoting("if it is an expression, quote it", at: mark) : nil
    let tag = Int(mark.column)..<Int(mark.column + length + (event.end.column > mark.column ? 1 : 0))
    diagnostics.append(
      Diagnostic(
        .error, .yamlTag, "'\(name)' is a tag, which a flow doesn't use",
        at: source.location(from: mark, to: YAMLMark(line: mark.line, column: mark.column + length)),
        hint: hint ?? Hint("take it out", .edit(SourceEdit(tag, ofLine: mark.line, with: "")))))
  }

  private mutating func checkTag(_ tag: YAMLTag, _ entry: Int, _ event: YAMLEvent) {
    let fits =
      switch (tag, YAMLScalar(event.text, style: .plain, tag: tag)) {
      case (.integer, .integer), (.integer, .hugeInteger), (.number, .number), (.boolean, .boolean),
        (.null, .null):
        true
      case (.integer, _), (.number, _), (.boolean, _), (.null, _), (.map, _), (.sequence, _): false
      case (.none, _), (.nonSpecific, _), (.broken, _), (.string, _): true
      }
    if !fits {
      report(
        .yamlTag, "'\(event.text)' is not of the type that its tag says", event, hint: "take the tag out")
    }
  }

  private mutating func report(
    _ code: DiagnosticCode, _ message: String, _ event: YAMLEvent, hint: Hint? = nil
  ) {
    diagnostics.append(
      Diagnostic(.error, code, message, at: source.location(from: event.start, to: event.end), hint: hint))
  }
}
