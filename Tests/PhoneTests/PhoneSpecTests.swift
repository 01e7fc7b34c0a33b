import NavtreeTestSupport
import NavtreeTesting
import Testing
import NavtreeSystem

/// What `Specs` says, in a build that reads no YAML: see `.ci/bundled`.
@Suite(.enabled(if: PhoneSpecs.folder != nil, "no bundles")) struct PhoneSpecTests {
  @Test func thereAreSpecs() {
    #expect(PhoneSpecs.paths(endingIn: ".transcript").count > 80)
    #expect(PhoneSpecs.paths(endingIn: ".scenarios.yaml").count > 80)
  }

  @Test(arguments: PhoneSpecs.paths(endingIn: ".transcript"))
  func aTranscriptSaysWhatHappens(path: String) throws {
    let difference = try PhoneTranscript(path).difference()
    #expect(difference == nil, "\(path): \(difference ?? "")")
  }

  @Test(arguments: PhoneSpecs.paths(endingIn: ".scenarios.yaml"))
  func scenariosPass(path: String) {
    let scenarios = Scenarios(PhoneSpecs.path(path))
    #expect(!scenarios.isEmpty)
    for scenario in scenarios { scenario.run() }
  }
}

/// The folder that `NAVTREE_BUNDLED` names, which has a copy of `Specs` for a build that reads no YAML.
enum PhoneSpecs {
  static let folder = getenv("NAVTREE_BUNDLED").map { String(cString: $0) }

  /// The place of a file by its path from the package's folder on.
  static func path(_ path: String) -> String { "\(folder ?? "")/\(path)" }

  static func paths(endingIn ending: String) -> [String] {
    guard let folder else { return [] }
    return Files.paths(below: folder, endingIn: ending).map { String($0.dropFirst(folder.count + 1)) }
  }
}
