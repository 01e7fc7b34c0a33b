import NavtreeFlow
import NavtreeYAML

/// The files that a file of scenarios names, each read once.
final class ReferenceFiles {
  let file: String
  private let flowReader: ScenarioReader.FlowReader
  private let snapshotReader: PartReader
  private var flows: [String: Result<FlowLoader.Outcome, PartFault>] = [:]
  private var snapshots: [String: Result<[UInt8], PartFault>] = [:]

  /// The paths of the files of snapshots that were read.
  var snapshotPaths: [String] { snapshots.keys.sorted() }

  init(file: String, flow: @escaping ScenarioReader.FlowReader, snapshot: @escaping PartReader) {
    self.file = file
    flowReader = flow
    snapshotReader = snapshot
  }

  func flow(_ path: String) -> Result<FlowLoader.Outcome, PartFault> {
    if let known = flows[path] { return known }
    let outcome = flowReader(path)
    flows[path] = outcome
    return outcome
  }

  func snapshot(_ path: String) -> Result<[UInt8], PartFault> {
    if let known = snapshots[path] { return known }
    let outcome = snapshotReader(path)
    snapshots[path] = outcome
    return outcome
  }

  /// A path relative to the file, without `.` and with as few `..` as the text allows.
  func path(of text: String) -> String {
    if text.hasPrefix("/") { return text }
    let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    var names: [Substring] = []
    for name in (folder + text).split(separator: "/") where name != "." {
      if name == "..", let last = names.last, last != ".." {
        names.removeLast()
      } else {
        names.append(name)
      }
    }
    let path = (folder.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
    return path.isEmpty ? "." : path
  }
}
