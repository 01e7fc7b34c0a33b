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

  @Test func theWayToATrapIsTheOneOfFewestMovesIntoIt() throws {
    let flow = try flow(
      """
      navtree: 1
      flow: bells
      start: tower
      shared: { isSoon: boolean, isLit: boolean }
      screens:
        tower:
          slots: { next: { presents: [crypt] } }
          actions:
            wind: { after: { delay: 10s, key: bell, send: ring } }
            light: { shared: { isLit: true }, after: { delay: 5s, key: candle, send: goOut } }
            pull: { shared: { isSoon: true }, after: { delay: 1s, key: bell, send: ring } }
            ring:
              private: true
              rules:
                - when: shared.isLit
                  cancel: candle
                  shared: { isSoon: false }
                  push: crypt
            goOut: { private: true, shared: { isLit: false } }
            look: { when: shared.isSoon, reply: soon }
        crypt: { dismissible: "false" }
      """)
    let exploration = try Explorer(flow, Explorer.Settings()).run()
    let found = try #require(exploration.findings.first)
    #expect(found.kind == .deadEnd && exploration.findings.count == 1)
    // After 'wind' the candle must be lit late, so that the bell rings first.
    let light = try Self.move("light", flow)
    let pull = try Self.move("pull", flow)
    #expect([[light, pull, .advance(1_000)], [pull, light, .advance(1_000)]].contains(found.way))
  }

  @Test func theWayToATrapEndsWhereItCloses() throws {
    let flow = try flow(
      """
      navtree: 1
      flow: editor
      start: home
      screens:
        home: { slots: { next: { presents: [editor] } }, actions: { edit: { push: editor } } }
        editor:
          state: { saved: boolean, n: { type: integer, maximum: 3 } }
          dismissible: "!state.saved"
          slots: { sheet: { presents: [help], style: sheet } }
          actions:
            save: { set: { saved: true } }
            add: { when: state.saved && state.n < 3, set: { n: "${state.n + 1}" } }
            help: { present: help }
        help: {}
      """)
    let exploration = try Explorer(flow, Explorer.Settings()).run()
    #expect(exploration.findings.map(\.kind) == [.trap])
    // No move leads back from a higher count, but the user is caught before.
    let way = [try Self.move("edit", flow), try Self.move("save", flow, at: "/main/next")]
    #expect(exploration.findings.first?.way == way)
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

  @Test func whatWasDoneInOneWindowIsDoneInAnotherThatTakesFewerSteps() throws {
    let flow = try flow(
      """
      navtree: 1
      flow: desk
      start: desk
      windows: { board: { screen: desk } }
      shared: { n: { type: integer, minimum: 0, maximum: 3 } }
      invariants: { few: { always: shared.n < 2 } }
      screens:
        desk:
          slots: { next: { presents: [pad] } }
          actions: { open: { push: pad } }
        pad: { actions: { write: { shared: { n: "${shared.n + 1}" } } } }
      """)
    let type = try #require(flow.screenNames.index(of: "desk"))
    let moves: [Move] = [
      .openKind("board", type, params: [:]), try Self.move("open", flow, at: "/board"),
      try Self.move("write", flow, at: "/board/next"), try Self.move("write", flow, at: "/board/next"),
    ]
    let finding = FuzzFinding(.invariant, "few")
    #expect(FuzzShrinking(flow, []).finds(finding, moves))
    let write = try Self.move("write", flow, at: "/main/next")
    let open = try Self.move("open", flow)
    #expect(FuzzShrinking(flow, []).shrink(moves, to: finding) == [open, write, write])
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
