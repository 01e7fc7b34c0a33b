import NavtreeJSON
import OrderedCollections
import Testing

/// Messages about a failed expression, or a value that doesn't fit, reveal no value.
@Suite struct SecretMessageTests {
  private static func plant(_ server: Conversation) throws {
    try server.call(
      "dispatch",
      [
        "action": [
          "type": "plant", "text": .string(Planted.text), "pin": .integer(Planted.integer),
          "ratio": .number(Planted.number), "list": Planted.list, "object": Planted.object,
        ]
      ])
  }

  private static func request(_ method: String, _ params: JSONValue) -> String {
    let request: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    return request.description
  }

  private static func flow(failing expression: String) -> String {
    """
    navtree: 1
    flow: demo
    start: { screen: home }
    screens:
      home:
        state:
          text: { type: string, sensitive: true }
          pin: { type: integer, sensitive: true }
          ratio: { type: number, sensitive: true }
          list: { type: array, sensitive: true }
          object: { type: object, sensitive: true }
          out: { sensitive: true, default: null }
        actions:
          plant:
            payload: { text: { type: string, sensitive: true }, pin: { type: integer, sensitive: true }, ratio: { type: number, sensitive: true }, list: { type: array, sensitive: true }, object: { type: object, sensitive: true } }
            set: { text: "${action.text}", pin: "${action.pin}", ratio: "${action.ratio}", list: "${action.list}", object: "${action.object}" }
          fail: { set: { out: "${dyn(\(expression))}" } }
          failLater: { after: { delay: 1s, send: { action: fail } } }
          ask: { when: "dyn(\(expression)) == 1", reply: "yes" }
    """
  }

  @Test(arguments: [
    "int(state.text)", "uint(state.text)", "double(state.text)", "bool(state.text)", "timestamp(state.text)",
    "duration(state.text)", "uint(-state.pin)", "int(double(state.pin) * 1e9)", "state.pin * state.pin",
    "state.object[state.text]", "state.object.missing", "state.object.inner[state.text]",
    "state.list[state.pin]",
    "state.list[state.list[0]]", "{state.text: 1, state.text: 2}", "{state.pin: 1, state.pin: 2}",
    "state.object.id + 1", "state.list[0] < state.list[1]", "'a'.matches(state.text)",
    "timestamp(0).getHours(state.text)", "state.text.substring(state.pin)", "state.text.charAt(state.pin)",
    "state.text.substring(7, 2)", "state.text.indexOf('a', state.pin)", "'%d'.format([state.text])",
    "state.text.format([1])", "math.bitShiftLeft(1, -state.pin)", "base64.decode(state.text)",
    "bytes(state.text)", "timestamp(state.pin)", "duration(string(state.pin) + 's')",
    "uint(state.pin) + 18446744073709551615u",
    "[state.text].map(x, int(x))", "cel.bind(x, state.text, int(x))",
    "optional.of(state.text).optMap(x, int(x))",
    "state.list.map(x, x.missing)", "dyn(state.text) ? 1 : 2", "-dyn(state.text)", "!dyn(state.text)",
    "state.pin / 0", "state.pin % 0", "math.greatest(dyn(state.list))", "state.list.join()",
    "state.text.split('').map(x, int(x))",
    "int(state.object.inner.x + state.text)", "timestamp('2026-01-01T00:00:00Z') + duration(state.text)",
    "has(state.object.id.x)", "state.list.all(x, int(string(x)) > 1)",
    "state.text.replace('a', 'b', int(state.text))",
  ])
  func anExpressionThatFailsOverSecretsQuotesNone(expression: String) throws {
    let server = try Conversation(flow: Self.flow(failing: expression))
    try Self.plant(server)
    let answer = server.send(Self.request("dispatch", ["action": ["type": "fail"]]))
    #expect(answer.contains(#""kind":"expressionFailed""#), "\(answer)")
    let told = [
      answer, server.send(Self.request("explain", ["action": ["type": "fail"]])),
      server.send(Self.request("dispatch", ["action": ["type": "ask"]])),
      server.send(Self.request("explain", ["action": ["type": "ask"]])),
      server.send(Self.request("dispatch", ["action": ["type": "failLater"]])),
      server.send(Self.request("clock.advance", ["by": 1_000])),
    ]
    #expect(told.flatMap { Planted.places(in: $0.utf8, of: "an answer") } == [])
  }

  /// A schema, and a value that doesn't fit it.
  struct Misfit: CustomTestStringConvertible {
    let schema: String
    let value: JSONValue

    var testDescription: String { schema }

    init(_ schema: String, _ value: JSONValue) {
      self.schema = schema
      self.value = value
    }
  }

  private static func flow(with schema: String) -> String {
    """
    navtree: 1
    flow: demo
    start: { screen: home }
    effects:
      put: { input: { \(schema) }, output: { \(schema.replacing("true }", with: "true, default: null }")) } }
    screens:
      home:
        state:
          any: { sensitive: true, default: null }
          \(schema.replacing("true }", with: "true, default: null }"))
        slots: { next: { presents: [page] } }
        actions:
          plant: { payload: { any: { sensitive: true } }, set: { any: "${action.any}" } }
          take: { payload: { \(schema) }, set: {} }
          set: { set: { it: "${state.any}" } }
          setInside: { set: { "/any/a": 1 } }
          send: { send: { to: self, action: take, with: { it: "${state.any}" } } }
          sendAll: { send: { to: self, action: take, with: "${state.any}" } }
          open: { push: { screen: page, params: { it: "${state.any}" } } }
          put: { effect: { name: put, with: { it: "${state.any}" } } }
          putNothing: { effect: { name: put, with: { it: null } } }
      page:
        params: { \(schema) }
    """
  }

