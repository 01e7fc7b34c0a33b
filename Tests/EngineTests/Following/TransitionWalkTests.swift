import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import NavtreeTestSupport
import Testing

/// Models of the screens that are kept by transitions alone, beside random operations.
@Suite struct TransitionWalkTests {
  private static let steps = rounds(2_000, inDebug: 700)

  /// The screens of all windows or of one, by id.
  private struct Model {
    var rows: [Int: JSONValue] = [:]

    init(_ value: JSONValue) throws {
      for row in value.array ?? [] { try put(row) }
    }

    mutating func apply(_ transitions: JSONValue) throws {
      for transition in transitions.array ?? [] {
        for row in transition["removed"]?.array ?? [] {
          let id = try #require(row["id"]?.integer)
          try #require(rows.removeValue(forKey: id) != nil, "\(id) wasn't there: \(transition)")
        }
        for row in transition["created"]?.array ?? [] { try put(row) }
        let key: String
        switch transition["op"]?.string {
        case "select": key = "selected"
        case "focus": key = "focus"
        default: continue
        }
        let holder = try #require(transition["from"]?.integer)
        guard case .object(var row)? = rows[holder] else { throw Misled() }
        row[key] = transition["slot"]
        rows[holder] = .object(row)
      }
    }

    private mutating func put(_ row: JSONValue) throws {
      guard case .object(var object) = row, let id = object["id"]?.integer else { throw Misled() }
      // Params change without a transition.
      object["params"] = nil
      rows[id] = .object(object)
    }
  }

  private struct Misled: Error {}

  @Test(arguments: [false, true], [1, 2, 3, 4] as [UInt64])
  func aModelKeptByTransitionsIsWhatIsThere(isReaderOftenBehind: Bool, seed: UInt64) throws {
    let flow = try RandomOperation.load()
    let notices = Notices()
    let session = try Session(flow, name: "random", limits: RandomOperation.limits, notices: notices)
    var random = SeededGenerator(seed: seed)
    let windows = [1: nil, 2: session.windows[0].window]
    var models: [Int: Model] = [:]
    for (number, window) in windows { models[number] = try Model(value(of: window, in: session, number)) }
    var discarded = JSONWriter()
    try session.subscribe(.actions(window: nil), as: 3, into: &discarded)
    var (told, merged, actions, missed) = (0, 0, 0, 0)
    func take(_ notice: Notice) throws {
      switch notice {
      case .transitions(let change):
        try models[change.subscription]?.apply(JSONValue(parsing: change.text))
        told += 1
        if let since = change.since, since < change.seq { merged += 1 }
      case .action(_, let action):
        let row = try JSONValue(parsing: Array("{".utf8) + action.text + Array("}".utf8))
        try #require(row["action"]?.string != nil)
        actions += 1
        missed += action.missed
      default: break
      }
    }
    var held: Set<Int> = []
    for step in 0..<Self.steps {
      if isReaderOftenBehind, Int.random(in: 0..<10, using: &random) == 0 { notices.isReaderBehind = true }
      switch Int.random(in: 0..<20, using: &random) {
      case 0: _ = try? session.undo(Int.random(in: 1...4, using: &random))
      case 1: _ = try? session.redo(Int.random(in: 1...4, using: &random))
      default:
        let operation = RandomOperation(in: flow, Snapshot(of: session), using: &random)
        _ = try? operation.run(in: session)
      }
      let caused = notices.all
      notices.removeAll()
      for notice in caused {
        if case .changeHeld(let number) = notice { held.insert(number) }
        try take(notice)
      }
      if notices.isReaderBehind, Int.random(in: 0..<20, using: &random) == 0 {
        for number in held.sorted() { for notice in session.takeHeld(number) { try take(notice) } }
        held = []
        notices.forgetHeld()
        notices.isReaderBehind = false
      }
      for (number, window) in windows where !held.contains(number) && step.isMultiple(of: 10) {
        let present = try Model(value(of: window, in: session, 4))
        session.unsubscribe(4)
        #expect(models[number]?.rows == present.rows, "seed \(seed), step \(step)")
      }
    }
    #expect(
      told > rounds(100, inDebug: 30) && actions > rounds(500, inDebug: 150),
      "\(told) told, \(actions) actions")
    #expect(merged > rounds(30, inDebug: 8) || !isReaderOftenBehind, "\(merged) told in sum")
    #expect(missed == 0, "never more than are kept")
  }

  /// The rows with which a subscription begins.
  private func value(of window: String?, in session: Session, _ number: Int) throws -> JSONValue {
    var output = JSONWriter()
    try session.subscribe(.transitions(window: window), as: number, into: &output)
    return try JSONValue(parsing: output.withUnsafeBytes { Array($0) })
  }
}
