import NavtreeFiles
import NavtreeFlow
import NavtreeScenarios
import NavtreeYAML
public import Testing

/// The scenarios of a file, as arguments of a parameterised test.
///
/// ```swift
/// @Test(arguments: Scenarios("../../Specs/social.scenarios.yaml"))
/// func scenario(_ scenario: Scenario) { scenario.run() }
/// ```
/// A file that can't be read, or has errors, is one scenario that fails with them.
public struct Scenarios: RandomAccessCollection, Sendable {
  private let scenarios: [Scenario]

  /// Reads a file, with the flow that it names.
  ///
  /// - Parameters:
  ///   - path: The file's path: absolute, or relative to the folder of the test's source.
  ///   - source: The test's source.
  /// - Complexity: O(size of the file and of the flow).
  public init(_ path: String, relativeTo source: String = #filePath) {
    let folder = source.lastIndex(of: "/").map { source[...$0] } ?? ""
    let file = path.hasPrefix("/") ? path : folder + path
    let outcome: ScenarioReader.Outcome
    do throws(FileFault) {
      outcome = ScenarioReader.read(
        try Self.bytes(file), file: file,
        flow: { path in
          Self.read(path).map { FlowLoader.load($0, file: path, parts: FlowFolder.parts(ofFlow: path)) }
        }, snapshot: Self.read)
    } catch {
      scenarios = [Scenario(name: path, .wrong("\(file): \(error)"))]
      return
    }
    guard let read = outcome.file else {
      let report = DiagnosticReport(outcome.diagnostics, in: outcome.sources).text
      scenarios = [Scenario(name: path, .wrong(report))]
      return
    }
    scenarios = read.scenarios.map { Scenario(name: $0.name, .scenario($0, read)) }
  }

  /// The first index.
  public var startIndex: Int { scenarios.startIndex }

  /// The index behind the last scenario.
  public var endIndex: Int { scenarios.endIndex }

  /// A scenario by its place in the file; those with examples once for each.
  public subscript(index: Int) -> Scenario { scenarios[index] }

  private static func bytes(_ path: String) throws(FileFault) -> [UInt8] {
    try RegularFile(path: path).bytes(atMost: YAMLLimits().bytes + 1)
  }

  @Sendable private static func read(_ path: String) -> Result<[UInt8], PartFault> {
    do throws(FileFault) {
      return .success(try bytes(path))
    } catch {
      return .failure(PartFault("\(error)"))
    }
  }
}

/// A scenario of a file.
public struct Scenario: Sendable, CustomTestStringConvertible {
  enum Content: Sendable {
    case scenario(NavtreeScenarios.Scenario, ScenarioFile)
    case wrong(String)
  }

  /// The name.
  public let name: String
  private let content: Content

  init(name: String, _ content: Content) {
    self.name = name
    self.content = content
  }

  /// The name, in reports of tests.
  public var testDescription: String { name }

  /// Runs the scenario in a session of its own. A failure is told with its steps, the difference and the screens.
  ///
  /// - Complexity: The cost of its steps.
  public func run(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    switch content {
    case .wrong(let report): Issue.record(Comment(rawValue: report), sourceLocation: sourceLocation)
    case .scenario(let scenario, let file):
      let result = ScenarioRunner(file).run(scenario)
      if !result.hasPassed {
        Issue.record(Comment(rawValue: FailureStory(result).text), sourceLocation: sourceLocation)
      }
    }
  }
}
