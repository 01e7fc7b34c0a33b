import NavtreeFiles
import NavtreeFlow
import NavtreeScenarios
import NavtreeYAML

extension InputFile {
  /// Whether its name is that of a file of scenarios.
  var isOfScenarios: Bool { path.hasSuffix(ScenarioReader.ending) }

  /// Reads it as a file of scenarios.
  ///
  /// - Parameters:
  ///   - flow: The flow, whichever the file names; nil: the one that the file names.
  ///   - text: What to read in place of what is in the file.
  /// - Throws: the exit status of a file that can't be read, after reporting why.
  func readScenarios(of flow: FlowLoader.Outcome? = nil, bytes text: [UInt8]? = nil) throws
    -> ScenarioReader.Outcome
  {
    do throws(FileFault) {
      let written: [UInt8]
      if let text { written = text } else { written = try bytes() }
      return ScenarioReader.read(
        written, file: name, flow: { path in flow.map { .success($0) } ?? Self.flow(path) },
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
