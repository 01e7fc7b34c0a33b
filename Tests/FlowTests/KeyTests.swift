import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML
import Testing

/// Keys and names that look alike, composed and decomposed, in one flow.
@Suite struct KeyTests {
  private static let keys = ["\u{e9}", "e\u{301}"]

  private static func load(_ yaml: String) -> FlowLoader.Outcome {
    let text = "navtree: 1\nflow: demo\nstart: home\n" + yaml
    return FlowLoader.load(Array(text.utf8), file: "demo.navtree.yaml")
  }

  @Test func keysAreTwiceThereWhenTheirBytesAre() {
    // In maps that are searched key by key, and in longer ones.
    for others in [0, 20] {
      for (first, second) in [(0, 1), (0, 0)] {
        let rest = (0..<others).map { ", k\($0): 1" }.joined()
        let map = "{ \(Self.keys[first]): 1, \(Self.keys[second]): 2\(rest) }"
        let outcome = Self.load("screens: { home: { state: { it: { type: object, default: \(map) } } } }\n")
        let errors = outcome.diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.code) == (first == second ? [.duplicateKey] : []))
      }
    }
  }

  @Test func expressionsAndPropertiesAreToldApart() throws {
    let outcome = Self.load(
      """
      screens:
        home:
          state:
            map:
              type: object
              properties: { \(Self.keys[0]): integer, \(Self.keys[1]): string }
              required: ["\(Self.keys[0])"]
              default: { \(Self.keys[0]): 1, \(Self.keys[1]): two }
          computed:
            both: "${'\(Self.keys[0])' + '\(Self.keys[1])'}"
            one: "${size('\(Self.keys[0])')}"
            two: "${size('\(Self.keys[1])')}"
            number: "${state.map['\(Self.keys[0])'] + 1}"
            text: "${state.map['\(Self.keys[1])'] + '!'}"
      links:
        - url: "/find"
          query: { "\(Self.keys[0])": integer, "\(Self.keys[1])": string }
          opens: [home]

      """)
    let errors = outcome.diagnostics.filter { $0.severity == .error }
    #expect(DiagnosticReport(errors, in: outcome.source).text == "")
    let flow = try #require(outcome.flow)
    #expect(flow.screens[0].state.fields[0].initial?.constant == [Self.keys[0]: 1, Self.keys[1]: "two"])
    let programs = flow.screens[0].computed.compactMap(\.value.program.source)
    #expect(Set(programs.map { Array($0.utf8) }).count == 5)
    let route = try #require(flow.links.table.routes.first)
    #expect(route.query.fields.map { Array($0.name.utf8) } == Self.keys.map { Array($0.utf8) })
  }
}
