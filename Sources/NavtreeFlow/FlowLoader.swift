package import NavtreeYAML

/// Reads a flow: YAML or a bundle in, a checked and compiled flow or its diagnostics out.
package enum FlowLoader {
  /// The outcome of reading a flow; without errors there is a definition.
  package struct Outcome: Sendable {
    package let flow: FlowDefinition?
    /// All of them, in the order of the files.
    package let diagnostics: [Diagnostic]
    /// The warnings that comments acknowledge, as notes.
    package let acknowledged: [Diagnostic]
    /// The texts that were read, by number: the flow's own, then its parts.
    package let sources: [SourceText]
    /// The paths of the parts below the flow's folder, those that can't be read too.
    package let parts: [String]
    /// Whether the file is a part of a flow.
    package let isPart: Bool

    init(
      flow: FlowDefinition?, diagnostics: [Diagnostic], acknowledged: [Diagnostic] = [],
      sources: [SourceText], parts: [String], isPart: Bool
    ) {
      self.flow = flow
      self.diagnostics = diagnostics
      self.acknowledged = acknowledged
      self.sources = sources
      self.parts = parts
      self.isPart = isPart
    }

    /// The outcome for a flow that was loaded before, whose text is gone.
    package init(_ flow: FlowDefinition) {
      self.init(
        flow: flow, diagnostics: [], sources: [SourceText(file: flow.file, bytes: [])], parts: [],
        isPart: false)
    }

    /// The flow once more from the texts that were read, which shares nothing with the first one.
    package func flowAgain() -> FlowDefinition? {
      FlowLoader.read(SourceFiles(bundled: sources), [:], YAMLLimits(), false).flow
    }

    /// The text of the flow's own file.
    package var source: SourceText { sources[0] }

    /// Whether there is no error: it is a flow, or a part of the right form.
    package var isRight: Bool { flow != nil || isPart && !diagnostics.contains { $0.severity == .error } }

    /// The name of a diagnostic's file.
    package func file(of diagnostic: Diagnostic) -> String {
      let number = Int(diagnostic.location.file)
      return sources[sources.indices.contains(number) ? number : 0].file
    }
  }

  /// - Parameters:
  ///   - file: The file's name in diagnostics and errors; nothing is opened.
  ///   - isStrict: Whether warnings are errors.
  ///   - checksParts: Whether a part is checked for its form; otherwise it is refused too.
  ///   - parts: Reads the files that the flow includes.
  /// - Complexity: O(size of the files), bounded by the limits.
  package static func load(
    _ bytes: [UInt8], file: String, limits: YAMLLimits = YAMLLimits(), isStrict: Bool = false,
    checksParts: Bool = false, parts: @escaping PartReader = PartFault.reader
  ) -> Outcome {
    analyse(
      bytes, file: file, limits: limits, isStrict: isStrict, checksParts: checksParts, parts: parts
    ).outcome
  }

  /// The same, with the types of the names of a flow that can be composed, right or wrong.
  package static func analyse(
    _ bytes: [UInt8], file: String, limits: YAMLLimits = YAMLLimits(), isStrict: Bool = false,
    checksParts: Bool = false, repairs: Bool = true, parts: @escaping PartReader = PartFault.reader
  ) -> (outcome: Outcome, scopes: FlowScopes?) {
    let source = SourceText(file: file, bytes: bytes)
    let isBundle = FlowBundle.isBundle(bytes)
    let files: SourceFiles
    do throws(FlowBundle.Fault) {
      files =
        try isBundle
        ? SourceFiles(bundled: FlowBundle.sources(bytes, limits)) : SourceFiles(source, parts: parts)
    } catch {
      let fault = Diagnostic(
        .error, error.code, error.message, at: source.place(ofByte: error.offset), hint: error.hint)
      return (Outcome(flow: nil, diagnostics: [fault], sources: [source], parts: [], isPart: false), nil)
    }
    let first = read(files, [:], limits, checksParts)
    var diagnostics = first.attempt.diagnostics
    if first.flow == nil, !diagnostics.isEmpty, repairs, !isBundle {
      var search = RepairSearch(files, FlowVocabulary()) { read(files, $0, limits, checksParts).attempt }
      diagnostics = search.diagnostics(of: first.attempt)
    }
    if isStrict {
      for index in diagnostics.indices { diagnostics[index].severity = .error }
    }
    let isRight = first.flow != nil && (!isStrict || diagnostics.isEmpty)
    let outcome = Outcome(
      flow: isRight ? first.flow : nil, diagnostics: diagnostics, acknowledged: first.acknowledged,
      sources: files.sources, parts: files.paths, isPart: first.isPart)
    return (outcome, first.compilation.map { FlowScopes($0) })
  }

  /// The files, read once.
  private struct Reading {
    let flow: FlowDefinition?
    let isPart: Bool
    let acknowledged: [Diagnostic]
    let attempt: RepairSearch.Attempt
    /// Nil where it couldn't be composed.
    let compilation: Compilation?
  }

  /// - Parameter changed: Texts to take in place of those of the files, by number.
  private static func read(
    _ files: SourceFiles, _ changed: [Int32: SourceText], _ limits: YAMLLimits, _ checksParts: Bool
  ) -> Reading {
    let sink = DiagnosticSink(limit: limits.diagnostics) { files.sources[Int($0)].file }
    var collector = PartCollector(files, changed: changed, limits: limits, sink)
    var flow: FlowDefinition?
    var compilation: Compilation?
    var isPart = false
    if let document = collector.compose() {
      isPart = Self.isPart(document.root)
      if isPart {
        FormWalk(sink: sink).check(document.root, .part)
        if !checksParts { reportPart(document.root, sink) }
      } else if document.root.kind == .mapping {
        (flow, compilation) = compile(document, &collector, sink)
      } else if !sink.hasErrors {
        sink.error(
          .wrongType, "a flow is a map of 'key: value' lines, not \(FormChecker.describe(document.root))",
          at: document.root)
      }
    } else if !sink.hasErrors {
      sink.add(
        .error, .emptyFile, "there is no flow in the file",
        at: SourceLocation(line: 1, column: 1, endColumn: 2),
        hint: "begin with: navtree: 1; 'navtree init' writes a flow to start from")
    }
    if sink.hasErrors { flow = nil }
    var diagnostics = sink.sorted
    let acknowledged = flow?.acknowledgements.apply(to: &diagnostics) ?? []
    let attempt = RepairSearch.Attempt(
      changed: changed, diagnostics: diagnostics, composed: collector.composed,
      isComplete: !collector.isIncomplete)
    return Reading(
      flow: flow, isPart: isPart, acknowledged: acknowledged, attempt: attempt, compilation: compilation)
  }

  private static func compile(
    _ document: YAMLDocument, _ collector: inout PartCollector, _ sink: DiagnosticSink
  ) -> (FlowDefinition?, Compilation?) {
    collector.addParts(of: document)
    // Without all of its files no name can be called unknown.
    if collector.isIncomplete {
      let walk = FormWalk(sink: sink)
      for part in collector.parts {
        walk.check(part.document.root, part.reader == nil ? .flow : .part, dispensable: .screens)
      }
      return (nil, nil)
    }
    let compiler = FlowCompiler(DocumentJoin.document(of: collector.parts, sink).root, sink)
    let flow = compiler.compile()
    if let flow { FlowLint(flow, compiler.compilation).run() }
    return (flow, compiler.compilation)
  }

  /// Whether a file is a part: it declares something, and has no key of flows alone, misspelt ones included.
  private static func isPart(_ root: YAMLNode) -> Bool {
    guard root.kind == .mapping, root[Key.navtree.rawValue] != nil else { return false }
    let alone = Format.ofFlowsAlone.map(\.rawValue)
    var isDeclaring = false
    let keys = MapKeys(of: root)
    for pair in root.pairs {
      let text = pair.key.text
      if Format.part[text] != nil {
        isDeclaring = isDeclaring || text != Key.navtree.rawValue
      } else if !text.isAuthorsKey,
        alone.contains(text)
          || ObjectReader.meaning(of: text, pair.value, beside: keys, in: Format.object(.flow))
            .map({ alone.contains($0.name) }) == true
      {
        return false
      }
    }
    return isDeclaring
  }

  private static func reportPart(_ root: YAMLNode, _ sink: DiagnosticSink) {
    sink.error(
      .missingKey, "without 'flow' and 'start' this is a part, which is loaded by the flow that includes it",
      at: ObjectReader.place(of: root), in: root,
      hint: "load that flow; or add flow: the flow's name, and start: the screen that opens first")
  }
}
