import NavtreeEngine
import NavtreeFlow
import NavtreeJSON

extension MethodTable {
  private static let passing = """
    {"flow":"mail","scenarios":{"scenarios":[{"name":"search","steps":[\
    {"do":{"search":{"query":"ada"}},"expect":{"reply":"ada","state":{"query":"ada"}}}]}]}}
    """
  private static let failing = #"""
    {"scenarios":"flow: mail\nscenarios:\n  - name: search\n    steps:\n      - do: { search: { query: ada } }\n        expect: { reply: bob }\n"}
    """#

  static let testMethods: [Method] = [
    Method(
      "test.run", .process,
      "Runs scenarios, each in a session of its own on a virtual clock, and gives the results; no open session takes part.",
      [
        Parameter(
          .scenarios, .either([.string, .object]), required: true,
          "the text of a file of scenarios, or the same as an object"),
        Parameter(
          .flow, .string,
          "the loaded flow to test, in place of the one that `flow` in the scenarios names, by its name or by its file",
          errors: [.unknownFlow]),
        Parameter(.name, .string, "the file name in diagnostics and results"),
      ],
      result: .record([
        Shape.Member("passed", .integer, "the number of scenarios that passed"),
        Shape.Member("failed", .integer, "the number of those that failed"),
        Shape.Member("scenarios", .list(.record(result)), "the results, in the order of the file"),
      ]), errors: [.invalidScenarios, .limitExceeded],
      examples: [Example("Passes", passing), Example("Fails", failing)]
    ) { server, params, output throws(Failure) in
      guard let tester = server.tester else {
        throw Failure(.invalidParams, "this server runs no scenarios", ["pointer": ""])
      }
      let flow = try params.string(.flow).map { (name) throws(Failure) in try server.flow(named: name) }
      let text: String
      switch try params.value(.scenarios) {
      case .string(let given)?: text = given
      case .object(let given)?: text = "\(JSONValue.object(given))"
      case .null?, .boolean?, .integer?, .number?, .array?, nil: throw params.misfit(.scenarios)
      }
      let test = ScenarioTest(
        text: text, file: try params.string(.name) ?? "test.scenarios.yaml", flow: flow, flows: server.flows,
        limits: server.limits, keepUp: server.renew)
      output.appendValue(try tester(test))
    }
  ]

  private static let place = [
    Shape.Member("line", .integer, "where it begins"), Shape.Member("column", .integer, "where in that line"),
  ]

  private static let result =
    [
      Shape.Member("name", .string, "the scenario's name"), Shape.Member("file", .string, "its file's name"),
    ] + place + [
      Shape.Member("passed", .boolean, "whether it passed"),
      Shape.Member("tags", .list(.string), "its tags", optional: true),
      Shape.Member(
        "steps",
        .list(
          .record(
            [Shape.Member("step", .string, "the step for people")] + place + [
              Shape.Member("passed", .boolean, "whether it passed"),
              Shape.Member(
                "parts", .list(.string), "the parts that it belongs to, outermost first", optional: true),
            ])), "the steps that were run"),
      Shape.Member(
        "failures",
        .list(
          .record(
            [
              Shape.Member("kind", .string, "the key of the expectation"),
              Shape.Member("message", .string, "the sentence for people"),
            ] + place + [
              Shape.Member(
                "differences",
                .list(
                  .record([
                    Shape.Member("pointer", .string, "the place that differs"),
                    Shape.Member("expected", .any, "the expected value", optional: true),
                    Shape.Member("actual", .any, "the value that came", optional: true),
                  ])), "the members that differ", optional: true),
              Shape.Member("hint", .string, "how to mend it", optional: true),
            ])), "the expectations of the last step that didn't hold", optional: true),
      Shape.Member(
        "outline", .string, "of a failed one, the tree as `state.outline` draws it", optional: true),
      Shape.Member(
        "owed", .list(.string), "of a failed one, the effects, timers and links that are left", optional: true
      ),
      Shape.Member("flow", .string, "of a failed one, the flow's file", optional: true),
      Shape.Member(
        "rules", .list(ExplainMethod.rule), "of a failed one, the rules that its refused action met",
        optional: true),
    ]
}
