import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeYAML

/// The flows and scenarios of an editor's folders: texts that are open, others from the disk.
final class Workspace {
  struct Document {
    /// The URI as the editor writes it.
    let uri: String
    var version: Int
    var text: EditorText
  }

  /// A flow as it was last checked.
  struct CheckedFlow {
    let outcome: FlowLoader.Outcome
    let scopes: FlowScopes?
    /// The paths of its parts.
    let parts: [String]
  }

  private let files: EditorFiles
  private(set) var documents: [String: Document] = [:]
  private(set) var folders: [String] = []
  /// The files of the folders.
  private var found: Set<String> = []
  private(set) var flows: [String: CheckedFlow] = [:]
  /// The last text of each flow that had no error. Its types are made when they are asked for: those of two texts of a
  /// large flow take too much memory.
  private var right: [String: (bytes: [UInt8], scopes: FlowScopes?)] = [:]
  /// Flows that scenarios name, and that nobody asked to check.
  private var named: [String: CheckedFlow] = [:]
  private var scenarios: [String: (outcome: ScenarioReader.Outcome, flow: String?)] = [:]
  private var stale: Set<String> = []
  private var projects: [String: Project] = [:]

  init(_ files: EditorFiles) {
    self.files = files
  }

  // MARK: Texts

  func open(_ path: String, _ document: Document) {
    documents[path] = document
    invalidate(path)
  }

  func change(_ path: String, _ version: Int, _ changes: [JSONValue], _ encoding: EditorText.Encoding) {
    guard documents[path] != nil else { return }
    for change in changes { documents[path]?.text.apply(change, encoding) }
    documents[path]?.version = version
    invalidate(path)
  }

  func close(_ path: String) {
    documents[path] = nil
    invalidate(path)
  }

  func setFolders(_ paths: [String]) {
    folders = paths
    stale.formUnion(found)
    found = Set(paths.flatMap { files.list($0) })
    stale.formUnion(found)
  }

  /// Looks again at what is on the disk.
  func refresh(_ paths: [String]) {
    found = Set(folders.flatMap { files.list($0) })
    for path in paths where documents[path] == nil { invalidate(path) }
  }

  func bytes(_ path: String) -> Result<[UInt8], PartFault> {
    documents[path].map { .success($0.text.bytes) } ?? files.read(path)
  }

  /// The text of a file, open or not.
  func text(_ path: String) -> EditorText? {
    documents[path]?.text ?? (try? files.read(path).get()).map { EditorText($0) }
  }

  func uri(_ path: String) -> String { documents[path]?.uri ?? FileURI.uri(path) }

  // MARK: Checking

  static func isOfScenarios(_ path: String) -> Bool { path.hasSuffix(ScenarioReader.ending) }

  private func invalidate(_ path: String) {
    stale.insert(path)
    let flows = flows.filter { $0.key == path || $0.value.parts.contains(path) }.map(\.key)
    stale.formUnion(flows)
    named = named.filter { $0.key != path && !$0.value.parts.contains(path) }
    let affected = Set(flows + [path])
    for (file, read) in scenarios where file == path || read.flow.map(affected.contains) ?? true {
      stale.insert(file)
    }
    projects = projects.filter { !affected.contains($0.key) && !$0.value.files.contains(path) }
  }

  var isStale: Bool { !stale.isEmpty }

  /// Checks again what changes may have made wrong or right.
  func check() {
    let paths = stale.sorted()
    stale = []
    for path in paths where !Self.isOfScenarios(path) {
      // The last outcome goes first: two of a large flow take too much memory.
      flows[path] = nil
      if isChecked(path) { flows[path] = checkFlow(path) }
    }
    for path in paths where Self.isOfScenarios(path) {
      if isChecked(path) { scenarios[path] = checkScenarios(path) } else { scenarios[path] = nil }
    }
  }

  private func isChecked(_ path: String) -> Bool {
    guard let document = documents[path] else { return found.contains(path) }
    if Self.isOfScenarios(path) || path.hasSuffix(".navtree.yaml") { return true }
    // Another file may be a part of a flow, and is none of ours otherwise.
    return document.text.bytes.starts(with: Array("navtree:".utf8))
      || String(decoding: document.text.bytes, as: UTF8.self).contains("\nnavtree:")
  }

