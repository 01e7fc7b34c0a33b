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
      shared: { kept: {}, sum: number, said: { type: string, maxLength: 5 }, code: { type: string, pattern: "^[0-9][A-K]$", default: 1A } }
      screens:
        s:
          actions:
            a:
              payload: \(payload)
              rules: \(rules)
      """)
    let definition = try #require(flow.screens[0].actions.elements.first?.definition)
    // The fields that a state is known by.
    var fields = CountedFields(flow)
    fields.shared[2] = false
    let found = MoveCatalog(flow, counting: fields).payloads(of: definition)
    return (found.values.map { "\(JSONValue.object($0))" }, found.isComplete)
  }

  private static let cases:
    [(name: String, payload: String, rules: String, values: [String], isComplete: Bool)] = [
      (
        "a boolean that only a reply reads", "{ x: boolean }", "[{ reply: '${action.x}' }]",
        [#"{"x":false}"#], true
      ),
      (
        "a boolean that is kept", "{ x: boolean }", "[{ shared: { kept: '${action.x}' } }]",
        [#"{"x":false}"#, #"{"x":true}"#], true
      ),
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
        "a number that is only compared with null", "{ x: { type: [integer, \"null\"], minimum: 5 } }",
        "[{ when: 'action.x != null', reply: some }, { reply: none }]", [#"{"x":5}"#, #"{"x":null}"#], true
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
        [#"{"x":"a"}"#], true
      ),
      (
        "a text that only a reply and a field which nothing reads take",
        "{ x: { type: string, minLength: 1, maxLength: 5 } }",
        "[{ shared: { said: '${action.x}' }, reply: \"${action.x + '!'}\" }]", [#"{"x":"a"}"#], true
      ),
      (
        "a text that may not fit where it is kept", "{ x: { type: string, maxLength: 9 } }",
        "[{ shared: { said: '${action.x}' } }]", [#"{"x":""}"#, #"{"x":"a"}"#], false
      ),
      (
        "a text that is kept where few fit", "{ x: string }", "[{ shared: { code: '${action.x}' } }]",
        [#"{"x":""}"#, #"{"x":"a"}"#, #"{"x":"1A"}"#], false
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

  /// The pattern, the other keywords of its schema, and its first text.
  private static let patterns: [(pattern: String, words: String, text: String?)] = [
    ("^[0-9][A-K]$", "", "1A"),
    ("^[A-Z]{3}-[0-9]+$", "", "AAA-1"),
    ("^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$", "minLength: 20", "AA111111111111111111"),
    ("^[a-h][1-8][a-h][1-8][qrbn]?$", "", "a1a1"),
    ("^(red|green|blue)$", "minLength: 5", "green"),
    (#"^\+?[\d\s()-]{6,}$"#, "maxLength: 8", "111111"),
    (#"^\d{4}-(0[1-9]|1[0-2])$"#, "", "1111-01"),
    (#"^(?P<user>\w+)@(?:[a-z]+\.)+[[:alpha:]]{2,}$"#, "", "a@a.aa"),
    (#"^(?i)[^a-z\d]\x41\x{42}\103\Q.*\E$"#, "", " abc.*"),
    (#"^\p{Greek}+$"#, "", "α"),
    ("[0-9]", "minLength: 3", "1aa"),
    ("^[0-9]*$", "", "1"),
    ("^x{3}$", "maxLength: 2", nil),
    ("^a$", "minLength: 2", nil),
  ]

  @Test(arguments: patterns.indices) func aTextIsMadeFromItsPattern(_ index: Int) throws {
    let (pattern, words, text) = Self.patterns[index]
    let found = try Self.payloads(
      "{ x: { type: string, pattern: '\(pattern)'\(words.isEmpty ? "" : ", ")\(words) } }",
      "[{ shared: { kept: '${action.x}' } }]")
    #expect(found.texts.first == text.map { "\(JSONValue.object(["x": .string($0)]))" }, "\(pattern)")
  }

  @Test(arguments: cases.indices) func payloadsComeFromSchemasAndGuards(_ index: Int) throws {
    let (name, payload, rules, values, isComplete) = Self.cases[index]
    let found = try Self.payloads(payload, rules)
    #expect(found.texts == values, "\(name)")
    #expect(found.isComplete == isComplete, "\(name)")
  }

  @Test func whatAFieldIsComparedWithIsAlwaysTried() throws {
    let literals = [20, 30, 40, 50, 60, 70, 80, 90]
    let rules = literals.map { "{ when: 'action.x == \($0)', reply: \($0) }" }.joined(separator: ", ")
    let found = try Self.payloads(
      "{ x: integer }", "[\(rules), { shared: { kept: '${action.x + 1}', sum: '${action.x * 2}' } }]")
    #expect(!found.isComplete)
    #expect(literals.allSatisfy { found.texts.contains("{\"x\":\($0)}") }, "\(found.texts)")
  }
}
