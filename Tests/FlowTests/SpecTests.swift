import Flow
import JSON
import Testing
import TestSupport

/// The flows of `Specs`, which must load without a doubt.
@Suite struct SpecTests {
  static let folder = "\(Files.package)/Specs"
  static let names =
    Files.names(in: folder, endingIn: ".navtree.yaml")
    + Files.names(in: folder + "/behaviour", endingIn: ".navtree.yaml").map { "behaviour/" + $0 }

  @Test func thereAreFlows() {
    #expect(Self.names.count >= 5)
  }

  @Test(arguments: names) func aFlowPassesTheStrictCheck(name: String) throws {
    let bytes = try #require(Files.bytes(of: "\(Self.folder)/\(name)"))
    let outcome = FlowLoader.load(bytes, file: name, isStrict: true)
    #expect(DiagnosticReport(outcome.diagnostics, in: outcome.source).text == "")
    #expect(outcome.flow != nil)
  }

  @Test(arguments: names) func theNormalFormGivesTheSameFlow(name: String) throws {
    let bytes = try #require(Files.bytes(of: "\(Self.folder)/\(name)"))
    let flow = try #require(FlowLoader.load(bytes, file: name).flow)
    let normalised = Array(flow.normalised.description.utf8)
    let again = FlowLoader.load(normalised, file: name, isStrict: true)
    #expect(DiagnosticReport(again.diagnostics, in: again.source).text == "")
    let reloaded = try #require(again.flow)
    #expect(FlowOutline(flow).text == FlowOutline(reloaded).text)
    #expect(reloaded.normalised.isIdentical(to: flow.normalised))
  }

  @Test func theTemplatePassesTheStrictCheck() {
    let outcome = FlowLoader.load(
      Array(FlowTemplate.text(name: "notes").utf8), file: "notes.navtree.yaml", isStrict: true)
    #expect(DiagnosticReport(outcome.diagnostics, in: outcome.source).text == "")
    #expect(outcome.flow?.name == "notes")
  }
}
