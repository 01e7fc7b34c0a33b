import ArgumentParser
import NavtreeFiles
import NavtreeFlow
import NavtreeScenarios
import NavtreeYAML
import NavtreeSystem

/// The folder of scenarios that random sessions have found, each a file.
struct RegressionFolder {
  let path: String

  /// Runs the scenarios of a flow.
  ///
  /// - Throws: the exit status if one of them fails, after reporting which.
  func check(_ flow: FlowDefinition) throws {
    var hasFailed = false
    for (file, read) in try files(of: flow) {
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

  /// The files with scenarios of a flow, in the order of their names; those that can't be read any more are reported.
  ///
  /// - Throws: the exit status of a folder that can't be read, after reporting why.
  func files(of flow: FlowDefinition) throws -> [(file: InputFile, read: ScenarioFile)] {
    let folder = InputFile(named: path)
    guard folder.isFolder else { return [] }
    let files: [InputFile]
    do {
      files = try folder.files(endingIn: [ScenarioReader.ending])
    } catch {
      throw Console.fail(error.sentence, error.status)
    }
    return try files.compactMap { file in
      let outcome = try file.readScenarios()
      guard let read = outcome.file else {
        let first = outcome.diagnostics.first { $0.severity == .error }
        Console.complain(
          "navtree: \(file.name) doesn't fit the flow: \(first?.message ?? "it is wrong")\n")
        return nil
      }
      return read.flow.name == flow.name ? (file, read) : nil
    }
  }

  /// Writes scenarios to a file of their own; one that is there already stays.
  ///
  /// - Parameters:
  ///   - name: The file's name without its ending.
  ///   - text: Gives the file's text for the path of the flow.
  func write(_ name: String, _ flowPath: String, _ text: (_ flowPath: String) throws -> String) throws {
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw Console.fail("\(path): \(SystemError.last)", .ioError)
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    let file = "\(folder)\(name)\(ScenarioReader.ending)"
    let text = try text(RelativePath.path(to: flowPath, fromFolderOf: file))
    if InputFile(named: file).exists { return }
    try OutputFile(path: file).write(text)
    Console.complain("navtree: written to \(file)\n")
  }
}
