import NavtreeCEL
import NavtreeJSON
import Testing

/// The facts about a compiled expression, and its values as JSON.
@Suite struct ProgramTests {
  static let references: [Row] = [
    Row("state.count + 1", "0.0"), Row("state", "0"), Row("state.users[0].name", "0.2"),
    Row("user.name + user['id']", "3/name 3/id"),
    Row("state['count']", "0.0"), Row("has(state.missing)", "0.5"),
    Row("data.nested.key == data.nested.key", "2/nested/key"),
    Row("state.users.map(u, u.id + state.count)", "0.2 0.0"), Row("cel.bind(state, 1, state)", ""),
    Row("math.abs(1)", ""),
  ]

  @Test(arguments: references) func whatIsReadIsKnown(_ row: Row) throws {
    let source = row.source.replacing("user['id']", with: "string(user['id'])")
    let program = try CEL.compile(source, in: Screen.environment)
    let found = program.references.map { reference in
      "\(reference.variable)" + (reference.field.map { ".\($0)" } ?? "")
        + reference.path.map { "/\($0)" }.joined()
    }
    #expect(found.joined(separator: " ") == row.expected)
  }

  @Test func anExpressionThatIsAReferenceSaysSo() throws {
    func reference(_ source: String) throws -> CELReference? {
      try CEL.compile(source, in: Screen.environment).reference
    }
    #expect(try reference("state.count") == CELReference(variable: 0, field: 0))
    #expect(try reference("user.id") == CELReference(variable: 3, field: nil, path: ["id"]))
    #expect(try reference("state.count + 1") == nil)
    #expect(try reference("state.users[0]") == nil)
  }

  @Test func whatIsConstantIsFolded() throws {
    func constant(_ source: String) throws -> String? {
      try CEL.compile(source, in: Screen.environment).constant?.description
    }
    #expect(try constant("1 + 2 * 3") == "7")
    #expect(try constant("'a' + 'b' == 'ab' ? [1, {'k': 2}['k']] : []") == "[1, 2]")
    #expect(try constant("false && state.count > 0") == "false")
    #expect(try constant("state.count > 0 || true") == "true")
    #expect(try constant("state.count") == nil)
    #expect(try constant("1 / 0") == nil)
  }

  @Test func aConditionIsEvaluatedAsABool() throws {
    let program = try CEL.compile("state.count > 3", in: Screen.environment)
    var budget = CELBudget()
    #expect(try program.evaluateBool(Screen(), budget: &budget))
    let other = try CEL.compile("data.a", in: Screen.environment)
    let error = #expect(throws: CELError.self) { try other.evaluateBool(Screen(), budget: &budget) }
    #expect(error?.description == "expected a bool, found int [no-such-overload]")
  }

  @Test func theEndOfATemplateExpressionIsFoundWithTheLexer() {
    let rows: [(text: String, end: Int?)] = [
      ("a}", 1), ("x == '}'} rest", 8), ("{'a': {}}['a']}", 14), ("'''}'''}", 7), ("r'\\'}", 4),
      ("a // }\n}", 7),
      ("\"\\\"}\"}", 5), ("a", nil), ("'}", nil), ("{", nil), ("😀}", 1),
    ]
    for row in rows {
      #expect(
        CEL.endOfTemplateExpression(in: Array(row.text.unicodeScalars), from: 0) == row.end, "\(row.text)")
    }
    #expect(CEL.endOfTemplateExpression(in: Array("é ${a}".unicodeScalars), from: 4) == 5)
  }

  @Test func eachPartOfAnObservedExpressionTellsItsValue() throws {
    let source = "state.count > 50 || state.query == 'er'"
    let program = try CEL.compile(source, in: Screen.environment, observed: true)
    var budget = CELBudget()
    let parts = program.observe(Screen(), budget: &budget).map { part in
      let text = source.unicodeScalars.dropFirst(part.range.start).prefix(part.range.end - part.range.start)
      return "\(String(text)) = \((try? part.result.get())?.description ?? "an error")"
    }
    #expect(
      parts == [
        "state.count = 41", "state.count > 50 = false", "state.query = \"er\"", "state.query == 'er' = true",
        "\(source) = true",
      ])
  }

  static let stored: [Row] = [
    Row("[1, 1.0, -0.5, 'a', null, true, 2u]", "[1,1.0,-0.5,\"a\",null,true,2]"),
    Row("{'b': 1, 'a': {'c': []}}", "{\"b\":1,\"a\":{\"c\":[]}}"),
    Row("data.b", "1.0"), Row("data.a", "1"), Row("9223372036854775807u", "9223372036854775807"),
    Row(
      "9223372036854775808u", "the integer 9223372036854775808 is beyond the 64-bit signed range [not-json]"),
    Row("0.0 / 0.0", "double(\"NaN\") can't be stored as JSON [not-json]"),
    Row("-1.0 / 0.0", "double(\"-Infinity\") can't be stored as JSON [not-json]"),
    Row("[b'x']", "bytes can't be stored as JSON; write base64.encode(…) [not-json]"),
    Row("{'a': now}", "a timestamp can't be stored as JSON; write string(…) [not-json]"),
    Row("duration('1s')", "a duration can't be stored as JSON; write string(…) [not-json]"),
    Row("optional.of(1)", "an optional can't be stored as JSON; write .orValue(…) [not-json]"),
    Row("type(1)", "the type int can't be stored as JSON [not-json]"),
    Row("{1: 2}", "the key 1 isn't a string, which JSON wants; write string(…) [not-json]"),
    Row("[data, data.list]", "[\(Screen.data.description),[1,2.5,\"x\",null,[true]]]"),
  ]

  @Test(arguments: stored) func whatJSONCannotHoldIsNotStored(_ row: Row) throws {
    var budget = CELBudget()
    let value = try CEL.compile(row.source, in: Screen.environment).evaluate(Screen(), budget: &budget)
    do {
      #expect(try value.json().description == row.expected)
    } catch {
      #expect(error.description == row.expected)
    }
  }

  @Test func aValueIsStoredNoDeeperAndNoLargerThanItMayBe() throws {
    var budget = CELBudget()
    let deep = try CEL.compile("[[[1]]]", in: Screen.environment).evaluate(Screen(), budget: &budget)
    #expect(throws: Never.self) { try deep.json(maximumDepth: 3) }
    #expect(throws: CELError.self) { try deep.json(maximumDepth: 2) }
    let source = LimitTests.doubling("[1, 2]", times: 60) { "[\($0), \($0)]" }
    let shared = try CEL.compile(source, in: Screen.environment).evaluate(Screen(), budget: &budget)
    let error = #expect(throws: CELError.self) { try shared.json() }
    #expect(error?.code == .costExceeded)
    #expect(shared.description.utf8.count < 1_100_000)
  }

  @Test func aValueWrittenAsAnExpressionGivesItAgain() throws {
    let sources =
      LanguageTests.literals + LanguageTests.conversions + LanguageTests.math + LanguageTests.strings
    var count = 0
    for row in sources {
      guard let program = try? CEL.compile(row.source, in: Screen.environment) else { continue }
      var budget = CELBudget()
      guard let value = try? program.evaluate(Screen(), budget: &budget) else { continue }
      #expect(result(of: value.description) == value.description)
      count += 1
    }
    #expect(count > 80)
  }
}
