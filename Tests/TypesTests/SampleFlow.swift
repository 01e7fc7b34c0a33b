import NavtreeFiles
import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeTypes
import Testing

/// A flow whose types are written, under a name that no other one has.
struct SampleFlow: Sendable {
  /// The file in the package.
  let path: String
  let name: String
  let flow: FlowDefinition

  /// The flows of the specifications that load, with all names that mean something else in some language.
  static let all: [SampleFlow] = {
    let paths = Files.paths(below: Files.package + "/Specs", endingIn: ".navtree.yaml") + [names]
    return paths.enumerated().compactMap { number, path in SampleFlow(path, number: number) }
  }()

  static let names = Files.package + "/Tests/Expected/Types/names.navtree.yaml"

  /// Those that a compiler takes long for are sampled, unless all are asked for.
  static let isThorough = Shell.variable("NAVTREE_TYPES") == "all"
  static let sample =
    isThorough
    ? all
    : all.filter { flow in
      ["names", "social", "feed", "results"].contains {
        flow.path.hasSuffix("/\($0).navtree.yaml")
      }
    }

  init?(_ path: String, number: Int) {
    guard let text = Files.text(of: path) else { return nil }
    self.init(path, text, name: "Flow\(number)")
  }

  init?(_ path: String, _ text: String, name: String) {
    let renamed = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("flow: ") ? "flow: \(name)" : $0 }.joined(separator: "\n")
    let outcome = FlowLoader.load(Array(renamed.utf8), file: path, parts: FlowFolder.parts(ofFlow: path))
    guard let flow = outcome.flow else { return nil }
    self.path = String(path.dropFirst(Files.package.count + 1))
    self.name = name
    self.flow = flow
  }

  func text(_ language: TypesLanguage) -> String { language.text(of: FlowTypes(flow)) }
}

extension SampleFlow: CustomTestStringConvertible {
  var testDescription: String { path }
}
