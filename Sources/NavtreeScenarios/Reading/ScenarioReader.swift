package import NavtreeFlow
package import NavtreeYAML

/// Reads files of scenarios: YAML in, scenarios without placeholders or diagnostics out.
package enum ScenarioReader {
  /// The ending of a file's name.
  package static let ending = ".scenarios.yaml"

  package struct Outcome: Sendable {
    /// Nil where there is an error.
    package let file: ScenarioFile?
    /// In the order of the file.
    package let diagnostics: [Diagnostic]
    /// The text that was read, alone.
    package let sources: [SourceText]
    /// The paths of the files of snapshots that it names.
    package let snapshots: [String]
  }

  /// Loads a flow by its path, or says why it can't be read.
  package typealias FlowReader = (_ path: String) -> Result<FlowLoader.Outcome, PartFault>

  /// - Parameters:
  ///   - file: The file's path, from which those of its flow and of snapshots are resolved.
  ///   - flowPath: The path of the flow, whichever the file names; nil: the one that the file names.
  ///   - flow: Loads the flow; asked at most once.
  ///   - willRead: Called before each scenario is read, and for each of its examples.
  ///   - snapshot: Reads the file of a snapshot.
  ///   - isRepaired: Whether errors name what was probably meant, which may be at another place.
  /// - Complexity: O(size of the file, its parts and examples expanded), bounded by the limits.
  package static func read(
    _ bytes: [UInt8], file: String, flowPath: String? = nil, limits: YAMLLimits = YAMLLimits(),
    willRead: @escaping () -> Void = {}, flow: @escaping FlowReader,
    snapshot: @escaping PartReader = PartFault.reader, isRepaired: Bool = true
  ) -> Outcome {
    let original = SourceText(file: file, bytes: bytes)
    let references = ReferenceFiles(file: file, flow: flow, snapshot: snapshot)
    var read: ScenarioFile?
    func attempt(_ changed: [Int32: SourceText]) -> RepairSearch.Attempt {
      let sink = DiagnosticSink(limit: limits.diagnostics) { _ in file }
      let source = changed[0] ?? original
      let outcome = YAMLComposer.compose(source, FlowVocabulary(), limits: limits)
      for fault in outcome.diagnostics { sink.add(fault) }
      if let document = outcome.document {
        let result = ScenarioFileReader(
          document: document, references: references, flowPath: flowPath, limits: limits, sink: sink,
          willRead: willRead
        ).file()
        if changed.isEmpty, !sink.hasErrors { read = result }
      } else if !sink.hasErrors {
        sink.add(
          .error, .emptyFile, "there are no scenarios in the file",
          at: SourceLocation(line: 1, column: 1, endColumn: 2),
          hint: "begin with: flow: the flow's file, and scenarios: a list")
      }
      return RepairSearch.Attempt(
        changed: changed, diagnostics: sink.sorted, composed: outcome.document == nil ? [] : [0])
    }
    let first = attempt([:])
    var diagnostics = first.diagnostics
    if isRepaired, diagnostics.contains(where: { $0.severity == .error }) {
      var search = RepairSearch(
        SourceFiles(original, parts: PartFault.reader), FlowVocabulary(), read: attempt)
      diagnostics = search.diagnostics(of: first)
    }
    return Outcome(
      file: read, diagnostics: diagnostics, sources: [original], snapshots: references.snapshotPaths)
  }
}
