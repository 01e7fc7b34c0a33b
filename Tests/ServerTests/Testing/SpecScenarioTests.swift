import NavtreeTestSupport
import Testing

/// The scenarios that show how the flows of `Specs` are tested.
@Suite struct SpecScenarioTests {
  /// The flows without scenarios of their own: they are there to be wrong, or to be wrongly tested. Those of `exploring`
  /// have rules that never run, among other planted faults; their scenarios show the ways to these.
  private static let untested = ["Specs/invalid/", "Specs/mistakes/", "Specs/scenario-", "Specs/exploring/"]

  private static let files = paths(endingIn: ".scenarios.yaml")

  private static func paths(endingIn ending: String) -> [String] {
    Files.paths(below: Files.package + "/Specs", endingIn: ending)
      .map { String($0.dropFirst(Files.package.count + 1)) }
  }

  @Test func theScenariosOfSpecsPassAndCoverTheirFlows() throws {
    #expect(!Self.files.isEmpty)
    let folder = try TemporaryFolder()
    let coverage = folder.path + "/coverage.json"
    let outcome = try ChildProcess(["test", "--coverage", coverage] + Self.files).finish()
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
    for flow in Self.paths(endingIn: ".navtree.yaml") where !Self.untested.contains(where: flow.hasPrefix) {
      // The others are parts of flows.
      guard Files.text(of: "\(Files.package)/\(flow)")?.contains("\nflow:") == true else { continue }
      let outcome = try ChildProcess(["coverage", flow, coverage, "--min", "rules=95,guards=95"]).finish()
      #expect(outcome.status == 0, "\(flow): \(outcome.text)\(outcome.errorText)")
    }
  }
}