  func partReader(of flow: String) -> PartReader {
    let folder = PartPath.folder(of: flow)
    let (open, disk) = (documents.mapValues(\.text.bytes), files.parts(flow))
    return { part in open[folder + part].map { .success($0) } ?? disk(part) }
  }

  private func checkFlow(_ path: String) -> CheckedFlow? {
    guard case .success(let bytes) = bytes(path) else { return nil }
    let (outcome, scopes) = FlowLoader.analyse(
      bytes, file: path, checksParts: true, parts: partReader(of: path))
    return checked(outcome, scopes, path)
  }

  private func checked(_ outcome: FlowLoader.Outcome, _ scopes: FlowScopes?, _ path: String) -> CheckedFlow {
    if outcome.flow != nil { right[path] = (outcome.source.bytes, nil) }
    let folder = PartPath.folder(of: path)
    return CheckedFlow(outcome: outcome, scopes: scopes, parts: outcome.parts.map { folder + $0 })
  }

  /// The types of a flow's names: those of the last text without errors where the present one can't be read.
  func scopes(of flow: String) -> FlowScopes? {
    if let scopes = flows[flow]?.scopes ?? named[flow]?.scopes { return scopes }
    guard let (bytes, scopes) = right[flow] else { return nil }
    if scopes == nil {
      right[flow]?.scopes = FlowLoader.analyse(bytes, file: flow, parts: partReader(of: flow)).scopes
    }
    return right[flow]?.scopes
  }

  private func checkScenarios(_ path: String) -> (ScenarioReader.Outcome, String?)? {
    guard case .success(let bytes) = bytes(path) else { return nil }
    var flow: String?
    let outcome = ScenarioReader.read(
      bytes, file: path,
      flow: { named in
        flow = named
        if let known = self.flows[named]?.outcome, !known.isPart { return .success(known) }
        return self.bytes(named).map {
          let (outcome, scopes) = FlowLoader.analyse($0, file: named, parts: self.partReader(of: named))
          self.named[named] = self.checked(outcome, scopes, named)
          return outcome
        }
      }, snapshot: files.read)
    return (outcome, flow)
  }

  // MARK: Diagnostics

  /// The diagnostics of each file, as `check` tells of all files: each once, and none of a part alone that a flow includes.
  func diagnostics() -> [String: [(diagnostic: Diagnostic, source: SourceText)]] {
    var all: [String: [(diagnostic: Diagnostic, source: SourceText)]] = [:]
    var told: [String: Set<Diagnostic>] = [:]
    let included = Set(flows.values.flatMap(\.parts))
    func add(_ diagnostics: [Diagnostic], _ sources: [SourceText]) {
      for diagnostic in diagnostics {
        let number = Int(diagnostic.location.file)
        let source = sources[sources.indices.contains(number) ? number : 0]
        var plain = diagnostic
        plain.location.file = 0
        guard told[source.file, default: []].insert(plain).inserted else { continue }
        all[source.file, default: []].append((diagnostic, source))
      }
    }
    for (path, flow) in flows.sorted(by: { $0.key < $1.key }) {
      if flow.outcome.isPart, included.contains(path) { continue }
      add(flow.outcome.diagnostics, flow.outcome.sources)
    }
    for (_, read) in scenarios.sorted(by: { $0.key < $1.key }) {
      add(read.outcome.diagnostics, read.outcome.sources)
    }
    return all
  }

  // MARK: Projects

  /// The flow that a file belongs to: the file itself, the first that includes it, or that of its scenarios.
  func flow(of path: String) -> String? {
    if Self.isOfScenarios(path) { return scenarios[path]?.flow }
    if let flow = flows[path], !flow.outcome.isPart { return path }
    return flows.filter { $0.value.parts.contains(path) }.map(\.key).min()
      ?? (flows[path] == nil ? nil : path)
  }

  /// The files of scenarios of a flow.
  func scenarios(of flow: String) -> [String] {
    scenarios.filter { $0.value.flow == flow }.map(\.key).sorted()
  }

  func scenarioFile(_ path: String) -> ScenarioFile? { scenarios[path]?.outcome.file }

