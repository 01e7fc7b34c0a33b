import NavtreeFiles
import NavtreeFlow
import NavtreeScenarios
import NavtreeYAML

extension InputFile {
  /// Whether its name is that of a file of scenarios.
  var isOfScenarios: Bool { path.hasSuffix(ScenarioReader.ending) }

  /// Reads it as a file of scenarios.
  ///
  /// - Parameter flow: The flow, whichever the file names; nil: the one that the file names.
  /// - Throws: the exit status of a file that can't be read, after reporting why.
  func readScenarios(of flow: FlowLoader.Outcome? = nil) throws -> ScenarioReader.Outcome {
    do throws(FileFault) {
      return ScenarioReader.read(
        try bytes(), file: name, flow: { path in flow.map { .success($0) } ?? Self.flow(path) },
        snapshot: { path in
          Result { () throws(FileFault) in try InputFile(named: path).bytes() }.mapError(Self.fault)
        })
    } catch {
      throw fail(error)
    }
  }

  /// Loads a flow that a file of scenarios names.
  static func flow(_ path: String) -> Result<FlowLoader.Outcome, PartFault> {
    Result { () throws(FileFault) in try InputFile(named: path).bytes() }.mapError(fault)
      .map { FlowLoader.load($0, file: path, parts: FlowFolder.parts(ofFlow: path)) }
  }

  @Sendable private static func fault(_ error: FileFault) -> PartFault { PartFault("\(error)") }
}
