import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import NavtreeYAML
import Testing

/// The flow's computed values, beside their expressions written out.
@Suite struct SharedValueTests {
  private static let text = """
    navtree: 1
    flow: demo
    start: home
    shared: { a: integer, list: { type: array, items: integer, maxItems: 2000 } }
    computed:
      isLate: shared.sum < int(now)
      sum: shared.a + shared.list.sum()
    screens:
      home:
        actions:
          put: { payload: { to: integer }, shared: { a: "${action.to}" } }
          add: { payload: { to: integer }, shared: { /list/-: "${action.to}" } }
          refuse: { payload: { to: integer }, shared: { a: "${action.to}" }, send: { to: self, action: no } }
          no: { reject: no }
    """

  private func session(of text: String = text) throws -> Session {
    let outcome = FlowLoader.load(Array(text.utf8), file: "demo.navtree.yaml")
    let report = DiagnosticReport(outcome.diagnostics.filter { $0.severity == .error }, in: outcome.source)
    let flow = try #require(outcome.flow, "\(report.text)")
    return try Session(flow, name: "demo", limits: RandomOperation.limits)
  }

  private func send(_ name: String, _ number: Int? = nil, to session: Session) throws {
    let action = try #require(Array(name.utf8).withUnsafeBytes { session.flow.action(named: $0) })
    try session.dispatch(action, number.map { ["to": .integer($0)] }, to: session.windows[0].focus.id)
  }

  private func value(_ source: String, in session: Session) throws -> JSONValue {
    let query = try Query(
      QueryRequest(screen: nil, condition: nil, select: nil, expression: source, sensitive: false),
      in: session)
    var reader = QueryReader(query, in: session)
    return try reader.answer()
  }

  /// A value that reads the time through guards alone is another one later.
  @Test func aComputedValueReadsTheTimeThroughGuards() throws {
    let text = """
      navtree: 1
      flow: demo
      start: home
      shared: { until: { type: integer, default: 5 } }
      computed: { isLate: guards.late }
      guards: { late: guards.over, over: int(now) >= shared.until }
      screens: { home: {} }
      """
    let session = try session(of: text)
    #expect(try value("[shared.isLate, guards.late]", in: session) == [false, false])
    _ = try session.advance(by: 10_000)
    #expect(try value("[shared.isLate, guards.late]", in: session) == [true, true])
  }

  /// Writes, refused ones, undo and redo in random order.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func aComputedValueIsThatOfItsExpression(seed: UInt64) throws {
    let session = try session()
    var random = SeededGenerator(seed: seed)
    for step in 0..<300 {
      let number = Int.random(in: -5...5, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: try send("put", number, to: session)
      case 1: try send("add", number, to: session)
      case 2: #expect(throws: Failure.self) { try send("refuse", number, to: session) }
      case 3: _ = try? session.undo(1)
      default: _ = try? session.redo(1)
      }
      #expect(
        try value("[shared.sum, shared.isLate]", in: session)
          == value("[shared.a + shared.list.sum(), shared.a + shared.list.sum() < int(now)]", in: session),
        "seed \(seed), step \(step)")
    }
  }
}
