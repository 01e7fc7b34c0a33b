import NavtreeFlow
import NavtreeFiles
import NavtreeJSON
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// Flows as platforms without libyaml read them: in the JSON that `flow.get` answers.
@Suite struct JSONFlowTests {
  private static let alone: YAMLLimits = {
    var limits = YAMLLimits()
    limits.isJSONAlone = true
    return limits
  }()

  @Test func theNormalFormOfEachFlowIsTheSameFlow() throws {
    var count = 0
    for path in Files.paths(below: Files.package + "/Specs", endingIn: ".navtree.yaml") {
      let bytes = try #require(Files.bytes(of: path))
      let parts = FlowFolder.parts(ofFlow: path)
      guard let flow = FlowLoader.load(bytes, file: path, parts: parts).flow else { continue }
      for text in [flow.normalised.description, flow.normalised.prettyDescription] {
        let again = FlowLoader.load(Array(text.utf8), file: path, limits: Self.alone)
        #expect(
          again.flow?.normalised.description == flow.normalised.description, "\(path): \(again.diagnostics)")
      }
      count += 1
    }
    try #require(count > 50)
  }

  /// What is wrong in the JSON has the same place as with libyaml.
  @Test func mistakesHaveTheirPlaces() throws {
    let text = """
      {"navtree": 1, "flow": "a", "start": "b",
        "screens": {"c": {"title": "é\\u00e9 \\"", "stat": {}}, "d": {"actions": {"go": {"present": "c"}}}}}
      """
    let one = FlowLoader.load(Array(text.utf8), file: "a.json")
    let other = FlowLoader.load(Array(text.utf8), file: "a.json", limits: Self.alone)
    #expect(!one.diagnostics.isEmpty)
    #expect(
      one.diagnostics.map { "\($0.location) \($0.message)" }
        == other.diagnostics.map { "\($0.location) \($0.message)" })
  }

  @Test(arguments: [
    ("navtree: 1\nflow: a\n", "1:2"), ("{\"navtree\": 1,\n  \"flow\": a}", "2:11"), ("{\"a\": 1} {}", "1:10"),
  ])
  func whatIsNoJSONIsRefused(text: String, place: String) throws {
    let outcome = FlowLoader.load(Array(text.utf8), file: "a.yaml", limits: Self.alone)
    let first = try #require(outcome.diagnostics.first)
    #expect(outcome.flow == nil)
    #expect(first.message.contains("JSON"))
    #expect("\(first.location.line):\(first.location.column)" == place)
  }

  @Test(arguments: ["", " \n"])
  func anEmptyTextIsNoFlow(text: String) {
    let outcome = FlowLoader.load(Array(text.utf8), file: "a.json", limits: Self.alone)
    #expect(outcome.diagnostics.map(\.code) == [.emptyFile])
  }
}
