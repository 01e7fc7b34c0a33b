import NavtreeFlow
import NavtreeJSON
import NavtreeYAML
import Testing
import NavtreeTestSupport

/// The flows of `Specs`, which must load without warnings.
@Suite struct SpecTests {
  static let folder = "\(Files.package)/Specs"
  static let names =
    Files.names(in: folder, endingIn: ".navtree.yaml")
    + ["behaviour", "crossing", "templates", "exploring", "foresight", "guides"].flatMap { part in
      Files.names(in: "\(folder)/\(part)", endingIn: ".navtree.yaml").map { "\(part)/\($0)" }
    } + ["library/library.navtree.yaml", "behaviour/parts/parts.navtree.yaml"]

  @Test func thereAreFlows() {
    #expect(Self.names.count >= 5)
  }

  @Test(arguments: names) func aFlowPassesTheStrictCheck(name: String) throws {
    let outcome = try #require(FlowFile.load(name, in: Self.folder, isStrict: true))
    #expect(DiagnosticReport(outcome.diagnostics, in: outcome.sources).text == "")
    #expect(outcome.flow != nil)
  }

  @Test(arguments: names) func theNormalFormGivesTheSameFlow(name: String) throws {
    let flow = try #require(FlowFile.load(name, in: Self.folder)?.flow)
    let normalised = Array(flow.normalised.description.utf8)
    let again = FlowLoader.load(normalised, file: name, isStrict: true)
    #expect(DiagnosticReport(again.diagnostics, in: again.source).text == "")
    let reloaded = try #require(again.flow)
    #expect(FlowOutline(flow).text == FlowOutline(reloaded).text)
    #expect(reloaded.normalised.isIdentical(to: flow.normalised))
  }

  /// Short forms and the author's own keys, in places where the flows of `Specs` have none.
  @Test(arguments: [
    "x-a: 1\nscreens: { home: { x-b: [1], actions: { go: { x-c: { a: null }, title: Go, reply: done } } } }",
    "screens: { home: { actions: { go: [ { x-d: 1, reject: no } ], stop: { rules: [ { reply: 1 } ], x-e: 1 } } } }",
    "screens: { home: { state: { x-f: 1, a: integer?, b: [[string?]], c: { type: null, x-g: 1 } } } }",
    "observe: { active: true, x-i: 1, state: { home: a, x-j: 1 } }\nscreens: { home: { state: { a: integer } } }",
    "actions: { go: { send: { to: root, action: go, x-h: 1 }, reply: ~ } }\nscreens: { home: {} }",
    "screens: { home: { dismissible: \"${'${' == '}'}\", identity: '${1 + 1}', returns: true } }",
    "screens: { home: { actions: { go: { reply: { 1: -0.0, ~: 1e30, '': 0x10, true: \"\\e\\t\" } } } } }",
  ])
  func anyNormalFormIsItsOwn(yaml: String) throws {
    let text = "navtree: 1\nflow: demo\nstart: home\n" + yaml
    let outcome = FlowLoader.load(Array(text.utf8), file: "demo.navtree.yaml")
    #expect(
      DiagnosticReport(outcome.diagnostics.filter { $0.severity == .error }, in: outcome.source).text == "")
    let normalised = try #require(outcome.flow).normalised
    let again = FlowLoader.load(Array(normalised.description.utf8), file: "demo.navtree.yaml")
    #expect(DiagnosticReport(again.diagnostics.filter { $0.severity == .error }, in: again.source).text == "")
    #expect(again.flow?.normalised.isIdentical(to: normalised) == true)
  }
}