  @Test(arguments: [
    Misfit("it: { type: [integer, 'null'], sensitive: true }", .string(Planted.text)),
    Misfit("it: { type: [string, 'null'], sensitive: true }", .integer(Planted.integer)),
    Misfit("it: { type: [string, 'null'], sensitive: true }", Planted.object),
    Misfit("it: { type: [string, 'null'], maxLength: 3, sensitive: true }", .string(Planted.text)),
    Misfit("it: { type: [string, 'null'], pattern: '^x$', sensitive: true }", .string(Planted.text)),
    Misfit("it: { enum: [a, b, null], sensitive: true }", .string(Planted.text)),
    Misfit("it: { type: [integer, 'null'], maximum: 3, sensitive: true }", .integer(Planted.integer)),
    Misfit("it: { type: [integer, 'null'], multipleOf: 5, sensitive: true }", .integer(Planted.integer)),
    Misfit(
      "it: { type: [object, 'null'], additionalProperties: integer, sensitive: true }",
      [Planted.key: .string(Planted.text)]),
    Misfit(
      "it: { type: [object, 'null'], additionalProperties: false, properties: { Zq7: integer }, sensitive: true }",
      [Planted.key: 1]),
    Misfit(
      "it: { type: [object, 'null'], additionalProperties: { type: object, required: [a] }, sensitive: true }",
      [Planted.key: ["b": .string(Planted.text)]]),
    Misfit(
      "it: { type: [array, 'null'], uniqueItems: true, sensitive: true }",
      [.string(Planted.element), .string(Planted.element)]),
    Misfit("it: { type: [array, 'null'], items: integer, sensitive: true }", [1, .string(Planted.element)]),
  ])
  func aSensitiveValueThatDoesntFitIsntQuoted(_ example: Misfit) throws {
    let server = try Conversation(flow: Self.flow(with: example.schema))
    try server.call("dispatch", ["action": ["type": "plant", "any": example.value]])
    let wrong: JSONObject = ["it": example.value]
    let told = [
      ("dispatch", ["action": ["type": "take", "it": example.value]]),
      ("dispatch", ["action": ["type": "set"]]), ("dispatch", ["action": ["type": "send"]]),
      ("dispatch", ["action": ["type": "sendAll"]]), ("dispatch", ["action": ["type": "open"]]),
      ("dispatch", ["action": ["type": "put"]]), ("push", ["screen": "page", "params": .object(wrong)]),
      ("reset", ["tree": ["screen": "home", "state": .object(wrong)]]),
      ("reset", ["tree": [["page": .object(wrong)]]]),
      ("explain", ["action": ["type": "set"]]),
    ].map { (method, params) -> String in server.send(Self.request(method, params)) }
    for answer in told { #expect(answer.contains(#""error""#)) }
    _ = server.send(Self.request("dispatch", ["action": ["type": "putNothing"]]))
    let answer = server.send(Self.request("effect.done", ["effect": 1, "output": .object(wrong)]))
    #expect(answer.contains(#""kind":"invalidParams""#))
    #expect((told + [answer]).flatMap { Planted.places(in: $0.utf8, of: "an answer") } == [])
  }

  @Test func aPlaceInsideASensitiveValueIsntQuoted() throws {
    let server = try Conversation(flow: Self.flow(with: "it: { type: [string, 'null'], sensitive: true }"))
    for value in [.string(Planted.text), [.string(Planted.element)]] as [JSONValue] {
      try server.call("dispatch", ["action": ["type": "plant", "any": value]])
      let answer = server.send(Self.request("dispatch", ["action": ["type": "setInside"]]))
      #expect(answer.contains(#""kind":"flowDefect""#))
      #expect(Planted.places(in: answer.utf8, of: "an answer") == [])
    }
  }

  @Test func aStoredSecretThatDoesntFitAnyMoreIsntQuoted() throws {
    let before = "it: { type: [object, 'null'], sensitive: true }"
    let server = try Conversation(flow: Self.flow(with: before))
    let value: JSONValue = [Planted.key: .string(Planted.text)]
    try server.call("reset", ["tree": ["screen": "home", "state": ["it": value]]])
    let saved = try server.call("snapshot.save", ["sensitive": true])
    let after = before.replacing("'null'],", with: "'null'], additionalProperties: integer,")
    for flow in [
      Self.flow(with: after),
      Self.flow(with: after).replacing(
        "start:",
        with: "version: 2\nmigrations: { 1: [{ screen: home, set: { it: '${old.state.any}' } }] }\nstart:"),
      Self.flow(with: after).replacing(
        "start:",
        with:
          "version: 2\nmigrations: { 1: [{ screen: home, set: { it: '${dyn(int(string(old.state.it)))}' } }] }\nstart:"
      ),
    ] {
      try server.call("flow.load", ["yaml": .string(flow)])
      let answer = server.send(
        Self.request("snapshot.restore", ["snapshot": saved, "session": "restored"]))
      #expect(answer.contains(#""report""#) || answer.contains(#""error""#))
      #expect(Planted.places(in: answer.utf8, of: "an answer") == [])
    }
  }
}
