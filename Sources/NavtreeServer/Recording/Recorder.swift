import NavtreeFlow
import NavtreeJSON
import NavtreeEngine

/// The inputs of sessions, one per line, from which they can be replayed.
///
/// A line that opens a session begins with `navtree`; all others name their session. Sensitive values of
/// requests are kept apart, and are zeros in the lines.
package final class Recorder {
  /// Takes complete lines, and lines of secrets; false if it can't take any more.
  package typealias Sink = (_ lines: UnsafeRawBufferPointer, _ secrets: UnsafeRawBufferPointer) -> Bool

  private var lines = JSONWriter()
  private var secrets = JSONWriter()
  private var lineCount = 0
  /// The time in each session after its last line.
  private var times: [UTF8Key: Int] = [:]
  private var concealments: [ObjectIdentifier: Concealment] = [:]
  /// The length of the part that can't be undone.
  private var committed = Mark()
  private let limit: Int
  private let sink: Sink?
  /// Whether the recording is complete.
  private(set) var isComplete = true

  private struct Mark {
    var end = 0
    var secretsEnd = 0
    var lineCount = 0
    var isComplete = true
  }

  /// - Parameters:
  ///   - limit: the maximum number of bytes kept.
  ///   - sink: takes the recorded lines, so that none are kept.
  package init(limit: Int, sink: Sink? = nil) {
    self.limit = limit
    self.sink = sink
  }

  /// A recorder that continues another one's recording.
  init(copying original: Recorder) {
    limit = original.limit
    sink = nil
    lineCount = original.lineCount
    times = original.times
    concealments = original.concealments
    isComplete = original.isComplete
    original.lines.withUnsafeBytes { lines.append($0) }
    original.secrets.withUnsafeBytes { secrets.append($0) }
  }

  // MARK: Recording

  /// An input of a session, and its outcome.
  struct Input {
    /// Nil if only time has passed.
    var method: String?
    var params: JSONObject = [:]
    /// The time at which it came.
    let now: Int
    var failure: ErrorKind?
    /// The prefix of effect keys of the session that it opened, unless that is its name.
    var keyPrefix: String?
  }

  /// - Parameters:
  ///   - state: the one that the session continued from; nil if it began here.
  ///   - replaces: whether it took the place of an open one.
  func begin(_ session: Session, params: JSONObject, from state: RecordedOpening?, replaces: Bool = false) {
    var params = params
    var apart = concealment(of: session.flow).conceal(in: &params)
    if let state {
      params[RecordingFormat.snapshot] = state.snapshot
      if let sensitive = state.sensitive {
        apart.append(Concealment.Secret(pointer: [RecordingFormat.snapshot], value: sensitive))
      }
    }
    var limits: JSONObject = [:]
    for limit in Limit.allCases where session.limits[limit] != limit.standard {
      limits[limit.rawValue] = .integer(session.limits[limit])
    }
    var line: JSONObject = [
      "navtree": .integer(RecordingFormat.version), "flow": .string(session.flow.name),
      "version": .integer(session.flow.version), "hash": .string("\(session.flow.fingerprint)"),
      "file": .string(session.flow.file), "session": .string(session.name),
      "clock": .string(session.clock.kind.rawValue), "now": .integer(session.clock.now),
    ]
    if session.keyPrefix != session.name { line["keyPrefix"] = .string(session.keyPrefix) }
    if replaces { line["replaces"] = true }
    if !limits.isEmpty { line["limits"] = .object(limits) }
    if !params.isEmpty { line["params"] = .object(params) }
    add(apart, in: &line)
    line["seq"] = .integer(session.seq)
    line["state"] = .string("\(Fingerprint(of: SessionDocument(of: session, sensitive: false).json))")
    times[UTF8Key(session.name)] = session.clock.now
    write(line, apart)
  }

  func record(_ input: Input, of session: Session, _ changes: StateDelta) {
    var line: JSONObject = ["session": .string(session.name)]
    if times[UTF8Key(session.name)] != input.now { line["now"] = .integer(input.now) }
    var apart: [Concealment.Secret] = []
    if let method = input.method {
      var params = input.params
      apart = concealment(of: session.flow).conceal(in: &params)
      line["method"] = .string(method)
      if !params.isEmpty { line["params"] = .object(params) }
      add(apart, in: &line)
    }
    if let keyPrefix = input.keyPrefix { line["keyPrefix"] = .string(keyPrefix) }
    if let failure = input.failure { line["error"] = .string(failure.rawValue) }
    line["seq"] = .integer(session.seq)
    add(changes, to: &line)
    times[UTF8Key(session.name)] = session.clock.now
    write(line, apart)
  }

  /// Keeps nothing for a session that has ended.
  func forget(_ session: String) { times[UTF8Key(session)] = nil }

  /// A value of more bytes than this is recorded as its hash.
  private static let longestValue = 1_024

  private func add(_ changes: StateDelta, to line: inout JSONObject) {
    var changed: JSONObject = [:]
    var hashed: JSONObject = [:]
    var text = JSONWriter()
    for (place, value) in changes.written {
      text.removeAll()
      text.appendValue(value)
      if text.count <= Self.longestValue {
        changed[place] = value
      } else {
        hashed[place] = .string("\(text.withUnsafeBytes { Fingerprint(of: $0) })")
      }
    }
    if !changed.isEmpty { line["changed"] = .object(changed) }
    if !hashed.isEmpty { line["hashed"] = .object(hashed) }
    if !changes.removed.isEmpty { line["removed"] = .array(changes.removed.map { .string($0.text) }) }
  }

  private func add(_ apart: [Concealment.Secret], in line: inout JSONObject) {
    if !apart.isEmpty { line["secrets"] = .array(apart.map { .string("\($0.pointer)") }) }
  }

  private func write(_ line: JSONObject, _ apart: [Concealment.Secret]) {
    guard isComplete else { return }
    let (end, secretsEnd) = (lines.count, secrets.count)
    lineCount += 1
    lines.appendObject(line)
    lines.append("\n")
    if !apart.isEmpty {
      secrets.appendObject(["line": .integer(lineCount), "values": .array(apart.map(\.value))])
      secrets.append("\n")
    }
    // A sink's lines wait only for the next commit.
    if sink == nil, lines.count + secrets.count > limit {
      isComplete = false
      lines.truncate(to: end)
      secrets.truncate(to: secretsEnd)
    }
  }

  private func concealment(of flow: FlowDefinition) -> Concealment {
    if let known = concealments[ObjectIdentifier(flow)] { return known }
    let concealment = Concealment(flow)
    concealments[ObjectIdentifier(flow)] = concealment
    return concealment
  }

  // MARK: Giving

  /// Makes the lines recorded since the last time final, or passes them to the sink.
  func commit() {
    if let sink, !lines.isEmpty {
      let isTaken = lines.withUnsafeBytes { lines in secrets.withUnsafeBytes { sink(lines, $0) } }
      if !isTaken { isComplete = false }
      lines.removeAll()
      secrets.removeAll()
    }
    committed = Mark(
      end: lines.count, secretsEnd: secrets.count, lineCount: lineCount, isComplete: isComplete)
  }

  /// Drops the lines recorded since the last time: their changes were undone.
  func takeBack() {
    lines.truncate(to: committed.end)
    secrets.truncate(to: committed.secretsEnd)
    lineCount = committed.lineCount
    isComplete = committed.isComplete
    // The next line of each session gives the time.
    times.removeAll()
  }

  /// Writes the lines as the elements of a list.
  func writeLines(into output: inout JSONWriter) { Self.write(lines, into: &output) }

  func writeSecrets(into output: inout JSONWriter) { Self.write(secrets, into: &output) }

  private static func write(_ lines: borrowing JSONWriter, into output: inout JSONWriter) {
    let text = lines.withUnsafeBytes { Array($0) }
    output.appendList(text.split(separator: UInt8(ascii: "\n"))) { line, output in
      line.withUnsafeBytes { output.append($0) }
    }
  }

  /// The lines since the last time, which are kept no longer.
  func takeLines() -> [UInt8] {
    defer {
      lines.removeAll()
      secrets.removeAll()
      committed = Mark(lineCount: lineCount, isComplete: isComplete)
    }
    return lines.withUnsafeBytes { Array($0) }
  }
}

/// The form in which recordings are written.
enum RecordingFormat {
  /// Form 1 had other rules of delivery, links, effects, timers and history.
  static let version = 2
  /// The param of a first line that holds the state which the session continued from.
  static let snapshot = "snapshot"
}
