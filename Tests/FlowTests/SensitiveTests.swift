import NavtreeFlow
import NavtreeYAML
import Testing

/// A use of a sensitive value, and the places where it may not go.
struct SensitiveCase: CustomTestStringConvertible {
  let name: String
  /// The rule of the screen.
  let rule: String
  /// The expected diagnostics.
  let said: [String]

  var testDescription: String { name }

  init(_ name: String, _ rule: String, _ said: String...) {
    self.name = name
    self.rule = rule
    self.said = said
  }
}

/// A value computed from a sensitive one goes only into a sensitive field.
@Suite struct SensitiveTests {
  private static func flow(_ rule: String) -> String {
    """
    navtree: 1
    flow: demo
    start: { screen: home, params: { key: k } }
    shared:
      token: { type: string, sensitive: true }
      user: string
    screens:
      home:
        params: { key: { type: string, sensitive: true } }
        state:
          password: { type: string, sensitive: true }
          copies: { type: object, sensitive: true }
          shown: string
          list: { type: array, maxItems: 9 }
        computed:
          header: "'Bearer ' + shared.token"
          length: size(computed.header)
        returns: string
        slots: { over: { presents: [sheet], style: sheet }, next: { presents: [home] } }
        actions:
          do: \(rule)
          take: { payload: { open: string?, secret: { type: string, sensitive: true, default: "" } }, reply: done }
      sheet:
        params: { open: string?, secret: { type: string, sensitive: true, default: "" } }
        actions:
          up: { set: {} }
    """
  }

  private static func refusal(_ secret: String, _ place: String) -> String {
    "'\(secret)' is sensitive, and what is computed from it can't go into \(place)"
  }

  @Test(arguments: [
    SensitiveCase("into a sensitive field", "{ set: { password: \"${shared.token + params.key}\" } }"),
    SensitiveCase("into a sensitive place", "{ set: { \"/copies/a\": \"${state.password}\" } }"),
    SensitiveCase("into a sensitive shared field", "{ shared: { token: \"${state.password}\" } }"),
    SensitiveCase(
      "into a sensitive param", "{ present: { screen: sheet, params: { secret: \"${state.password}\" } } }"),
    SensitiveCase(
      "into a sensitive payload",
      "{ send: { to: self, action: take, with: { secret: \"${state.password}\" } } }"),
    SensitiveCase("only compared", "{ when: state.password == params.key, reply: right }"),
    SensitiveCase(
      "into a field", "{ set: { shown: \"${state.password}\" } }", refusal("state.password", "field 'shown'")),
    SensitiveCase(
      "as a part of a text", "{ set: { shown: \"a ${params.key} b\" } }",
      refusal("params.key", "field 'shown'")),
    SensitiveCase(
      "what is computed from it", "{ set: { shown: \"${computed.header}\" } }",
      refusal("computed.header", "field 'shown'")),
    SensitiveCase(
      "what is computed from what is computed", "{ set: { shown: \"${string(computed.length)}\" } }",
      refusal("computed.length", "field 'shown'")),
    SensitiveCase(
      "the whole state", "{ set: { shown: \"${string(state == state)}\" } }",
      refusal("state", "field 'shown'")),
    SensitiveCase(
      "into a place of a field", "{ set: { /list/-: \"${shared.token}\" } }",
      refusal("shared.token", "field '/list/-'")),
    SensitiveCase(
      "as a pointer", "{ unset: \"/copies/${state.password}\" }", refusal("state.password", "a pointer")),
    SensitiveCase(
      "into a shared field", "{ shared: { user: \"${state.password}\" } }",
      refusal("state.password", "shared field 'user'")),
    SensitiveCase(
      "into a reply", "{ reply: { a: [\"${state.password}\"] } }", refusal("state.password", "a reply.a[0]")),
    SensitiveCase(
      "into a message", "{ reject: \"${state.password}\" }", refusal("state.password", "a message")),
    SensitiveCase(
      "into a param", "{ present: { screen: sheet, params: { open: \"${state.password}\" } } }",
      refusal("state.password", "param 'open'")),
    SensitiveCase(
      "into a payload", "{ send: { to: self, action: take, with: { open: \"${state.password}\" } } }",
      refusal("state.password", "payload field 'open'")),
    SensitiveCase(
      "into a result", "{ dismiss: { result: \"${state.password}\" } }",
      refusal("state.password", "the result")),
    SensitiveCase(
      "into all params at once", "{ present: { screen: sheet, params: \"${state.copies}\" } }",
      refusal("state.copies", "the params of 'sheet'")),
    SensitiveCase("into params that are all sensitive", "{ setParams: { params: \"${state.copies}\" } }"),
    SensitiveCase(
      "into an address", "{ send: { to: \"/${state.password}\", action: up } }",
      refusal("state.password", "'to'")),
    SensitiveCase(
      "into a tree", "{ reset: [ { home: { key: \"${state.password}\" } }, { home: { key: k } } ] }"),
    SensitiveCase(
      "into the params of whatever screen it is", "{ setParams: { params: { key: \"${shared.token}\" } } }"),
  ])
  func aSecretStaysWhereItIsKept(_ example: SensitiveCase) {
    let outcome = FlowLoader.load(Array(Self.flow(example.rule).utf8), file: "secret.navtree.yaml")
    #expect(outcome.diagnostics.filter { $0.severity == .error }.map(\.message) == example.said)
  }
}
