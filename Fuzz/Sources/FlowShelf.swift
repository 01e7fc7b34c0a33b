import NavtreeFiles
import NavtreeFlow
import NavtreeTestSupport

/// The flows of `Specs` and of this folder, by the name of the file, each loaded when it is first asked for.
final class FlowShelf {
  nonisolated(unsafe) static let only = FlowShelf()

  private static let ending = ".navtree.yaml"

  private let paths: [String: String]
  private let names: [String]
  private var loaded: [String: FlowDefinition] = [:]

  private init() {
    let folders = ["Specs", "Specs/behaviour", "Fuzz"].map { "\(Files.package)/\($0)" }
    var paths: [String: String] = [:]
    for folder in folders {
      for name in Files.names(in: folder, endingIn: Self.ending) {
        paths[String(name.dropLast(Self.ending.utf8.count))] = "\(folder)/\(name)"
      }
    }
    guard !paths.isEmpty else { fatalError("there are no flows in \(folders)") }
    self.paths = paths
    names = paths.keys.sorted()
  }

  /// The flow of a file such as `social.navtree.yaml`, or of its path; nil if there is none.
  subscript(file path: String) -> FlowDefinition? {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.hasSuffix(Self.ending) ? load(String(name.dropLast(Self.ending.utf8.count))) : nil
  }

  /// The flow that a header names; any other header stands for one of them too.
  func flow(of header: [UInt8]) -> FlowDefinition {
    let name = String(decoding: header, as: UTF8.self)
    let other = names[header.reduce(0) { $0 + Int($1) } % names.count]
    guard let flow = load(name) ?? load(other) ?? load("walk") else { fatalError("no flow loads") }
    return flow
  }

  private func load(_ name: String) -> FlowDefinition? {
    if let flow = loaded[name] { return flow }
    guard let path = paths[name], let bytes = Files.bytes(of: path) else { return nil }
    let flow = FlowLoader.load(bytes, file: path, parts: FlowFolder.parts(ofFlow: path)).flow
    loaded[name] = flow
    return flow
  }
}