  /// The index of a flow with its scenarios; that of the last text without errors where the present one can't be read.
  func project(of path: String) -> Project? {
    guard let flow = flow(of: path) else { return nil }
    if let known = projects[flow] { return known }
    guard let scopes = scopes(of: flow) else { return nil }
    let texts = scenarios(of: flow).compactMap { path in
      (try? bytes(path).get()).map { SourceText(file: path, bytes: $0) }
    }
    let project = Project(scopes, scenarios: texts)
    projects[flow] = project
    return project
  }

  /// Those of the flows that have a file.
  func projects(with path: String) -> [Project] {
    flows.filter { $0.key == path || $0.value.parts.contains(path) }.map(\.key).sorted().compactMap(project)
  }

  /// What is wrong with a flow and with files of scenarios.
  func errors(of flow: String, _ paths: [String]) -> [Diagnostic] {
    ((flows[flow]?.outcome.diagnostics ?? []) + paths.flatMap { scenarios[$0]?.outcome.diagnostics ?? [] })
      .filter { $0.severity == .error }
  }

  /// What would be wrong with them if they had other texts.
  func errors(of flow: String, _ paths: [String], with texts: [String: [UInt8]]) -> [Diagnostic] {
    let trial = Workspace(files)
    trial.found = found
    for (path, document) in documents { trial.documents[path] = document }
    for (path, bytes) in texts {
      trial.documents[path] = Document(uri: "", version: 0, text: EditorText(bytes))
    }
    trial.stale = Set([flow] + paths)
    trial.check()
    return trial.errors(of: flow, paths)
  }
}

/// A flow with its scenarios, and the places of all their names.
final class Project {
  let scopes: FlowScopes
  let names: FlowNames
  let occurrences: [FlowIndex.Occurrence]
  let doubts: [FlowIndex.Doubt]
  /// By the numbers in locations.
  let sources: [SourceText]
  /// The lines of the same, for columns of the editor.
  private lazy var texts = sources.map { EditorText($0.bytes) }

  init(_ scopes: FlowScopes, scenarios: [SourceText]) {
    self.scopes = scopes
    let document = scopes.document
    var names = FlowNames()
    names.add(document.root, isOfScenarios: false)
    scopes.complete(&names)
    var sources = document.sources.sorted { $0.number < $1.number }
    let read = scenarios.compactMap { YAMLComposer.compose($0, FlowVocabulary()).document }
    for scenario in read { names.add(scenario.root, isOfScenarios: true) }
    var indexes = [FlowIndex(of: document, names: names)]
    for scenario in read {
      indexes.append(FlowIndex(of: scenario, isOfScenarios: true, names: names, base: sources.count))
      sources.append(scenario.source)
    }
    self.names = names
    self.sources = sources
    occurrences = indexes.flatMap(\.occurrences)
    doubts = indexes.flatMap(\.doubts)
  }

  var files: [String] { sources.map(\.file) }

  private func number(_ location: SourceLocation) -> Int {
    sources.indices.contains(Int(location.file)) ? Int(location.file) : 0
  }

  func source(_ location: SourceLocation) -> SourceText { sources[number(location)] }

  /// The range of a name as an editor has it.
  func range(_ occurrence: FlowIndex.Occurrence, _ encoding: EditorText.Encoding) -> JSONValue {
    let bytes = EditorText.bytes(of: occurrence.location, in: source(occurrence.location))
    return texts[number(occurrence.location)].range(bytes, encoding)
  }

  /// The occurrence at a byte of a file; of two, the shorter.
  func occurrence(in path: String, at offset: Int) -> FlowIndex.Occurrence? {
    occurrences.filter { occurrence in
      let source = source(occurrence.location)
      guard source.file == path else { return false }
      let range = EditorText.bytes(of: occurrence.location, in: source)
      return range.lowerBound <= offset && offset <= range.upperBound
    }.min { $0.name.utf8.count < $1.name.utf8.count }
  }

  /// The occurrences of a name, those that may be another's too included.
  func occurrences(of symbols: [FlowSymbol], from path: String) -> [FlowIndex.Occurrence] {
    occurrences.filter { occurrence in
      guard occurrence.symbols.contains(where: symbols.contains) else { return false }
      // The parts of a file of scenarios are its own.
      if case .part? = symbols.first?.kind { return source(occurrence.location).file == path }
      return true
    }
  }
}
