import NavtreeExploring
import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeText
import Testing

/// What leads to a finding: the changes of each step with the rules that wrote them, and the values of what is broken.
struct CauseTests {
  private static let mail = """
    navtree: 1
    flow: mail
    start: inbox
    shared: { outbox: { type: integer, minimum: 0, maximum: 3 }, key: { type: string, sensitive: true } }
    invariants:
      atMostOne: { always: shared.outbox < 2 }
      never: { always: shared.outbox >= 0 }
    screens:
      inbox:
        slots: { letter: { presents: [letter] } }
        actions:
          write:
            - { when: shared.outbox < 3, shared: { key: secret }, present: letter }
            - reject: enough
          purge: { when: shared.outbox == 3, shared: { outbox: 0 } }
      letter:
        state: { text: string }
        lifecycle: { presented: { set: { text: Dear } } }
        actions:
          send: { send: { to: root, action: deliver }, pop: true }
    actions:
      deliver: { private: true, shared: { outbox: "${shared.outbox + 1}" } }
    """

  private static func exploration(told: inout [String]) throws -> Exploration {
    var lines: [String] = []
    let flow = try flow(mail)
    var settings = Explorer.Settings()
    settings.found = { lines += $0.text(in: flow).split(separator: "\n").map(String.init) }
    let exploration = try Explorer(flow, settings).run()
    told = lines
    return exploration
  }

  @Test func aFindingIsToldOnceWithWhatEachStepChanged() throws {
    var told: [String] = []
    let exploration = try Self.exploration(told: &told)
    #expect(
      told == [
        "breach atMostOne flow.yaml:6:24: the invariant is false: shared.outbox is 2",
        "  write at /main",
        "      /main/letter  nothing -> \"letter\"  flow.yaml:13 on write",
        "      shared/key  \"***\" -> \"***\"  flow.yaml:13 on write",
        "  send at /main/letter",
        "      /main/letter  \"letter\" -> nothing  flow.yaml:20 on send",
        "      shared/outbox  0 -> 1  flow.yaml:22 on deliver",
        "  write at /main",
        "      /main/letter  nothing -> \"letter\"  flow.yaml:13 on write",
        "  send at /main/letter",
        "      /main/letter  \"letter\" -> nothing  flow.yaml:20 on send",
        "      shared/outbox  1 -> 2  flow.yaml:22 on deliver",
      ])
    let rest = exploration.text(summarised: false).split(separator: "\n").filter { !$0.hasPrefix("reached") }
    #expect(rest == ["undecided never flow.yaml:7:20"])
  }

  @Test func anInvariantThatHoldsIsSaidToHold() throws {
    let flow = try flow(
      """
      navtree: 1
      flow: counter
      start: counter
      shared: { n: { type: integer, minimum: 0, maximum: 3 } }
      invariants: { low: { always: shared.n < 4 } }
      screens:
        counter: { actions: { add: { when: shared.n < 3, shared: { n: "${shared.n + 1}" } } } }
      """)
    let text = try Explorer(flow, Explorer.Settings()).run().text()
    #expect(text.contains("\nholds low flow.yaml:5:"), "\(text)")
  }

  private static let alarm = """
    navtree: 1
    flow: alarm
    start: clock
    shared: { rung: { type: boolean } }
    invariants: { silent: { always: "!shared.rung" } }
    screens:
      clock:
        slots: { next: { presents: [clock] } }
        actions:
          set: { after: { delay: 5s, send: ring } }
          ring: { private: false, shared: { rung: true } }
          more: { present: clock }
          rest: { reply: done }
    """

  private static func move(_ name: String, _ flow: FlowDefinition, at path: String = "/main") throws -> Move {
    .act(try #require(flow.actionNames.index(of: name)), payload: [:], at: path)
  }

  @Test func timePassesRatherThanAUserMoves() throws {
    let flow = try flow(Self.alarm.replacing("private: false", with: "private: true"))
    let moves = [try Self.move("rest", flow), try Self.move("set", flow), .advance(60_000)]
    let shrunk = FuzzShrinking(flow, []).shrink(moves, to: FuzzFinding(.invariant, "silent"))
    #expect(shrunk == [try Self.move("set", flow), .advance(5_000)])
  }

  @Test func fewerMovesOfAUserAreFoundAmongTheOthers() throws {
    let flow = try flow(
      """
      navtree: 1
      flow: lamp
      start: lamp
      shared: { light: { type: integer, minimum: 0, maximum: 20 } }
      invariants: { dim: { always: shared.light < 12 } }
      screens:
        lamp:
          actions:
            one: { shared: { light: "${shared.light + 1}" } }
            two: { when: shared.light % 3 == 0, shared: { light: "${shared.light + 2}" } }
            three: { shared: { light: "${shared.light + 3}" } }
      """)
    // Leaving out no move, and no two, breaks it still; three times as many of one of them does.
    let names = ["two", "one", "two", "one", "two", "one", "three"]
    let moves = try names.map { try Self.move($0, flow) }
    let shrunk = FuzzShrinking(flow, []).shrink(moves, to: FuzzFinding(.invariant, "dim"))
    #expect(shrunk.count == 4)
  }

  @Test func aShrunkScenarioHasNoMoveThatAUserCannotMake() throws {
    let files = try #require(PlantedFault.all.first { $0.file == "files" })
    let flow = try files.flow
    let finding = FuzzFinding(.invariant, "noLetterIsLost")
    let covered = [
      try Self.move("write", flow), try Self.move("delete", flow),
      .act(
        try #require(flow.actionNames.index(of: "type")), payload: ["text": "a"], at: "/main/over"),
      .advance(5_000),
    ]
    #expect(FuzzShrinking(flow, [], forges: true).finds(finding, covered))
    #expect(!FuzzShrinking(flow, []).finds(finding, covered))
  }

  @Test func anAddressThatSaysNothingIsLeftOut() throws {
    let flow = try flow(
      Self.alarm.replacing("rest: {", with: "other: {") + "\nactions: { rest: { reply: done } }")
    let moves = [try Self.move("more", flow), try Self.move("rest", flow), try Self.move("other", flow)]
    let text = FuzzScenario(
      of: moves, finding: FuzzFinding(.always, "true"), in: flow, [], origin: "a test", flowPath: "flow.yaml",
      isSensitive: false
    ).text
    #expect(text.contains("- do: rest\n"))
    #expect(text.contains("- at: /main\n        do: other\n"))
  }
}
