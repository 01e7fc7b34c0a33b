import NavtreeFlow
import NavtreeYAML
import Testing

/// Flows of a size that only programs write.
@Suite struct LargeFlowTests {
  /// Lists that open details, which lead to the list before.
  private static func flow(lines: Int) -> String {
    let last = lines / 20
    var text = "navtree: 1\nflow: large\nstart: list\(last)\nscreens:\n"
    for index in 0...last {
      text += """
          list\(index):
            kind: list
            params:
              source: { type: string, enum: [all, followers], default: all }
            state:
              users: { type: array, maxItems: 1000 }
              query: { type: string, maxLength: 200 }
            slots:
              detail: { presents: [detail\(index)] }
            actions:
              search: { payload: { query: string }, set: { query: "${action.query}" } }
              select:
                payload: { index: { type: integer, minimum: 0 } }
                rules:
                  - when: action.index < size(state.users)
                    present: detail\(index)
                  - reject: no such row
          detail\(index):
            slots: { list: { presents: [list\(max(0, index - 1))] } }
            actions: { on: { present: list\(max(0, index - 1)) } }

        """
    }
    return text
  }

  @Test func aFlowOfTwoHundredThousandLinesLoads() throws {
    let bytes = Array(Self.flow(lines: 200_000).utf8)
    let outcome = FlowLoader.load(bytes, file: "large.navtree.yaml", isStrict: true)
    #expect(outcome.source.lineCount > 200_000)
    #expect(outcome.diagnostics == [])
    #expect(outcome.flow?.screens.count == 20_002)
  }

  @Test func aFlowBeyondTheLimitIsRefusedByItsName() {
    var bytes = Array(Self.flow(lines: 20).utf8)
    let comment = Array("# nothing\n".utf8)
    while bytes.count < YAMLLimits().bytes { bytes += comment }
    let outcome = FlowLoader.load(bytes, file: "large.navtree.yaml")
    #expect(outcome.flow == nil)
    #expect(
      outcome.diagnostics.map(\.message) == [
        "the file has \(bytes.count) bytes, more than the limit of 33554432 (yamlBytes)"
      ])
  }
}
