import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import OrderedCollections
import NavtreeEngine
import NavtreeTestSupport
import Testing

/// Reported lifecycle events, compared with the session's tree and outline.
@Suite struct LifecycleTests {
  /// The state of each screen according to the events so far.
  private struct Witness {
    private(set) var isShown: [Int: Bool] = [:]
    private var gone: Set<Int> = []
    private(set) var faults: [String] = []

    mutating func hear(_ event: String, _ id: Int) {
      let wasShown = isShown[id]
      switch event {
      case "presented":
        if wasShown != nil || gone.contains(id) { faults.append("#\(id) is presented again") }
        isShown[id] = false
      case "appeared":
        if wasShown != false {
          faults.append("#\(id) appears, and is \(wasShown == nil ? "not there" : "seen")")
        }
        isShown[id] = true
      case "disappeared":
        if wasShown != true { faults.append("#\(id) disappears, and isn't seen") }
        isShown[id] = false
      case "paramsChanged":
        if wasShown == nil { faults.append("#\(id) has other params, and isn't there") }
      default:
        if wasShown != false {
          faults.append("#\(id) is dismissed, and is \(wasShown == nil ? "gone" : "seen")")
        }
        isShown[id] = nil
        gone.insert(id)
      }
    }

    /// Going back in the history brings screens back.
    mutating func forgive() { gone.removeAll() }
  }

  /// 4 seeds, 4,000 operations each. A quarter of them in debug.
  @Test(arguments: [11, 12, 13, 14] as [UInt64])
  func whatIsToldIsInOrderAndAgreesWithTheTree(seed: UInt64) throws {
    let flow = try RandomOperation.load()
    var limits = RandomOperation.limits
    limits[.links] = 3
    let notices = Notices()
    let session = try Session(flow, name: "random", limits: limits, notices: notices)
    var witness = Witness()
    for row in Snapshot(of: session).windows.flatMap(\.rows) { witness.hear("presented", row.id.number) }
    for id in Self.shown(in: session) { witness.hear("appeared", id) }
    var answer = JSONWriter()
    try session.subscribe(.lifecycle, as: 1, into: &answer)
    var random = SeededGenerator(seed: seed)
    var heard: [String: Int] = [:]
    for step in 0..<rounds(4_000, inDebug: 1_000) {
      let snapshot = Snapshot(of: session)
      let operation = RandomOperation(in: flow, snapshot, using: &random)
      var name = operation.description
      if Int.random(in: 0..<10, using: &random) == 0 {
        name = "history"
        witness.forgive()
        let count = Int.random(in: 1...4, using: &random)
        _ = try? Bool.random(using: &random) ? session.undo(count) : session.redo(count)
      } else {
        _ = try? operation.run(in: session)
      }
      var levels: [String: [Int]] = [:]
      let caused = notices.all
      notices.removeAll()
      for notice in caused {
        guard case .lifecycle(_, let told) = notice else { continue }
        let members = try JSONValue(parsing: [UInt8(ascii: "{")] + told.text + [UInt8(ascii: "}")])
        let event = try #require(members["event"]?.string)
        let at = try #require(members["at"]?.string)
        let id = ScreenID(try #require(members["id"]?.integer))
        heard[event, default: 0] += 1
        witness.hear(event, id.number)
        levels[event, default: []].append(at.split(separator: "/").count)
      }
      var faults = witness.faults
      // The requests of one change: with more than one action in it each has an order of its own.
      if name == "history" {
        for event in ["presented", "appeared"] where levels[event] ?? [] != (levels[event] ?? []).sorted() {
          faults.append("\(event): parents before children")
        }
        for event in ["disappeared", "dismissed"]
        where levels[event] ?? [] != (levels[event] ?? []).sorted(by: >) {
          faults.append("\(event): children before parents")
        }
      }
      let alive = Set(Snapshot(of: session).ids.map(\.number))
      if Set(witness.isShown.keys) != alive {
        faults.append("told to live: \(witness.isShown.keys), do: \(alive)")
      }
      let told = Set(witness.isShown.filter(\.value).keys)
      let shown = Self.shown(in: session)
      if told != shown { faults.append("told to be in sight: \(told.sorted()), are: \(shown.sorted())") }
      guard faults.isEmpty else {
        Issue.record("seed \(seed), step \(step), \(name): \(faults)\n\(Outline(of: session).text)")
        return
      }
    }
    for event in ["presented", "appeared", "disappeared", "dismissed"] {
      #expect(
        heard[event] ?? 0 > rounds(500, inDebug: 100),
        "seed \(seed): \(event) was told \(heard[event] ?? 0) times")
    }
    #expect(heard["paramsChanged"] ?? 0 > 0)
  }

  /// The screens that the outline doesn't call hidden.
  private static func shown(in session: Session) -> Set<Int> {
    var shown: Set<Int> = []
    for line in Outline(of: session).text.split(separator: "\n") where !line.contains("(hidden)") {
      guard let mark = line.lastIndex(of: "#") else { continue }
      if let id = Int(line[line.index(after: mark)...].prefix { $0.isNumber }) { shown.insert(id) }
    }
    return shown
  }
}
