import NavtreeFiles
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeYAML

/// A test of a run: a scenario, a transcript or a wrong file.
struct PlannedTest: Sendable {
  enum Content: Sendable {
    /// A scenario by its index in a file.
    case scenario(ScenarioFile, Int)
    case transcript(TranscriptPlayer)
    case wrong(WrongFile)
  }

  let content: Content
  let name: String
  var tags: [String] = []
  /// The number of its file in the run.
  let file: Int

  var isWrong: Bool { if case .wrong = content { true } else { false } }

  /// A line of `--list`.
  var listing: JSONValue {
    var members: JSONObject = ["name": .string(name)]
    switch content {
    case .scenario(let file, let index):
      members["file"] = .string(file.name)
      members["line"] = .integer(file.scenarios[index].location.line)
      if !tags.isEmpty { members["tags"] = .array(tags.map { .string($0) }) }
    case .transcript, .wrong: members["file"] = .string(name)
    }
    return .object(members)
  }

  /// The result of a test that isn't run.
  var unrun: TestRun.Entry {
    switch content {
    case .scenario(let file, let index):
      let scenario = file.scenarios[index]
      return .skipped(
        ScenarioResult(
          name: scenario.name, file: file.name, location: scenario.location, tags: scenario.tags))
    case .transcript(let player): return .skipped(player.unrun)
    case .wrong(let file): return .wrongFile(file)
    }
  }
}

/// The tests in files and folders, in the order of the files; each flow is loaded once.
struct TestPlan {
  private(set) var tests: [PlannedTest] = []
  /// The flows of the scenarios.
  private(set) var flows: [FlowDefinition] = []
  /// The files to watch: those of the tests, of snapshots, of flows and of their parts.
  private(set) var files: [InputFile] = []

  /// The endings of the names by which tests are found in a folder.
  static let endings = [ScenarioReader.ending, Transcript.ending]

  init(_ paths: [InputFile]) {
    var seen: Set<InputFile.Identity> = []
    let flows = FlowCache()
    var count = 0
    for path in paths {
      let isFolder = path.isFolder
      do {
        for file in try path.files(endingIn: Self.endings) {
          // A pipe or a socket in a folder would be waited for.
          if isFolder, file.exists, !file.isRegular { continue }
          if let identity = file.revision?.identity, !seen.insert(identity).inserted { continue }
          add(file, isGiven: !isFolder, number: count, flows)
          count += 1
        }
      } catch {
        add(WrongFile(name: path.name, reason: error.sentence), number: count)
        count += 1
      }
    }
    self.flows = flows.definitions
    files += flows.files
  }

  private mutating func add(_ file: InputFile, isGiven: Bool, number: Int, _ flows: FlowCache) {
    files.append(file)
    let bytes: [UInt8]
    do {
      bytes = try file.bytes()
    } catch {
      return add(WrongFile(name: file.name, reason: "\(error)"), number: number)
    }
    if file.path.hasSuffix(Transcript.ending) {
      return add(Transcript(String(decoding: bytes, as: UTF8.self)), from: file, isGiven, number)
    }
    let outcome = ScenarioReader.read(
      bytes, file: file.name, flow: flows.load, snapshot: InputFile.readSnapshot)
    files += outcome.snapshots.map { InputFile(named: $0) }
    guard let read = outcome.file else {
      return add(
        WrongFile(name: file.name, diagnostics: outcome.diagnostics, sources: outcome.sources), number: number
      )
    }
    for (index, scenario) in read.scenarios.enumerated() {
      tests.append(
        PlannedTest(
          content: .scenario(read, index), name: scenario.name, tags: scenario.tags, file: number))
    }
  }

  /// A transcript without a line that can be played is passed over unless it was given itself.
  private mutating func add(_ transcript: Transcript, from file: InputFile, _ isGiven: Bool, _ number: Int) {
    guard TranscriptPlayer.firstCommand(of: transcript) != nil else {
      if isGiven {
        add(
          WrongFile(name: file.name, reason: "no line begins with '$ navtree serve', so nothing can be run"),
          number: number)
      }
      return
    }
    let player = TranscriptPlayer(transcript, from: file)
    files += player.flows
    tests.append(PlannedTest(content: .transcript(player), name: file.name, file: number))
  }

  private mutating func add(_ file: WrongFile, number: Int) {
    tests.append(PlannedTest(content: .wrong(file), name: file.name, file: number))
  }
}

/// The flows of a run, each loaded once by whatever path.
private final class FlowCache {
  private var outcomes: [String: Result<FlowLoader.Outcome, PartFault>] = [:]
  private var paths: [InputFile.Identity: String] = [:]
  private(set) var files: [InputFile] = []

  var definitions: [FlowDefinition] {
    outcomes.sorted { $0.key < $1.key }.compactMap { try? $0.value.get().flow }
  }

  func load(_ path: String) -> Result<FlowLoader.Outcome, PartFault> {
    let file = InputFile(named: path)
    var key = path
    if let identity = file.revision?.identity {
      key = paths[identity] ?? path
      paths[identity] = key
    }
    if let known = outcomes[key] { return known }
    let outcome = read(file)
    outcomes[key] = outcome
    files.append(file)
    if case .success(let outcome) = outcome {
      let folder = FlowFolder.path(ofFlow: path)
      files += outcome.parts.map { InputFile(argument: folder + $0) }
    }
    return outcome
  }

  private func read(_ file: InputFile) -> Result<FlowLoader.Outcome, PartFault> {
    do {
      return .success(
        FlowLoader.load(try file.bytes(), file: file.name, parts: FlowFolder.parts(ofFlow: file.path)))
    } catch {
      return .failure(PartFault("\(error)"))
    }
  }
}

extension InputFile {
  @Sendable fileprivate static func readSnapshot(path: String) -> Result<[UInt8], PartFault> {
    do {
      return .success(try InputFile(named: path).bytes())
    } catch {
      return .failure(PartFault("\(error)"))
    }
  }
}
