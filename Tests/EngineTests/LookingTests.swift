import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeTestSupport
import Testing

/// Readers of a session see the same from any focus, and move none.
@Suite struct LookingTests {
  /// 2 seeds, 1,000 operations each. A quarter of them in debug.
  @Test(arguments: [1, 2] as [UInt64])
  func lookingMovesNoFocusAndDependsOnNone(seed: UInt64) throws {
    let session = try Session(RandomOperation.load(), name: "random", limits: RandomOperation.limits)
    let query = try Query(
      QueryRequest(
        screen: "page", condition: "size(state.rows) + shared.written >= 0",
        select: "screen.path + computed.both + string(state.count)", expression: nil, sensitive: false),
      in: session)
    var random = SeededGenerator(seed: seed)
    var shown = 0
    for step in 0..<rounds(1_000, inDebug: 250) {
      let snapshot = Snapshot(of: session)
      _ = try? RandomOperation(in: session.flow, snapshot, using: &random).run(in: session)
      let ids = Snapshot(of: session).ids
      var seen: [String] = []
      for _ in 0..<2 {
        _ = try session.focus(on: try #require(ids.randomElement(using: &random)))
        let focuses = session.windows.map(\.focus.id)
        seen.append(try Self.look(at: session, query))
        #expect(session.windows.map(\.focus.id) == focuses, "seed \(seed), step \(step)")
      }
      #expect(seen[0] == seen[1], "seed \(seed), step \(step)")
      shown += ids.count
    }
    #expect(shown > rounds(1_000, inDebug: 250))
  }

  private static func look(at session: Session, _ query: Query) throws -> String {
    var output = JSONWriter()
    for window in session.windows {
      let root = try #require(window.screen(window.rootID))
      let writer = StateWriter(session: session, view: StateView(levels: 3, computed: true))
      try writer.write(root, to: &output)
      try writer.writeRows(from: root, to: &output)
    }
    var reader = QueryReader(query, in: session)
    output.appendValue(try reader.answer())
    output.appendValue(SessionDocument(of: session, sensitive: true).json)
    return output.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}
