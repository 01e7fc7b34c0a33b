import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import Testing

/// The payloads to try, by what schemas and guards tell.
struct CandidateTests {
  private static func payloads(_ payload: String, _ rules: String) throws -> (
    texts: [String], isComplete: Bool
  ) {
    let flow = try flow(
      """
      navtree: 1
      flow: f
      start: s
      shared: { kept: {}, sum: number }
      screens:
        s:
          actions:
            a:
              payload: \(payload)
              rules: \(rules)
      """)
    let definition = try #require(flow.screens[0].actions.elements.first?.definition)
    let found = MoveCatalog(flow).payloads(of: definition)
    return (found.values.map { "\(JSONValue.object($0))" }, found.isComplete)
  }

  private static let cases:
    [(name: String, payload: String, rules: String, values: [String], isComplete: Bool)] = [
      ("a boolean", "{ x: boolean }", "[{ reply: '${action.x}' }]", [#"{"x":false}"#, #"{"x":true}"#], true),
      (
        "an enum", "{ x: { type: string, enum: [p, q] } }", "[{ shared: { kept: '${action.x}' } }]",
        [#"{"x":"p"}"#, #"{"x":"q"}"#], true
      ),
      (
        "a short range", "{ x: { type: integer, minimum: 1, maximum: 3 } }",
        "[{ shared: { kept: '${action.x}' } }]",
        [#"{"x":1}"#, #"{"x":2}"#, #"{"x":3}"#], true
      ),
      ("a field that nothing reads", "{ x: string }", "[{ reply: done }]", [#"{"x":"a"}"#], true),
      (
        "a number that is only compared", "{ x: integer }",
        "[{ when: 'action.x > 10', reply: big }, { reply: small }]",
        [#"{"x":9}"#, #"{"x":10}"#, #"{"x":11}"#], true
      ),
      (
        "a number with a bound that no integer has", "{ x: { type: integer, minimum: -1e300 } }",
        "[{ when: 'action.x > 10', reply: big }, { reply: small }]",
        [#"{"x":0}"#, #"{"x":1}"#, #"{"x":10}"#, #"{"x":11}"#, #"{"x":9}"#], false
      ),
      (
        "a text that is only compared", "{ x: string }", "[{ when: \"action.x == 'open'\", reply: yes }]",
        [#"{"x":"open"}"#, #"{"x":"a"}"#], true
      ),
      (
        "a text that is kept", "{ x: string }", "[{ shared: { kept: '${action.x}' } }]",
        [#"{"x":""}"#, #"{"x":"a"}"#],
        false
      ),
      (
        "a number that is added", "{ amount: number }",
        "[{ when: 'shared.sum > 100.0', reply: yes }, { shared: { sum: '${shared.sum + action.amount}' } }]",
        [
          #"{"amount":0.0}"#, #"{"amount":1.5}"#, #"{"amount":100.0}"#, #"{"amount":101.0}"#,
          #"{"amount":99.0}"#,
        ], false
      ),
    ]

  @Test(arguments: cases.indices) func payloadsComeFromSchemasAndGuards(_ index: Int) throws {
    let (name, payload, rules, values, isComplete) = Self.cases[index]
    let found = try Self.payloads(payload, rules)
    #expect(found.texts == values, "\(name)")
    #expect(found.isComplete == isComplete, "\(name)")
  }
}
