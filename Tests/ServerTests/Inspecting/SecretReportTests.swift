import NavtreeJSON
import NavtreeTestSupport
import Testing

/// What a report and scenarios tell of a recording whose sensitive values must fit a schema.
@Suite struct SecretReportTests {
  private static let flow = """
    navtree: 1
    flow: vault
    start: door
    effects: { open: { input: { pin: { type: string, sensitive: true } }, output: { code: { type: string, minLength: 3, sensitive: true } } } }
    screens:
      door:
        state: { tries: integer, isOpen: boolean }
        actions:
          # A field of the same name, which admits other values.
          rename: { payload: { pin: { type: string, pattern: "^[A-Z]$", sensitive: true } }, set: { tries: "${state.tries + 1}" } }
          enter:
            payload:
              pin: { type: string, pattern: "^[0-9]{4}$", sensitive: true }
              hand: { type: string, enum: [left, right], sensitive: true }
            rules:
              - when: action.pin == '9999'
                set: { isOpen: true }
              - set: { tries: "${state.tries + 1}" }
                effect: { name: open, with: { pin: "${action.pin}" }, done: opened }
          opened: { set: { isOpen: true } }

    """

  private static func enter(_ pin: String) -> (String, JSONValue) {
    ("dispatch", ["action": ["type": "enter", "pin": .string(pin), "hand": "right"]])
  }

  /// A folder with `house.rec`, a recording of the vault.
  private static func recorded(_ requests: [(String, JSONValue)]) throws -> RecordedHouse {
    let house = try RecordedHouse()
    house.folder.write(flow, to: "house.navtree.yaml")
    try house.record(requests, in: "house.rec")
    return house
  }

  /// A refusal, two changes, and the answer of an effect.
  private static let requests = [
    enter("wrong"), ("dispatch", ["action": ["type": "rename", "pin": "Q"]]), enter("1357"),
    ("effect.done", ["effect": 1, "output": ["code": "sesame"]]),
  ]

  private static func entries(_ house: RecordedHouse) throws -> [JSONValue] {
    try house.lines().filter { line in ["seq", "refused"].contains(line.object?.keys.first) }
  }

  @Test(arguments: [true, false])
  func theHistoryIsTheOneThatHappened(_ isKnown: Bool) throws {
    let house = try Self.recorded(Self.requests)
    if !isKnown { _ = try house.folder.shell("rm house.rec.secrets") }
    let outcome = try house.report("house.rec", "-o", "house.html")
    #expect(outcome.status == 0 && outcome.errorText == "", "\(outcome.errorText)")
    let entries = try Self.entries(house)
    #expect(entries.map { $0["seq"] ?? $0["refused"] } == [0, 1, 2, 3])
    #expect(entries[0]["error"]?["kind"] == "invalidParams")
    #expect(
      entries[2]["effects"]?[0]?["name"] == "open" && entries[2]["effects"]?[0]?["input"] == ["pin": "***"])
    #expect(entries[3]["set"] == ["/screens/1/state/isOpen": true] && entries[3]["error"] == nil)
    let notes = try house.lines().compactMap { $0["note"] }
    #expect(notes == (isKnown ? [] : ["6 sensitive values aren't known, and others that fit were replayed"]))
    for secret in ["wrong", "1357", "right", "sesame"] { #expect(!house.block().contains("\"\(secret)\"")) }
  }

