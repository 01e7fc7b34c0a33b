import ArgumentParser
import NavtreeExploring
import NavtreeFiles
import NavtreeFlow
import NavtreeScenarios
import NavtreeServer

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folder of scenarios that random sessions have found, each a file.
struct RegressionFolder {
  let path: String

  /// Runs the scenarios of a flow.
  ///
  /// - Throws: the exit status if one of them fails, after reporting which.
  func check(_ flow: FlowDefinition) throws {
    let folder = InputFile(named: path)
    guard folder.isFolder else { return }
    let files: [InputFile]
    do {
      files = try folder.files(endingIn: [ScenarioReader.ending])
    } catch {
      throw Console.fail(error.sentence, error.status)
    }
    var hasFailed = false
    for file in files {
      let outcome = try file.readScenarios()
      guard let read = outcome.file else {
        let first = outcome.diagnostics.first { $0.severity == .error }
        Console.complain(
          "navtree: \(file.name) doesn't fit the flow: \(first?.message ?? "it is wrong")\n")
        continue
      }
      if read.flow.name != flow.name { continue }
      let runner = ScenarioRunner(read)
      for scenario in read.scenarios {
        guard let failure = runner.run(scenario).failures.first else { continue }
        hasFailed = true
        try Console.write(
          "failed \(scenario.name) \(file.name):\(failure.location.line):\(failure.location.column)\n"
        )
      }
    }
    if hasFailed { throw ExitCode.failure }
  }

  /// Writes a scenario to a file of its own; one that is there already stays.
  func write(_ flow: String, _ flowPath: String, _ scenario: (_ flowPath: String) -> FuzzScenario) throws {
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw Console.fail("\(path): \(SystemError.last)", .ioError)
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let digest = scenario(flowPath).digest
    let file = "\(folder)\(flow)-\(digest)\(ScenarioReader.ending)"
    let text = scenario(RelativePath.path(to: flowPath, fromFolderOf: file)).text
    if InputFile(named: file).exists { return }
    do {
      try OutputFile(path: file).write(text)
    } catch {
      throw Console.fail("\(file): \(error)", .ioError)
    }
    Console.complain("navtree: written to \(file)\n")
  }
}
