import Navtree
import NavtreeTestSupport
import Testing

@Suite struct FlowTests {
  @Test func aFlowTellsWhatIsInIt() throws {
    let flow = try Flows.social()
    #expect(flow.name == "social")
    #expect(flow.version == 1)
    #expect(flow.title == "People and their followers")
    #expect(flow.screens == ["userList", "userDetail", "filterSheet"])
    #expect(flow.effects == ["fetchUsers"])
    #expect(flow.warnings.isEmpty)
  }

  @Test func aFlowIsMadeFromItsNormalForm() throws {
    let flow = try Flows.social()
    let other = try Flow(normalForm: flow.normalForm)
    #expect(other.hash == flow.hash)
    #expect(other.normalForm == flow.normalForm)
  }

  @Test func allDiagnosticsAreThrownWithTheirPlaces() {
    let yaml = "navtree: 1\nflow: shop\nstart: hme\nscreens:\n  home: { kind: lst }\n"
    let error = #expect(throws: FlowDiagnostics.self) { try Flow(yaml: yaml, name: "shop.navtree.yaml") }
    #expect(
      error?.all.map(\.description) == [
        "shop.navtree.yaml:3:8: error: no screen named 'hme' [unknown-screen]",
        "shop.navtree.yaml:5:17: error: 'kind' must be one of screen, list, detail, tabs, split, not 'lst' [wrong-value]",
      ])
    let first = error?.all.first
    #expect(first?.severity == .error)
    #expect(first?.code == "unknown-screen")
    #expect(first?.message == "no screen named 'hme'")
    #expect(first?.file == "shop.navtree.yaml")
    #expect(first.map { [$0.line, $0.column, $0.endColumn] } == [3, 8, 11])
    #expect(first?.hint == "did you mean 'home'?")
    #expect(error?.description.contains("start: hme\n       ^~~\n") == true)
  }

  @Test func aFileThatCannotBeReadIsAnErrorToo() {
    let error = #expect(throws: FlowDiagnostics.self) { try Flow(contentsOf: "/nowhere.yaml") }
    #expect(
      error?.description
        == "/nowhere.yaml:1:1: error: the file can't be read: No such file or directory [unreadable]\n")
  }

  @Test func aBundleIsAFlow() throws {
    let flow = try Flow(contentsOf: Files.package + "/Tests/Expected/Forms/bundle-1.navtree.json")
    #expect(try Flow(yaml: flow.normalForm.description).hash == flow.hash)
    #expect(flow.screens.contains("cart"))
  }

  @Test func warningsAreKept() throws {
    let flow = try Flow(yaml: "navtree: 1\nflow: shop\nstart: home\nscreens:\n  home: {}\n  attic: {}\n")
    #expect(flow.warnings.map(\.severity) == [.warning])
  }

  @Test func theTextsOfPartsAreGiven() throws {
    let flow = try Flow(
      yaml: "navtree: 1\nflow: shop\nstart: home\ninclude: [screens.yaml]\n", name: "shop.navtree.yaml",
      parts: ["screens.yaml": "navtree: 1\nscreens:\n  home: {}\n"])
    #expect(flow.screens == ["home"])
  }
}