  /// The recording says that it was refused, not why, and the values that stand for its own don't fit for another reason.
  @Test(arguments: [true, false])
  func aReasonIsToldWhereItIsKnown(_ isKnown: Bool) throws {
    let house = try Self.recorded([
      ("dispatch", ["action": ["type": "enter", "pin": "1357", "hand": "up"]]),
      ("dispatch", ["action": ["type": "no"]]),
    ])
    if !isKnown { _ = try house.folder.shell("rm house.rec.secrets") }
    #expect(try house.report("house.rec", "-o", "house.html").status == 0)
    let errors = try Self.entries(house).map { $0["error"] }
    #expect(
      errors[0]
        == (isKnown
          ? [
            "kind": "invalidParams", "message": #"payload: 'hand' must be one of "left", "right""#,
            "pointer": "/action/hand",
          ]
          : ["kind": "invalidParams", "message": "the reason isn't known, since sensitive values aren't"]))
    #expect(errors[1]?["message"] == "no screen at /main or above it knows the action 'no'")
  }

  @Test func theOwnerSeesWhatWasSent() throws {
    let house = try Self.recorded(Self.requests)
    #expect(try house.report("house.rec", "-o", "house.html", "--sensitive").status == 0)
    let entries = try Self.entries(house)
    #expect(entries[2]["actions"]?[0]?["payload"] == ["pin": "1357", "hand": "right"])
    #expect(entries[2]["params"] == nil)
    #expect(entries[3]["params"] == ["effect": 1, "output": ["code": "sesame"]])
  }

  /// From the first value that isn't known on, those that follow from it may be others too.
  @Test func theOwnerSeesNoValuesThatStandForOthers() throws {
    let house = try Self.recorded(Self.requests)
    _ = try house.folder.shell("head -n 2 house.rec.secrets > known; mv known house.rec.secrets")
    #expect(try house.report("house.rec", "-o", "house.html", "--sensitive").status == 0)
    let entries = try Self.entries(house)
    #expect(entries[1]["actions"]?[0]?["payload"] == ["pin": "Q"])
    #expect(entries[2]["actions"]?[0]?["payload"] == ["pin": "***", "hand": "***"])
    #expect(entries[2]["effects"]?[0]?["input"] == ["pin": "***"])
  }

  @Test func aReportEndsWhereTheReplayGoesAnotherWay() throws {
    let house = try Self.recorded([Self.enter("1357"), Self.enter("9999"), Self.enter("1357")])
    #expect(try house.report("house.rec", "-o", "house.html").status == 0)
    _ = try house.folder.shell("rm house.rec.secrets")
    let outcome = try house.report("house.rec", "-o", "house.html")
    #expect(outcome.status == 1 && outcome.text == "")
    let sentence =
      #"line 3 differs when it is replayed: /screens/1/state/isOpen: recorded true, now nothing; 4 sensitive values aren't known, and others that fit were replayed"#
    #expect(outcome.errorText == "navtree: house.rec: \(sentence)\n")
    #expect(try Self.entries(house).map { $0["seq"] } == [1])
    #expect(
      try house.lines().filter { $0["note"] != nil }
        == [["note": .string("The report ends here: \(sentence)"), "ends": true]])
  }

  @Test func aFlowThatHasChangedEndsTheReport() throws {
    let house = try RecordedHouse(RecordedHouse.requests)
    house.folder.write(
      RecordedHouse.flow.replacing("visits + 1", with: "visits + 2"), to: "house.navtree.yaml")
    let outcome = try house.report("house.rec", "-o", "house.html")
    #expect(outcome.status == 1)
    #expect(
      outcome.errorText.contains("line 2 differs when it is replayed: /shared/visits: recorded 1, now 2"))
    #expect(try Self.entries(house).isEmpty)
  }

  @Test func scenariosGoOnPastThem() throws {
    let house = try Self.recorded(Array(Self.requests.dropFirst()))
    let outcome = try house.folder.shell(
      #""$0" test --from-recording house.rec -o house.scenarios.yaml && exec "$0" test house.scenarios.yaml"#)
    #expect(outcome.status == 0 && outcome.errorText == "", "\(outcome.errorText)")
    #expect(outcome.text.hasSuffix("1 passed\n"), "\(outcome.text)")
    let text = house.folder.text(of: "house.scenarios.yaml") ?? ""
    #expect(text.contains(#"- do: { enter: { pin: "1111", hand: left } }"#), "\(text)")
    #expect(text.contains("# Other values stand for withheld ones: /action/pin, /action/hand."), "\(text)")
  }

  @Test func theShopsSignInIsReplayed() throws {
    let folder = try TestFolder()
    let requests: [(String, JSONValue)] = [
      ("select", ["tab": "cart"]), ("present", ["screen": "signIn"]),
      ("dispatch", ["action": ["type": "submit", "email": "ada@example.org", "password": "hunter22"]]),
      (
        "effect.done",
        ["effect": 2, "output": ["customer": ["id": 1, "name": "Ada", "email": "ada@example.org"]]]
      ),
    ]
    let lines = requests.map { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\($0)\",\"params\":\($1)}\n" }
    folder.write(lines.joined(), to: "requests")
    let outcome = try folder.shell(
      """
      "$0" init shop.navtree.yaml --template shop >/dev/null
      "$0" serve shop.navtree.yaml --clock virtual --record shop.rec <requests >/dev/null
      rm shop.rec.secrets
      "$0" report shop.rec -o shop.html; echo $?
      "$0" replay shop.rec
      "$0" test --from-recording shop.rec -o - | tail -n 8
      """)
    #expect(
      outcome.text == """
        0
        shop.rec: the same, 5 lines
              # Other values stand for withheld ones: /action/password.
              - do: { submit: { email: "ada@example.org", password: a } }
                expect:
                  screens: { /main/cart/signIn: { state: { busy: true } } }
                  effects: [{ name: signIn, input: { email: "ada@example.org", password: "***" } }]
                  changed: exactly
              - answer: { effect: signIn, output: { customer: { id: 1, name: Ada, email: "ada@example.org" } } }
                expect: { active: /main/cart, screens: { /main/cart/signIn: null }, effects: [], changed: exactly }

        """, "\(outcome.text)\(outcome.errorText)")
  }
}
