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
  ///   - texts: What to read in place of what is in files, by their names.
  /// - Throws: the exit status of a file that can't be read, after reporting why.
  func readScenarios(of flow: FlowLoader.Outcome? = nil, texts: [String: [UInt8]] = [:]) throws
    -> ScenarioReader.Outcome
  {
    do throws(FileFault) {
      return ScenarioReader.read(
        try bytes(or: texts), file: name,
        flow: { path in flow.map { .success($0) } ?? Self.flow(path, texts) },
        snapshot: { path in
          Result { () throws(FileFault) in try InputFile(named: path).bytes() }.mapError(Self.fault)
        })
    } catch {
      throw fail(error)
    }
  }

  /// Loads a flow that a file of scenarios names.
  ///
  /// - Parameter texts: What to read in place of what is in files, by their names.
  static func flow(_ path: String, _ texts: [String: [UInt8]] = [:]) -> Result<FlowLoader.Outcome, PartFault>
  {
    Result { () throws(FileFault) in try InputFile(named: path).bytes(or: texts) }.mapError(fault)
      .map { FlowLoader.load($0, file: path, parts: parts(ofFlow: path, texts)) }
  }

  /// Its text among those that are given, else its bytes.
  func bytes(or texts: [String: [UInt8]]) throws(FileFault) -> [UInt8] {
    if let text = texts[name] { return text }
    return try bytes()
  }

  /// The reader of the parts of a flow.
  static func parts(ofFlow path: String, _ texts: [String: [UInt8]]) -> PartReader {
    let reader = FlowFolder.parts(ofFlow: path)
    return { part in texts[PartPath.folder(of: path) + part].map { .success($0) } ?? reader(part) }
  }

  @Sendable private static func fault(_ error: FileFault) -> PartFault { PartFault("\(error)") }
}
