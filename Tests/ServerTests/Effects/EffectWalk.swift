import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import OrderedCollections
import NavtreeServer
import NavtreeEngine
import NavtreeTestSupport

/// A random host and user, line by line, with the notifications to the host.
final class EffectWalk {
  /// A fault at a step.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// The index of the screen type that counts its answers.
  private static let page = 1

  private let server = NavtreeServer { _ in .failure(.init(message: "no files here")) }
  private let layer = RPCLayer(maximumDepth: 512)
  private var random: SeededGenerator
  private var id = 0
  /// The effects in flight, with the screen that requested each.
  private var owed: OrderedDictionary<Int, (name: String, screen: Int)> = [:]
  /// The ended effects.
  private var over: [Int] = []
  /// The expected count of each page.
  private var right: [Int: Int] = [:]
  /// A hash of all output (FNV-1a).
  private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  /// The number of occurrences, by kind.
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64, isRecorded: Bool = false) throws {
    random = SeededGenerator(seed: seed)
    try call("flow.load", ["yaml": .string(Self.flow)])
    try call("session.open", ["flow": "walk", "clock": "virtual", "record": .boolean(isRecorded)])
  }

  /// The lines of its recording.
  func recording() throws -> [JSONValue] {
    try call("recording.export", [:])["result"]?["lines"]?.array ?? []
  }

  private var session: Session? { server.sessions.values.first }

  /// Takes a random step, and checks the invariants.
  func step() throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<6:
      let action = Self.actions.randomElement(using: &random) ?? "ask"
      try call("dispatch", ["at": place(), "action": ["type": .string(action)]])
    case 6..<11: try navigate()
    case 11..<18: try answer()
    default: try call("clock.advance", ["by": .integer(Int.random(in: 0...150, using: &random))])
    }
    try check()
  }

  // MARK: Requests

  /// Any live screen.
  private func place() -> JSONValue {
    let ids = session.map(Self.ids) ?? []
    return .string(ids.randomElement(using: &random)?.description ?? "#1")
  }

  private static func ids(of session: Session) -> [ScreenID] {
    session.windows.flatMap { $0.subtree().map(\.screen.id) }
  }

  private func navigate() throws {
    let isCrowded = (session?.screenCount ?? 0) > 20
    let screen = JSONValue.string(Self.screens.randomElement(using: &random) ?? "page")
    switch Int.random(in: isCrowded ? 5..<12 : 0..<12, using: &random) {
    case 0..<3: try call("push", ["at": place(), "screen": screen])
    case 3: try call("present", ["at": place(), "screen": screen, "in": "over"])
    case 4:
      try call(
        "window.open", ["window": .string("w\(Int.random(in: 0..<3, using: &random))"), "screen": screen])
    case 5: try call("window.close", ["window": .string("w\(Int.random(in: 0..<3, using: &random))")])
    case 6: try call("pop", ["at": place()])
    case 7: try call("dismiss", ["at": place()])
    case 8: try call("replace", ["at": place(), "screen": screen])
    case 9: try call("back", ["at": place()])
    case 10:
      let tab = JSONValue.string(["one", "two", "three"].randomElement(using: &random) ?? "one")
      try call("select", ["at": place(), "tab": tab])
    default:
      let tree: JSONValue = Bool.random(using: &random) ? ["home"] : ["page", "people", "page"]
      try call("reset", ["at": place(), "tree": tree, "reuse": .boolean(Bool.random(using: &random))])
    }
  }

  // MARK: Answers

  private func answer() throws {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<6: try answerRightly()
    case 6:
      guard let effect = owed.keys.randomElement(using: &random) else { return }
      try expect("invalidParams", ["effect": .integer(effect), "output": ["asker": "me"]])
    case 7..<9:
      guard let effect = over.randomElement(using: &random) else { return }
      let isFailure = Bool.random(using: &random)
      let refusal = try refusal(of: isFailure ? "effect.fail" : "effect.done", ["effect": .integer(effect)])
      guard ["gone", "notInFlight"].contains(refusal) else {
        throw Fault(description: "the effect \(effect) is over, and its answer gets: \(refusal)")
      }
      counts[refusal, default: 0] += 1
    default: try expect("unknownEffect", ["effect": 1_000_000_000])
    }
  }

  private func expect(_ kind: String, _ params: JSONValue) throws {
    let refusal = try refusal(of: "effect.done", params)
    if refusal != kind { throw Fault(description: "\(params) gets \(refusal), not \(kind)") }
    counts[kind, default: 0] += 1
  }

  private func refusal(of method: String, _ params: JSONValue) throws -> String {
    try call(method, params)["error"]?["data"]?["kind"]?.string ?? "an answer"
  }

  private func answerRightly() throws {
    guard let effect = owed.keys.randomElement(using: &random), let (name, screen) = owed[effect] else {
      return
    }
    if Int.random(in: 0..<5, using: &random) == 0 {
      try call("effect.fail", ["effect": .integer(effect), "error": ["kind": "offline"]])
      counts["failed", default: 0] += 1
      // An effect that was requested again is still in flight; the notification has reported it.
      if session?.owed.contains(where: { $0.id == effect }) == false { forget(effect) }
      return
    }
    var output: JSONObject = ["asker": .integer(screen)]
    switch name {
    case "list":
      let first = Int.random(in: 0..<6, using: &random)
      let items = (0..<Int.random(in: 0..<4, using: &random)).map {
        JSONValue.object(["key": .integer(first + $0)])
      }
      output = ["items": .array(items), "cursor": Bool.random(using: &random) ? .integer(first) : .null]
    case "fetch":
      output["then"] = .string(["stay", "stay", "go", "refuse"].randomElement(using: &random) ?? "stay")
    default: break
    }
    let answer = try call("effect.done", ["effect": .integer(effect), "output": .object(output)])
    guard answer["error"] == nil else {
      guard answer["error"]?["data"]?["kind"] == "rejected", output["then"] == "refuse" else {
        throw Fault(description: "the right answer to the effect \(effect) gets \(answer)")
      }
      counts["refused", default: 0] += 1
      return
    }
    if name != "list" { right[screen, default: 0] += 1 }
    counts["answered", default: 0] += 1
    forget(effect)
  }

  private func forget(_ effect: Int) {
    if owed.removeValue(forKey: effect) != nil { over.append(effect) }
  }

  // MARK: The wire

  @discardableResult
  private func call(_ method: String, _ params: JSONValue) throws -> JSONValue {
    id += 1
    let request: JSONValue = [
      "jsonrpc": "2.0", "id": .integer(id), "method": .string(method), "params": params,
    ]
    var bytes = Array(request.description.utf8)
    let count = bytes.count
    bytes += Array(repeating: 0, count: JSONParser.padding)
    var output = JSONWriter()
    bytes.withUnsafeBytes {
      layer.handle(UnsafeRawBufferPointer(rebasing: $0[..<count]), with: server, into: &output)
    }
    let text = output.withUnsafeBytes { Array($0) }
    for byte in text { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    var answer = JSONValue.null
    for line in text.split(separator: UInt8(ascii: "\n")) {
      let message = try JSONValue(parsing: Array(line))
      switch message["method"]?.string {
      case "effect.requested": try note(requested: message["params"] ?? .null)
      case "effect.cancelled": try note(cancelled: message["params"] ?? .null)
      case nil: answer = message
      default: throw Fault(description: "\(message)")
      }
    }
    return answer
  }

  private func note(requested params: JSONValue) throws {
    guard let effect = params["effect"]?.integer, let screen = params["id"]?.integer,
      let name = params["name"]?.string
    else { throw Fault(description: "\(params)") }
    let isKnown = owed[effect] != nil
    guard isKnown == (params["again"] == true), params["input"]?["asker"]?.integer == screen,
      params["key"] == .string("walk-\(effect)")
    else { throw Fault(description: "asked for wrongly: \(params)") }
    owed[effect] = (name, screen)
    counts[isKnown ? "again" : "requested", default: 0] += 1
  }

  private func note(cancelled params: JSONValue) throws {
    guard let effect = params["effect"]?.integer, owed[effect] != nil, let reason = params["reason"]?.string
    else { throw Fault(description: "cancelled, and never owed: \(params)") }
    forget(effect)
    counts[reason, default: 0] += 1
  }

  // MARK: Invariants

  private func check() throws {
    guard let session else { return }
    let asked = session.owed
    guard asked.map(\.id) == owed.keys.sorted() else {
      throw Fault(
        description:
          "the session waits for \(asked.map(\.id)), and the host was told of \(owed.keys.sorted())")
    }
    var live: Set<Int> = []
    var faults: [String] = []
    for window in session.windows {
      for (screen, _) in window.subtree() {
        live.insert(screen.id.number)
        guard screen.type == Self.page else { continue }
        let expected = right[screen.id.number] ?? 0
        if screen.state[1] != .integer(0) { faults.append("\(screen.id) got what was another's") }
        if screen.state[0] != .integer(expected) {
          faults.append(
            "\(screen.id) got \(screen.state[0]) answers, and \(expected) were for it")
        }
        if case .integer(let ticks) = screen.state[3], ticks > 0 { counts["ticked", default: 0] += 1 }
      }
    }
    for effect in asked where !live.contains(effect.screen?.number ?? 0) {
      faults.append("the effect \(effect.id) has outlived its screen")
    }
    // The outline of timers takes long, so it is checked now and then.
    if id.isMultiple(of: 10) {
      for timer in session.timers where !live.contains(timer.screen?.number ?? 0) {
        faults.append("a timer has outlived its screen: \(timer)")
      }
    }
    if !faults.isEmpty { throw Fault(description: faults.joined(separator: "; ")) }
    right = right.filter { live.contains($0.key) }
  }
}
