import NavtreeTestSupport
import Testing

/// The scenarios that show how the flows of `Specs` are tested.
@Suite struct SpecScenarioTests {
  private static let files = Files.paths(below: Files.package + "/Specs", endingIn: ".scenarios.yaml")
    .map { String($0.dropFirst(Files.package.count + 1)) }

  @Test func everyScenarioOfSpecsPasses() throws {
    #expect(!Self.files.isEmpty)
    let outcome = try ChildProcess(["test"] + Self.files).finish()
    #expect(outcome.status == 0, "\(outcome.text)\(outcome.errorText)")
  }
}
