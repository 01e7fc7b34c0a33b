package import NavtreeEngine
package import NavtreeFlow
package import NavtreeJSON
import NavtreeCoverage
import NavtreeJSONReading
package import NavtreeServer
package import NavtreeYAML

/// The lines that the page reads, from a recording that is replayed line by line. Inspector/README.md describes them.
///
/// A recording that grows is followed by adding its lines as they come. Calls act on the replayed sessions.
package final class ReportStream {
  /// Gives the flow of a name that was read from a file.
  package typealias Flows = (_ name: String, _ file: String) throws(Failure) -> FlowLoader.Outcome

  /// A session that is shown.
  final class Shown {
    let number: Int
    let session: Session
    fileprivate(set) var watch: ChangeWatch
    /// The session and the seq that it was forked from.
    let fork: JSONValue?
    /// The time after its last line.
    var now: Int

    init(_ number: Int, _ session: Session, fork: JSONValue?, isSensitive: Bool) {
      self.number = number
      self.session = session
      self.fork = fork
      watch = session.beginWatch(isSensitive: isSensitive)
      now = session.now
    }
  }

  private let graph: (FlowDefinition) -> String
  /// Whether sensitive values are shown: all that were written so far are known.
  private var isSensitive: Bool
  private var replay: Replay
  private let coverage = CoverageRecorders()
  private let flows: LoadedFlows
  private var numbers: [String: Int] = [:]
  private var shown: UTF8Dictionary<Shown> = [:]
  private var rules = RuleNumbers()
  private var lineCount = 0
  private var lastWritten = 0
  /// The number of sensitive values that aren't known.
  private var withheldCount = 0
  /// The sentence with which it has ended, since a line went otherwise than it was recorded.
  package private(set) var ending: String?
  private var output = JSONWriter()
  /// The lines with which everything begins: the head and, by number, those of flows.
  private let head: JSONObject
  private var flowLines: [Int: JSONObject] = [:]

  /// - Parameters:
  ///   - isSensitive: whether the lines show sensitive values.
  ///   - graph: draws a flow as SVG, without styles.
  package init(
    _ head: Head, isSensitive: Bool = false,
    graph: @escaping (FlowDefinition) -> String,
    flows load: @escaping Flows = { (name, _) throws(Failure) in
      throw Failure(.unknownFlow, "no flow named '\(name)' is there")
    }
  ) {
    self.graph = graph
    self.isSensitive = isSensitive
    let flows = LoadedFlows(load)
    self.flows = flows
    replay = Replay(followedWith: coverage) { (name, file) throws(Failure) in
      try flows.flow(name, file)
    }
    var line: JSONObject = [
      "report": 1, "navtree": .string(Release.version), "title": .string(head.title),
      "live": .boolean(head.isLive), "drive": .boolean(head.drives),
    ]
    if head.isPlayground { line["playground"] = true }
    if head.isCompared { line["compare"] = true }
    self.head = line
    write(line)
  }

  /// The length of the lines since the last time.
  package var byteCount: Int { output.count }

  /// The lines since the last time.
  package func takeLines() -> [UInt8] {
    defer { output.removeAll() }
    return output.withUnsafeBytes { Array($0) }
  }

  /// Repeats a line of the recording. Where one goes otherwise than it was recorded, the lines end before it.
  ///
  /// - Parameter secrets: its sensitive values, if they are known.
  /// - Throws: if the line can't be replayed.
  package func add(_ line: JSONValue, secrets: [JSONValue] = []) throws(Failure) {
    guard ending == nil else { return }
    lineCount += 1
    let places = line["secrets"]?.array ?? []
    let areKnown = secrets.count == places.count
    if !areKnown {
      withheldCount += places.count
      hideSecrets()
    }
    if !secrets.isEmpty { replay.take(secrets: secrets, ofLine: lineCount) }
    if let difference = try replay.follow(line, number: lineCount) {
      let reason = withheldCount > 0 ? "; \(withheldSentence)" : ""
      ending = "line \(lineCount) differs when it is replayed: \(difference.sentence)\(reason)"
      return write(["note": .string("The report ends here: \(ending ?? "")"), "ends": true])
    }
    let values = isSensitive && areKnown ? secrets : places.map { _ in StateView.hidden }
    let input = Input(
      method: line["navtree"] == nil ? line["method"]?.string : nil,
      params: Self.params(of: line, with: zip(places, values)), line: lineCount, failure: replay.failure,
      hasStandIns: !areKnown)
    writeChanges(of: line["session"]?.string ?? "", input)
  }

  /// Shows no sensitive values from here on: those of stand-ins, and what follows from them, aren't the recorded ones.
  private func hideSecrets() {
    guard isSensitive else { return }
    isSensitive = false
    for row in shown.values { row.watch = row.session.beginWatch() }
  }

  /// Calls a method that only reads the replayed sessions.
  package func read(_ method: String, _ params: JSONObject) throws(RPCError) -> JSONValue {
    if let ending { throw .invalidParams("the sessions aren't known any more: \(ending)") }
    return try replay.call(method, params)
  }

  /// The params of a line, with values at the places of its secrets.
  private static func params(of line: JSONValue, with secrets: some Sequence<(JSONValue, JSONValue)>)
    -> JSONObject
  {
    var params = line["params"] ?? [:]
    for (place, value) in secrets {
      guard let pointer = try? JSONPointer(parsing: place.string ?? "") else { continue }
      _ = try? params.replace(at: pointer, with: value)
    }
    return params.object ?? [:]
  }

  /// Calls a method on the replayed sessions.
  ///
  /// - Parameter params: always with `session`.
  package func call(_ method: String, _ params: JSONObject) throws(RPCError) -> JSONValue {
    if let ending { throw .invalidParams("the sessions aren't known any more: \(ending)") }
    var input = Input(method: method, params: params)
    do {
      let result = try replay.call(method, params)
      writeChanges(of: params["session"]?.string ?? "", input)
      return result
    } catch {
      input.failure = error
      writeChanges(of: params["session"]?.string ?? "", input)
      throw error
    }
  }

  /// Shows a session that isn't replayed, and what it has done since the last time.
  ///
  /// - Parameters:
  ///   - loaded: its flow with the sources, if they are known.
  ///   - step: the step of a scenario that did it.
  package func observe(_ session: Session, _ loaded: FlowLoader.Outcome?, step: String?) {
    if let row = shown[session.name], row.session === session {
      return write(row, Input(method: "step", step: step), [])
    }
    if let loaded { flows.add(loaded) }
    show(session, Input(), [])
  }

  /// Lines with which a page can begin now, in place of those before, which are taken. No line after them refers to one
  /// of those.
  ///
  /// - Returns: nothing if the lines have ended.
  /// - Complexity: O(size of all sessions).
  package func opening() -> [UInt8] {
    guard ending == nil else { return [] }
    rules.forget()
    write(head)
    note("The history is full: what happened before line \(lineCount) is gone.")
    for (_, line) in flowLines.sorted(by: { $0.key < $1.key }) { write(line) }
    for row in shown.values.sorted(by: { $0.number < $1.number }) {
      var line = opening(of: row)
      line["line"] = .integer(lastWritten)
      write(line)
    }
    end()
    return takeLines()
  }

  /// The session of a name, if it is open.
  package func session(named name: String) -> Session? { replay.server?.sessions[name] }

  /// Writes a sentence about the whole.
  package func note(_ sentence: String) { write(["note": .string(sentence)]) }

  /// Writes a line of another kind.
  package func write(_ line: JSONObject) {
    output.appendObject(line)
    output.append("\n")
  }

  /// Writes the coverage so far, and that all lines are sent.
  package func end() {
    for recorder in coverage.all {
      guard let number = numbers[recorder.flow.name], let loaded = flows.loaded[recorder.flow.name],
        let report = try? CoverageReport(recorder.flow, loaded.sources, Coverage(recorder)),
        let json = try? JSONValue(parsing: Array(CoverageFormat.json.text(of: report).utf8))
      else { continue }
      write(["coverage": json, "flow": .integer(number)])
    }
    write(["sent": true])
  }

  /// Writes how many sensitive values aren't known.
  package func noteWithheld() {
    if withheldCount > 0, ending == nil { note(withheldSentence) }
  }

  private var withheldSentence: String {
    let values = withheldCount == 1 ? "1 sensitive value isn't" : "\(withheldCount) sensitive values aren't"
    return "\(values) known, and others that fit were replayed"
  }

  // MARK: Changes

  private func writeChanges(of name: String, _ input: Input) {
    guard let server = replay.server else { return }
    let notices = server.notices.all
    server.notices.removeAll()
    var isOpened = false
    for (name, session) in server.sessions where shown[name]?.session !== session {
      isOpened = isOpened || shown[name] == nil
      show(session, input, notices)
    }
    if let row = shown[name],
      input.method != nil || input.line == nil || row.session.now != row.now || !isOpened
    {
      write(row, input, notices)
    }
    for (other, row) in shown where other != name { write(row, Input(line: input.line), []) }
    for (name, row) in shown where server.sessions[name] == nil {
      shown[name] = nil
      write(["closed": .integer(row.number)])
    }
  }

  private func show(_ session: Session, _ input: Input, _ notices: [Notice]) {
    let known = shown[session.name]
    let original =
      input.method == "session.fork" ? input.params["session"]?.string.flatMap { shown[$0] } : nil
    let row = Shown(
      known?.number ?? sessionCount, session,
      fork: original.map { [.integer($0.number), .integer(session.seq)] } ?? known?.fork,
      isSensitive: isSensitive)
    if known == nil { sessionCount += 1 }
    shown[session.name] = row
    var line = opening(of: row)
    if known != nil { line["replaces"] = true }
    if let number = input.line { line["line"] = .integer(number) }
    let effects = ReportChange.effects(in: notices, of: session, isSensitive: isSensitive)
    if !effects.isEmpty { line["effects"] = .array(effects) }
    write(line)
  }

  /// The line of a session, with its state.
  private func opening(of row: Shown) -> JSONObject {
    let session = row.session
    let flow = number(of: session.flow)
    var line: JSONObject = [
      "session": .integer(row.number), "name": .string(session.name), "flow": .integer(flow),
      "clock": .string(session.clock.kind.rawValue), "seq": .integer(session.seq), "now": .integer(row.now),
      "document": .object(SessionDocument(of: session, sensitive: isSensitive).whole),
    ]
    if let fork = row.fork { line["fork"] = fork }
    return line
  }

  private var sessionCount = 0

  private func write(_ row: Shown, _ input: Input, _ notices: [Notice]) {
    var entries = row.watch.take()
    let owns = notices.filter { ReportChange.session(of: $0) == row.session.name }
    if entries.isEmpty {
      guard input.method != nil else { return }
      entries = [
        ChangeWatch.Entry(
          seq: row.session.seq, now: row.session.now, isRefused: input.failure != nil,
          noticeCount: notices.count)
      ]
    }
    for (index, entry) in entries.enumerated() {
      let isLast = index == entries.count - 1
      var change = ReportChange(
        entry, row, isLast ? input : Input(method: input.method, line: input.line),
        owns.count == notices.count
          ? Array(
            notices[
              min(
                index == 0 ? 0 : entries[index - 1].noticeCount, notices.count)..<(isLast
                ? notices.count : min(entry.noticeCount, notices.count))]) : isLast ? owns : [],
        expectedLine: lastWritten + 1, isSensitive: isSensitive)
      for line in change.definitions(&rules, in: row.session.flow) { write(line) }
      write(change.line)
      if let line = input.line { lastWritten = line }
      row.now = entry.now
    }
  }

  /// The number of a flow, whose line is written first.
  private func number(of flow: FlowDefinition) -> Int {
    if let number = numbers[flow.name] { return number }
    let number = numbers.count
    numbers[flow.name] = number
    writeFlow(flow, number, flows.loaded[flow.name]?.sources ?? [])
    return number
  }

  /// Writes the line of a flow.
  package func writeFlow(
    _ flow: FlowDefinition, _ number: Int, _ sources: [SourceText], diagnostics: JSONValue? = nil
  ) {
    let line = FlowLine.line(of: flow, number, sources, graph: graph(flow), diagnostics: diagnostics)
    flowLines[number] = line
    write(line)
  }
}
