/// Reads a flow: YAML in, a checked and compiled flow or its diagnostics out.
package enum FlowLoader {
  /// The outcome of reading a flow; without errors there is a definition.
  package struct Outcome: Sendable {
    package let flow: FlowDefinition?
    /// All of them, in the order of the file.
    package let diagnostics: [Diagnostic]
    /// The text that was read, for the lines that diagnostics quote.
    package let source: SourceText
  }

  /// - Parameters:
  ///   - file: The file's name in diagnostics and errors; nothing is opened.
  ///   - isStrict: Whether warnings are errors.
  /// - Complexity: O(size of the file), bounded by the limits.
  package static func load(
    _ bytes: [UInt8], file: String, limits: YAMLLimits = YAMLLimits(), isStrict: Bool = false
  ) -> Outcome {
    let first = read(SourceText(file: file, bytes: bytes), limits)
    var diagnostics = first.diagnostics
    if first.flow == nil {
      var search = RepairSearch { read($0, limits) }
      diagnostics = search.diagnostics(of: first)
    }
    if isStrict {
      for index in diagnostics.indices { diagnostics[index].severity = .error }
    }
    let isRight = first.flow != nil && (!isStrict || diagnostics.isEmpty)
    return Outcome(flow: isRight ? first.flow : nil, diagnostics: diagnostics, source: first.source)
  }

  private static func read(_ source: SourceText, _ limits: YAMLLimits) -> RepairSearch.Attempt {
    let composed = YAMLComposer.compose(source, limits: limits)
    let sink = DiagnosticSink(limit: limits.diagnostics)
    for fault in composed.diagnostics { sink.add(fault) }
    var flow: FlowDefinition?
    if let document = composed.document {
      if document.root.kind == .mapping {
        let compiler = FlowCompiler(document.root, sink)
        flow = compiler.compile()
        if let flow { FlowLint(flow, compiler.compilation).run() }
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
    return RepairSearch.Attempt(
      source: source, flow: sink.hasErrors ? nil : flow, diagnostics: sink.sorted,
      isComposed: composed.document != nil)
  }
}
