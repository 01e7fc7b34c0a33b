package import NavtreeFlow
package import NavtreeJSON
import NavtreeJSONReading
package import NavtreeEngine

/// Replays a recording, and compares the outcome line by line.
package struct Replay {
  /// The outcome of a replay.
  package struct Outcome {
    /// The number of equal lines.
    package var lineCount = 0
    package var difference: Difference?
    /// The number of sensitive values that weren't known.
    package var zeroedCount = 0
    /// The flows that differ from the recorded ones.
    package var changedFlows: [String] = []
    /// The form of the recording; nil if it is the present one.
    package var olderForm: Int?

    /// The present form's number.
    package static var form: Int { RecordingFormat.version }
  }

  /// The place of a difference from the recording.
  package struct Difference {
    /// From 1.
    package let line: Int
    /// The place in the session's state; nil if the request's own outcome differs.
    package let place: String?
    /// Nil for a missing value.
    package let recorded: JSONValue?
    package let replayed: JSONValue?

    /// For people: `/screens/2/state/note: recorded "red", now "blue"`.
    package var sentence: String {
      let recorded = recorded.map { "\($0)" } ?? "nothing"
      let replayed = replayed.map { "\($0)" } ?? "nothing"
      return "\(place ?? "the request"): recorded \(recorded), now \(replayed)"
    }
  }

  /// Gives the flow of a name that was read from a file.
  package typealias Flows = (_ name: String, _ file: String) throws(Failure) -> FlowDefinition

  private let flows: Flows
  private var secrets: RecordedSecrets
  private let recorder = Recorder(limit: .max)
  package private(set) var server: NavtreeServer?
  /// The sessions that the lines are about. Others, forks among them, aren't recorded there.
  private var names: Set<UTF8Key> = []
  private var outcome = Outcome()
  /// Fresh lines that stand for recorded ones to come.
  private var produced: [JSONValue] = []
  /// The params of the present line, with its secrets.
  private var params: JSONObject = [:]
  /// The places in them of secrets that aren't known.
  private var withheld: [String] = []
  /// By flow, the values for secrets that aren't known.
  private var standIns: [ObjectIdentifier: StandIns] = [:]
  /// The reason that the present line's request failed.
  package private(set) var failure: RPCError?
  /// Whether the notices of each line wait for whoever follows the replay.
  private var keepsNotices = false
  /// Counts what the replayed sessions do.
  private var coverage: CoverageRecorders?

  /// - Parameter secrets: the lines that hold the sensitive values.
  package init(secrets: [JSONValue], flows: @escaping Flows) {
    self.flows = flows
    self.secrets = RecordedSecrets(secrets)
  }

  /// A replay that is followed line by line, with coverage.
  package init(followedWith coverage: CoverageRecorders, flows: @escaping Flows) {
    self.init(secrets: [], flows: flows)
    keepsNotices = true
    self.coverage = coverage
  }

  /// - Parameter observe: told of each line that went as it was recorded; false ends the replay.
  /// - Complexity: that of the recorded requests.
  package mutating func run(
    _ lines: [JSONValue], observe: (ReplayedLine) throws(Failure) -> Bool = { _ in true }
  ) throws(Failure) -> Outcome {
    begin(lines)
    for (index, line) in lines.enumerated() {
      let found = try repeatLine(line, number: index + 1)
      if let difference = difference(line, found, number: index + 1) {
        outcome.difference = difference
        return outcome
      }
      outcome.lineCount += 1
      let replayed = ReplayedLine(
        number: index + 1, line: line, params: params, withheld: withheld, session: session(of: line))
      if try !observe(replayed) { break }
    }
    return outcome
  }

  /// Takes note of the sessions that are about to be repeated.
  package mutating func begin(_ lines: [JSONValue]) {
    names = Set(lines.compactMap { $0["session"]?.string.map { UTF8Key($0) } })
  }

  /// Repeats one line without comparing it.
  ///
  /// - Parameter number: Its number, from 1.
  /// - Returns: the line that a recording has now; nil if it has none.
  package mutating func repeatLine(_ line: JSONValue, number: Int) throws(Failure) -> JSONValue? {
    if produced.isEmpty {
      try perform(line, number: number)
      produced = takeProduced()
    }
    return produced.isEmpty ? nil : produced.removeFirst()
  }

  /// Repeats one line more, and compares it.
  ///
  /// The notices that it causes are left to the caller.
  /// - Parameter number: Its number, from 1.
  /// - Returns: the first difference.
  package mutating func follow(_ line: JSONValue, number: Int) throws(Failure) -> Difference? {
    let name = line["session"]?.string ?? ""
    names.insert(UTF8Key(name))
    defer { if server?.sessions[name] == nil { names.remove(UTF8Key(name)) } }
    return difference(line, try repeatLine(line, number: number), number: number)
  }

  /// Takes the sensitive values of a line that follows.
  package mutating func take(secrets values: [JSONValue], ofLine number: Int) {
    secrets.add(values, of: number)
  }

  /// Calls a method of the replayed sessions, which the recording doesn't have.
  package mutating func call(_ method: String, _ params: JSONObject) throws(RPCError) -> JSONValue {
    guard let server else { throw RPCError.invalidParams("no session is open") }
    defer { _ = takeProduced() }
    return try server.request(method, params)
  }

  /// The session that a line is about; nil if it is closed.
  package func session(of line: JSONValue) -> Session? {
    line["session"]?.string.flatMap { server?.sessions[$0] }
  }

  private mutating func perform(_ line: JSONValue, number: Int) throws(Failure) {
    params = [:]
    withheld = []
    failure = nil
    defer { if !keepsNotices { server?.notices.removeAll() } }
    if line["navtree"] != nil { return try open(line, number: number) }
    guard let server, let session = line["session"]?.string else {
      throw fault(number, "it names no session, or comes before a line that opens one")
    }
    let method = line["method"]?.string
    // A virtual clock goes by the requests alone.
    if let clock = server.sessions[session]?.clock, clock.kind != .virtual {
      // Without a request a timer ran, perhaps at the instant of the line before.
      if let now = line["now"]?.integer ?? (method == nil ? clock.now : nil) { server.pass(to: now) }
    }
    guard let method else { return }
    var params = try self.params(of: line, to: server.sessions[session]?.flow, number: number)
    params["session"] = .string(session)
    // Only subscriptions that acknowledge are recorded; they have other numbers here.
    let number = server.sessions[session]?.acknowledging ?? 0
    if method == "unsubscribe" { params = ["subscription": .integer(number)] }
    // The recording of one session doesn't tell when another one ended whose name a fork was given again.
    if method == "session.fork", line["error"] == nil, let name = params["as"]?.string {
      try? server.delete(name)
    }
    server.keyPrefixes.recorded = line["keyPrefix"]?.string
    failure = server.perform(method, params)
  }

  private mutating func open(_ line: JSONValue, number: Int) throws(Failure) {
    guard let form = line["navtree"]?.integer, form > 0, let name = line["flow"]?.string,
      let session = line["session"]?.string
    else {
      throw fault(number, "it opens no session")
    }
    guard form <= RecordingFormat.version else {
      throw fault(
        number,
        "it is of form \(form), from a later version of navtree; this one reads forms up to \(RecordingFormat.version)"
      )
    }
    if form < RecordingFormat.version { outcome.olderForm = min(form, outcome.olderForm ?? form) }
    let flow = try flows(name, line["file"]?.string ?? "")
    if line["hash"]?.string != "\(flow.fingerprint)", !outcome.changedFlows.contains(name) {
      outcome.changedFlows.append(name)
    }
    let server = self.server ?? makeServer(limits: line["limits"]?.object ?? [:])
    self.server = server
    server.flows[flow.name] = flow
    if let now = line["now"]?.integer, line["clock"]?.string != SessionClock.Kind.virtual.rawValue {
      server.pass(to: now)
    }
    var params = try self.params(of: line, to: flow, number: number)
    let replaces = line["replaces"]?.boolean == true
    if !replaces { server.keyPrefixes.recorded = line["keyPrefix"]?.string ?? session }
    if let snapshot = params[RecordingFormat.snapshot] {
      let clock = line["clock"]?.string.flatMap(SessionClock.Kind.init)
      return try reopen(
        snapshot, flow, as: session, clock: clock, link: params["link"]?.string, replaces: replaces,
        on: server,
        number: number)
    }
    params["flow"] = .string(flow.name)
    params["session"] = .string(session)
    params["clock"] = line["clock"]
    if line["clock"]?.string == SessionClock.Kind.virtual.rawValue { params["now"] = line["now"] }
    failure = server.perform("session.open", params)
  }

  private func reopen(
    _ snapshot: JSONValue, _ flow: FlowDefinition, as name: String, clock: SessionClock.Kind?, link: String?,
    replaces: Bool, on server: NavtreeServer, number: Int
  ) throws(Failure) {
    do {
      let stored = try StoredSession(snapshot)
      if replaces {
        server.record(replacing: try server.replace(name, with: stored, flow, ifSeq: nil))
      } else {
        try server.reopen(stored, flow, as: name, clock: clock, link: link)
      }
    } catch let fault as StoredFault {
      throw self.fault(number, "its snapshot's \(fault.pointer) \(fault.message)")
    } catch {
      throw fault(number, "its session can't be restored: \((error as? Failure)?.message ?? "\(error)")")
    }
  }

  private func makeServer(limits given: JSONObject) -> NavtreeServer {
    var limits = Limits()
    for (name, value) in given {
      if let limit = Limit(rawValue: name), let value = value.integer { limits[limit] = value }
    }
    let server = NavtreeServer(limits: limits) { _ in
      .failure(NavtreeServer.FileFailure(message: "a replay reads no files"))
    }
    server.record(with: recorder)
    server.coverage = coverage
    return server
  }

  /// The params of a line to a flow, with its secrets restored, or with values that stand for them.
  private mutating func params(of line: JSONValue, to flow: FlowDefinition?, number: Int) throws(Failure)
    -> JSONObject
  {
    var params = line["params"] ?? [:]
    let places = line["secrets"]?.array ?? []
    let values = secrets.take(number)
    let areKnown = values.count == places.count
    if !areKnown {
      outcome.zeroedCount += places.count
      withheld = places.compactMap(\.string)
    }
    for (index, place) in places.enumerated() {
      do {
        let pointer = try JSONPointer(parsing: place.string ?? "")
        let value = areKnown ? values[index] : standIn(at: pointer, in: params, line, flow)
        if let value { try params.replace(at: pointer, with: value) }
      } catch {
        throw fault(number, "its params have nothing at '\(place.string ?? "")'")
      }
    }
    guard case .object(let object) = params else { throw fault(number, "its params are no object") }
    self.params = object
    return object
  }

  /// The value that stands for one which isn't known; nil for the zero that is recorded.
  private mutating func standIn(
    at pointer: JSONPointer, in params: JSONValue, _ line: JSONValue, _ flow: FlowDefinition?
  ) -> JSONValue? {
    // What didn't fit then needn't fit now; a snapshot is whole without its secrets.
    guard let flow, line["error"]?.string != ErrorKind.invalidParams.rawValue,
      pointer != [RecordingFormat.snapshot]
    else { return nil }
    if standIns[ObjectIdentifier(flow)] == nil { standIns[ObjectIdentifier(flow)] = StandIns(flow) }
    let effect = session(of: line)?.owed.first { effect in
      params["effect"] == .integer(effect.id) || params["effect"] == .string(effect.hostKey)
    }
    return standIns[ObjectIdentifier(flow)]?.value(at: pointer, in: params, effect: effect?.definition.name)
  }

  private func fault(_ line: Int, _ sentence: String) -> Failure {
    Failure(.invalidParams, "line \(line) can't be replayed: \(sentence)", ["line": .integer(line)])
  }

  private mutating func takeProduced() -> [JSONValue] {
    recorder.takeLines().split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONValue(parsing: $0, maximumDepth: 4096)
    }.filter { names.contains(UTF8Key($0["session"]?.string ?? "")) }
  }

  // MARK: Comparing

  /// The first difference between two lines, except the parts about the flow and its file.
  private func difference(_ line: JSONValue, _ found: JSONValue?, number: Int) -> Difference? {
    func differ(_ place: String?, _ recorded: JSONValue?, _ replayed: JSONValue?) -> Difference {
      Difference(line: number, place: place, recorded: recorded, replayed: replayed)
    }
    guard let found else { return differ(nil, line["error"] ?? line["seq"], nil) }
    if found["session"] != line["session"] || found["method"] != line["method"] {
      return differ(nil, line["method"] ?? line["session"], found["method"] ?? found["session"])
    }
    if found["error"] != line["error"] {
      return differ(nil, line["error"] ?? "done", found["error"] ?? "done")
    }
    for member in ["changed", "hashed", "removed"] {
      if let (place, recorded, replayed) = difference(in: member, line, found) {
        return differ(place, recorded, replayed)
      }
    }
    if found["seq"] != line["seq"] { return differ("/seq", line["seq"], found["seq"]) }
    if found["state"] != line["state"] { return differ("", line["state"], found["state"]) }
    return nil
  }

  /// The first place that differs between both lines.
  private func difference(in member: String, _ line: JSONValue, _ found: JSONValue)
    -> (place: String, recorded: JSONValue?, replayed: JSONValue?)?
  {
    let (recorded, replayed) = (line[member], found[member])
    if recorded == replayed { return nil }
    if member == "removed" {
      let places = [recorded, replayed].map { ($0?.array ?? []).compactMap { $0.string.map { UTF8Key($0) } } }
      let (before, after) = (Set(places[0]), Set(places[1]))
      let place = places.joined().first { !before.contains($0) || !after.contains($0) } ?? places[0].first
      guard let place else { return nil }
      return (place.text, before.contains(place) ? "removed" : nil, after.contains(place) ? "removed" : nil)
    }
    let before = recorded?.object ?? [:]
    let after = replayed?.object ?? [:]
    for place in Array(before.keys) + after.keys where before[place] != after[place] {
      // Form 1 doesn't name the root that replaces a window's.
      if outcome.olderForm != nil, before[place] == nil, place.hasPrefix("/windows/") { continue }
      return (place, value(at: place, of: line), value(at: place, of: found))
    }
    return nil
  }

  /// A line's value for a place.
  private func value(at place: String, of line: JSONValue) -> JSONValue? {
    if let value = line["changed"]?[place] { return value }
    if let hash = line["hashed"]?[place] { return ["hash": hash] }
    return line["removed"]?.array?.contains(.string(place)) == true ? "removed" : nil
  }
}
