import NavtreeCEL
import NavtreeFlow
import NavtreeJSON
import NavtreeYAML
import OrderedCollections
import Testing

/// Types of a flow's own, named where its schemas stand.
@Suite struct TypeTests {
  private static let head = """
    navtree: 1
    flow: demo
    start: home
    types:
      product:
        type: object
        required: [id]
        properties: { id: id, price: price, shade: colour?, parts: "[part]?" }
        additionalProperties: false
      part: { type: object, properties: { of: id, count: integer } }
      price: { type: number, minimum: 0 }
      colour: { type: string, enum: [red, green] }
      id: { type: string, minLength: 1 }
      cart: [product]
      maybe: string?

    """

  private static func load(_ text: String) -> FlowLoader.Outcome {
    FlowLoader.load(Array((head + text).utf8), file: "types.navtree.yaml")
  }

  private static func faults(_ text: String) -> String {
    let outcome = load(text)
    return DiagnosticReport(outcome.diagnostics.filter { $0.severity == .error }, in: outcome.source).text
  }

  /// Two objects of different fields become one of any, in whatever order they meet.
  @Test(
    arguments: [
      "(state.n > 0 ? state.one : state.maybe) == null", "(state.n > 0 ? state.maybe : state.one) == null",
      "[state.maybe, state.one].filter(o, o != null)", "[state.one].first().orValue(state.maybe) == null",
      "(state.parts + state.carts).map(o, has(o.price) ? o.price : 0)",
      "(state.carts + state.parts).map(o, has(o.count) ? o.count : 0)",
      "(state.n > 0 ? state.carts : state.parts).map(o, has(o.count) ? o.count : 0)",
      "(state.parts + state.parts).map(o, has(o.count) ? o.count : 0)",
    ])
  func objectsMeetInAnyOrder(_ expression: String) {
    let fields = """
      n: integer, one: { type: object, required: [id], properties: { id: id }, default: { id: a } },
          maybe: { type: [object, "null"], required: [id], properties: { id: id } },
          parts: "[part]", carts: cart
      """
    #expect(
      Self.faults("screens: { home: { state: { \(fields) }, computed: { it: \"\(expression)\" } } }") == "")
  }

  /// What an expression gives without reading anything is checked like a literal.
  @Test(
    arguments: [
      ("${'blue'}", "{ type: colour, default: red }", #"must be one of "red", "green""#),
      ("${-1}", "price", "must be at least 0"), ("${1.5}", "integer", "must be an integer, not a number"),
      ("${''}", "{ type: id, default: a }", "must have at least 1 character, has 0"),
      ("${'green'}", "{ type: colour, default: red }", ""),
    ])
  func aConstantIsCheckedWhenTheFlowIsLoaded(_ value: String, _ type: String, _ message: String) {
    let faults = Self.faults(
      "screens: { home: { state: { field: \(type) }, actions: { a: { set: { field: \"\(value)\" } } } } }")
    #expect(message.isEmpty ? faults.isEmpty : faults.contains(message), "\(faults)")
  }

  @Test func aFilterTestsWhatAReductionReads() {
    let outcome = Self.load(
      """
      screens:
        home:
          state: { parts: "[part]" }
          computed: { sum: "state.parts.filter(p, has(p.count)).reduce(sum, p, 0, sum + p.count)" }
      """)
    #expect(outcome.diagnostics.map(\.message).filter { $0.contains("may be missing") } == [])
  }

  private static func payload(_ fields: String) throws -> RecordDefinition {
    let text = "screens: { home: { actions: { take: { payload: { \(fields) }, reply: done } } } }"
    #expect(faults(text) == "")
    let flow = try #require(load(text).flow)
    return try #require(flow.screens[0].actions.elements.first?.definition.payload)
  }

  private static func misfit(_ payload: RecordDefinition, _ value: JSONValue) -> String {
    do {
      let bound = try payload.bind(["value": value])
      return "takes \(bound[0]?.description ?? "nothing")"
    } catch {
      return "\(error.pointer): \(error.message)"
    }
  }

  @Test(
    arguments: [
      ("value: product", ["id": "a", "price": 1], #"takes {"id":"a","price":1.0}"#),
      ("value: product", ["id": "", "price": 1], "/value/id: must have at least 1 character, has 0"),
      ("value: product", ["id": "a", "price": -1], "/value/price: must be at least 0"),
      ("value: product", ["id": "a", "shade": nil], #"takes {"id":"a","shade":null}"#),
      (
        "value: product", ["id": "a", "shade": "blue"], #"/value/shade: must be one of "red", "green", null"#
      ),
      (
        "value: product", ["id": "a", "parts": [["of": ""]]],
        "/value/parts/0/of: must have at least 1 character, has 0"
      ),
      ("value: product", nil, "/value: must be an object, not null"),
      ("value: product?", nil, "takes null"),
      ("value: [product]", [["id": "a"]], #"takes [{"id":"a"}]"#),
      ("value: [product]", [nil], "/value/0: must be an object, not null"),
      ("value: [product?]", [nil], "takes [null]"),
      ("value: \"[product]?\"", nil, "takes null"),
      ("value: cart", [["id": 1]], "/value/0/id: must be a string, not an integer"),
      ("value: { type: product }", [:], "/value: must have 'id'"),
      ("value: { type: product, required: [price] }", ["id": "a"], "/value: must have 'price'"),
      ("value: { type: product, required: [price] }", ["price": 1], "/value: must have 'id'"),
      ("value: { type: [product, \"null\"] }", nil, "takes null"),
      ("value: { type: price, maximum: 9 }", 10, "/value: must be at most 9"),
      ("value: { type: price, maximum: 9 }", -1, "/value: must be at least 0"),
      (
        "value: { type: cart, maxItems: 1 }", [["id": "a"], ["id": "b"]],
        "/value: must have at most 1 item, has 2"
      ),
      ("value: { type: array, items: price }", [1, -1], "/value/1: must be at least 0"),
      ("value: { type: object, additionalProperties: price }", ["a": -1], "/value/a: must be at least 0"),
      (
        "value: { type: object, propertyNames: colour }", ["blue": 1],
        #"/value/blue: has a name that must be one of "red", "green""#
      ),
      ("value: { type: colour, default: red }", "blue", #"/value: must be one of "red", "green""#),
      ("value: maybe", nil, "takes null"),
    ] as [(String, JSONValue, String)])
  func aNamedTypeTakesWhatItsSchemaTakes(field: String, value: JSONValue, expected: String) throws {
    #expect(Self.misfit(try Self.payload(field), value) == expected)
  }

  @Test(arguments: [
    ("value: product?", true), ("value: \"[product]?\"", true),
    ("value: { type: colour, default: red }", true),
    ("value: product", false), ("value: [product?]", false), ("value: maybe", false),
    ("value: { type: [product, \"null\"] }", false),
  ])
  func onlyAShortFormWithAQuestionMarkNeedNotBeGiven(field: String, isOptional: Bool) throws {
    #expect((try Self.payload(field).fields[0].initial != nil) == isOptional)
  }

  @Test(arguments: [
    ("shared.one.price > 1.0", ""),
    ("shared.one.prise > 1.0", "'product' has no field 'prise'"),
    ("shared.one.price == 'a'", "no overload of '==' takes (double, string)"),
    ("shared.many[0].shade == 'red'", ""),
    ("shared.one.parts[0].count == 'a'", "no overload of '==' takes (int, string)"),
    ("shared.perhaps == null || shared.perhaps.id != ''", ""),
    ("(shared.one.id == '' ? shared.one : shared.many[0]).iid == ''", "'product' has no field 'iid'"),
    ("[shared.one, shared.many[0]][0].iid == ''", "'product' has no field 'iid'"),
  ])
  func expressionsKnowTheFieldsOfAType(source: String, fault: String) {
    let report = Self.faults(
      """
      shared:
        one: { type: product, default: { id: a } }
        many: { type: cart, maxItems: 10 }
        perhaps: product?
      invariants: { it: { always: "\(source)" } }
      screens: { home: {} }
      """)
    #expect(fault.isEmpty ? report == "" : report.contains(fault), "\(report)")
  }

  @Test func theNormalFormNamesTheTypes() throws {
    let flow = try #require(
      Self.load(
        """
        shared:
          a: "[product]?"
          b: [product?]
          c: maybe
          d: { type: [product, "null"] }
          e: product?
        screens: { home: { returns: "[[price?]]?" } }
        """
      ).flow)
    let product: JSONValue = ["type": ["product", "null"]]
    let shared: JSONValue = [
      "a": ["type": ["array", "null"], "default": nil, "items": ["type": "product"]],
      "b": ["type": "array", "items": product],
      "c": ["type": "maybe"],
      "d": product,
      "e": ["type": ["product", "null"], "default": nil],
    ]
    #expect(flow.normalised["shared"]?.description == shared.description)
    #expect(
      flow.normalised["screens"]?["home"]?["returns"]?.description
        == #"{"type":["array","null"],"items":{"type":"array","items":{"type":["price","null"]}}}"#)
    #expect(flow.normalised["types"]?["cart"]?.description == #"{"type":"array","items":{"type":"product"}}"#)
    let again = FlowLoader.load(Array(flow.normalised.description.utf8), file: "types.navtree.yaml")
    #expect(again.flow?.normalised.isIdentical(to: flow.normalised) == true)
    #expect(again.flow?.fingerprint == flow.fingerprint)
    if JSONSchemaValidator.isInstalled {
      #expect(try JSONSchemaValidator.refused(["flow": flow.normalised], by: FlowSchema.document) == [])
    }
  }

  /// Types that each name the one before, so that the schema may be larger than its text.
  private static func chain(_ count: Int, after last: String = "", _ step: (Int) -> String) -> String {
    "navtree: 1\nflow: demo\nstart: home\nscreens: { home: { returns: t\(count - 1) } }\ntypes:\n"
      + "  t0: { type: object, properties: { a: string } }\n"
      + (1..<count).map { "  t\($0): \(step($0))\n" }.joined() + last
  }

  private static func laughs(_ count: Int) -> String {
    chain(count) { "{ type: object, properties: { a: t\($0 - 1), b: t\($0 - 1) } }" }
  }

  @Test(arguments: [
    CostlyFile("lists in lists", "fine") { chain(60) { "[t\($0 - 1)]" } },
    CostlyFile("deep", "105: types lie more than 100 deep within each other") {
      chain(2_000) { "[t\($0 - 1)]" }
    },
    CostlyFile("deep from the top", "57: types lie more than 100 deep within each other") {
      chain(2_000, after: "  t2000: string\n") { "[t\($0 + 1)]" }
    },
    CostlyFile("a thousand laughs", "fine") { laughs(11) },
    CostlyFile("a million laughs", "18: the type 't12' has more than 10000 schemas in it, its types' counted")
    {
      laughs(20)
    },
    CostlyFile("brackets in text", "7: lists lie more than 100 deep within each other") {
      let (open, closed) = (String(repeating: "[", count: 50_000), String(repeating: "]", count: 50_000))
      return chain(2) { _ in "\"\(open)t0\(closed)\"" }
    },
  ])
  func typesInTypesHaveLimits(file: CostlyFile) {
    let errors = FlowLoader.load(file.bytes(), file: "types.navtree.yaml").diagnostics
      .filter { $0.severity == .error }
    #expect((errors.first.map { "\($0.location.line): \($0.message)" } ?? "fine") == file.diagnostic)
  }
}
