import NavtreeEngine
import NavtreeExploring
import NavtreeFlow
import Testing

/// Explorations of flows whose counters have too many values to be counted.
struct WideningTests {
  private static let count =
    """
    navtree: 1
    flow: count
    start: home
    shared: { visits: { type: integer, minimum: 0, maximum: 1000000 } }
    invariants: { fewVisits: { always: "shared.visits <= 1000000" }, home: { possible: "!screens.exists(s, s.type == 'quiz')" } }
    screens:
      home:
        slots: { over: { presents: [quiz, help], style: sheet } }
        actions:
          visit: { when: shared.visits < 1000000, shared: { visits: "${shared.visits + 1}" } }
          quiz: { present: quiz }
          never: { when: shared.visits > 5 && shared.visits < 5, reply: never }
      quiz:
        dismissible: "false"
        state: { right: { type: integer, minimum: 0 } }
        actions: { right: { set: { right: "${state.right + 1}" } }LEAVE }
      help: {}
    """

  private static func lines(_ yaml: String) throws -> [String] {
    let flow = try #require(FlowLoader.load(Array(yaml.utf8), file: "flow.yaml").flow)
    var settings = Explorer.Settings()
    settings.maxStates = 300
    let lines = try Explorer(flow, settings).run().text().split(separator: "\n").map(String.init)
    return lines.filter { !$0.hasPrefix("reached") && !$0.hasPrefix("    ") }
  }

  @Test func aScreenWithoutAWayOutIsFoundThoughItCounts() throws {
    let lines = try Self.lines(Self.count.replacing("LEAVE", with: ""))
    #expect(lines.contains { $0.hasPrefix("dead-end quiz") || $0.hasPrefix("trap quiz") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("breach home") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("unreachable screen help") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("unreachable rule home.never#0") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("holds fewVisits") }, "\(lines)")
    #expect(lines.last?.hasSuffix("; all states, widened") == true, "\(lines)")
  }

  @Test func aWayOutThatACounterOpensIsNoTrap() throws {
    let leave = ", leave: { when: state.right == 100000, dismiss: true }"
    let lines = try Self.lines(Self.count.replacing("LEAVE", with: leave))
    #expect(
      !lines.contains { $0.hasPrefix("dead-end") || $0.hasPrefix("trap") || $0.hasPrefix("breach") },
      "\(lines)")
    // The way out is there in more states than there are, so that it isn't said to be reached.
    #expect(lines.contains { $0.hasPrefix("bounded rule quiz.leave#0") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("undecided home") }, "\(lines)")
  }

  @Test func movesOfACoveredScreenThatAreCutOffAreABound() throws {
    let lines = try Self.lines(
      """
      navtree: 1
      flow: far
      start: home
      screens:
        home:
          state: { isOpen: boolean, n: { type: integer, maximum: 9000 } }
          slots: { over: { presents: [sheet] } }
          actions:
            open: { set: { isOpen: true }, push: sheet }
            add: { when: state.isOpen, set: { n: "${state.n + 1}" } }
            far: { when: state.n == 8000, reply: far }
        sheet: { dismissible: "false", final: true }
      """)
    #expect(lines.contains { $0.hasPrefix("bounded rule home.far#0") }, "\(lines)")
    #expect(lines.last?.hasSuffix("; bounded: not every move of a covered screen") == true, "\(lines)")
  }

  @Test func aCounterThatIsReadOtherwiseIsNotWidened() throws {
    let leave = ", leave: { when: state.right * 2 == 100000, dismiss: true }"
    let lines = try Self.lines(Self.count.replacing("LEAVE", with: leave))
    #expect(lines.last?.contains("bounded: more than 300 states") == true, "\(lines)")
  }

  /// A field that only a member of an element names, or what is computed, is one that conditions read.
  @Test(arguments: ["screens[0].state.n", "screens[0][shared.a][shared.b]", "screens[0].state[shared.b]"])
  func aConditionOnAnElementReadsItsField(_ place: String) throws {
    let lines = try Self.lines(
      """
      navtree: 1
      flow: one
      start: home
      shared: { a: { type: string, default: state }, b: { type: string, default: n } }
      invariants: { small: { always: "\(place) < 3" } }
      screens:
        home:
          state: { n: integer }
          actions: { a: { set: { n: "${state.n + 1}" } } }
      """)
    #expect(lines.contains { $0.hasPrefix("breach small") }, "\(lines)")
    #expect(lines.last?.contains("all states") == false, "\(lines)")
  }
}
