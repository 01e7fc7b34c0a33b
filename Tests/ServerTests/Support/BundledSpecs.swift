import NavtreeFiles
import NavtreeFlow
import NavtreeTestSupport
import NavtreeYAML

/// A copy of `Specs` in which the file of each flow holds its bundle.
final class BundledSpecs {
  /// The folder that holds it.
  let path: String
  private(set) var count = 0

  init() throws {
    let folder = try TemporaryFolder()
    path = "\(folder.path)/package"
    _ = try ChildProcess([path], program: "/bin/mkdir").finish()
    _ = try ChildProcess(["-R", "\(Files.package)/Specs", path], program: "/bin/cp").finish()
    self.folder = folder
    for file in Files.paths(below: "\(Files.package)/Specs", endingIn: ".navtree.yaml") {
      let name = String(file.dropFirst(Files.package.count + 1))
      let outcome = FlowLoader.load(
        Files.bytes(of: file) ?? [], file: name, parts: FlowFolder.parts(ofFlow: file))
      guard let flow = outcome.flow else { continue }
      Files.write("\(FlowBundle.value(of: flow, outcome.sources, name: name))\n", to: "\(path)/\(name)")
      count += 1
    }
  }

  private let folder: TemporaryFolder

  deinit { _ = try? ChildProcess(["-rf", path], program: "/bin/rm").finish() }
}
