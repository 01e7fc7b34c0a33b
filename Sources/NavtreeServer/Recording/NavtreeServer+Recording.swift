import NavtreeFlow
package import NavtreeJSON
import NavtreeJSONReading
import NavtreeEngine

extension NavtreeServer {
  /// Records all sessions that are opened from now on.
  ///
  /// - Parameter isKept: whether each of them is recorded for `recording.export` too.
  package func record(with recorder: Recorder, isKept: Bool = false) {
    tape = recorder
    keepsRecordings = isKept
    isRecording = true
  }

  /// The state of a session that continues from a stored one, if that will be recorded.
  func recordedOpening(of session: Session, restoredFrom stored: StoredSession, isKept: Bool)
    -> RecordedOpening?
  {
    isKept || tape != nil ? RecordedOpening(of: session, restoredFrom: stored) : nil
  }

  /// Records a session that was just opened.
  ///
  /// - Parameter isKept: whether it is recorded for `recording.export`, even if others aren't.
  package func record(_ opening: Opening, params: JSONObject = [:], isKept: Bool = false) {
    guard isKept || tape != nil else { return }
    let session = opening.session
    isRecording = true
    if isKept || keepsRecordings { recorders[UTF8Key(session.name)] = Recorder(limit: limits[.recording]) }
    session.beginRecording()
    for recorder in recorders(of: session.name) {
      recorder.begin(session, params: params, from: opening.recorded)
    }
  }

  /// Records that a session took the place of a recorded one.
  func record(replacing opening: Opening) {
    let recorders = recorders(of: opening.session.name)
    if recorders.isEmpty { return }
    opening.session.beginRecording()
    for recorder in recorders {
      recorder.begin(opening.session, params: [:], from: opening.recorded, replaces: true)
    }
  }

  /// Records a fork like the session that it came from, with that session's whole recording.
  func record(_ fork: Session, from original: Session) {
    guard isRecording else { return }
    if let recorder = recorders[UTF8Key(original.name)] {
      recorders[UTF8Key(fork.name)] = Recorder(copying: recorder)
    }
    if !recorders(of: fork.name).isEmpty { fork.beginRecording() }
    forked = fork.name
  }

  private func recorders(of session: String) -> [Recorder] {
    [tape, recorders[UTF8Key(session)]].compactMap { $0 }
  }

  /// Runs a method, and records and logs it.
  func runWatched(_ method: Method, _ params: Params, into output: inout JSONWriter) throws(Failure) {
    do {
      if isRecording {
        try runRecorded(method, params, into: &output)
      } else {
        try runUnlessMoving(method, params, into: &output)
      }
    } catch {
      log(
        .debug, "\(method.name): \(error.kind.rawValue)",
        about: ["method": .string(method.name), "kind": .string(error.kind.rawValue)])
      throw error
    }
    log(.debug, method.name, about: ["method": .string(method.name)])
  }

  /// Runs a method, and records it if it is an input of a session.
  private func runRecorded(_ method: Method, _ params: Params, into output: inout JSONWriter) throws(Failure)
  {
    addressed = nil
    forked = nil
    _ = keyPrefixes.takeLast()
    let isInput = method.nature.isInput || concernsTransitions(params)
    // A condition that held, and a key that was fresh, say nothing to a replay.
    var named = isInput ? Self.withoutHints(try params.named(but: [.session, .ifSeq, .request])) : [:]
    var failure: Failure?
    do {
      try runUnlessMoving(method, params, into: &output)
    } catch {
      failure = error
    }
    if isInput, let (session, now) = addressed, !Self.isOutside(failure, of: method) {
      // The name that it was given may depend on others that are stored.
      if let forked {
        named["as"] = .string(forked)
        // A replay has no store.
        named["store"] = nil
      }
      let input = Recorder.Input(
        method: method.name, params: named, now: now, failure: failure?.kind,
        keyPrefix: keyPrefixes.takeLast())
      record(input, of: session)
      if sessions[session.name] == nil {
        recorders[UTF8Key(session.name)] = nil
        tape?.forget(session.name)
      }
    }
    if let failure { throw failure }
  }

  /// Whether a call begins or ends the acknowledging of transitions, which a replay repeats.
  private func concernsTransitions(_ params: Params) -> Bool {
    if params.gives(.acknowledge) { return true }
    guard params.gives(.subscription), let number = params[.subscription]?.integer,
      let session = subscriptions.session(of: number), session.acknowledging == number
    else { return false }
    _ = use(session)
    return true
  }

  /// The params of a method without the hints of navigations, which are kept nowhere.
  private static func withoutHints(_ params: JSONObject) -> JSONObject {
    func withoutHint(_ action: JSONValue?) -> JSONValue? {
      guard case .object(var object)? = action, object["type"]?.string?.hasPrefix("nav.") ?? false else {
        return action
      }
      object["hint"] = nil
      return .object(object)
    }
    var params = params
    params["hint"] = nil
    if let action = params["action"] { params["action"] = withoutHint(action) }
    if case .array(var entries)? = params["actions"] {
      for index in entries.indices {
        guard case .object(var entry) = entries[index] else { continue }
        entry["action"] = withoutHint(entry["action"])
        entries[index] = .object(entry)
      }
      params["actions"] = .array(entries)
    }
    return params
  }

  /// Whether a request has failed, and changed nothing, by something that isn't recorded: the store, or a session
  /// beside the one that it names.
  private static func isOutside(_ failure: Failure?, of method: Method) -> Bool {
    guard let failure else { return false }
    return failure.kind == .storage || failure.kind == .conflict || failure.isInterruption
      || method.name == "session.fork"
  }

  /// Makes the lines recorded since the last time final, or drops them.
  func concludeRecording(isUndone: Bool) {
    for recorder in recorders.values {
      if isUndone { recorder.takeBack() } else { recorder.commit() }
    }
    if isUndone { tape?.takeBack() } else { tape?.commit() }
  }

  /// Records the effects of passed time on a session.
  func recordPassage(of session: Session) {
    record(Recorder.Input(now: session.clock.now), of: session)
  }

  private func record(_ input: Recorder.Input, of session: Session) {
    let recorders = recorders(of: session.name)
    guard !recorders.isEmpty else { return }
    let changes = session.takeRecordedChanges()
    for recorder in recorders { recorder.record(input, of: session, changes) }
    guard let forked, let recorder = self.recorders[UTF8Key(forked)] else { return }
    recorder.record(input, of: session, changes)
    // The fork's recording continues without the original, whose timers would run in a replay.
    recorder.record(
      Recorder.Input(method: "session.close", now: input.now), of: session, StateDelta())
  }

  /// Reopens a session from the state that its recording begins with.
  func reopen(
    _ stored: StoredSession, _ flow: FlowDefinition, as name: String, clock kind: SessionClock.Kind?,
    link: String?
  ) throws(Failure) {
    record(try restore(stored, flow, as: name, clock: kind, link: link))
  }

  /// Calls a recorded method, and discards its answer. The notifications that it causes wait.
  ///
  /// - Returns: why it failed.
  func perform(_ method: String, _ params: JSONObject) -> RPCError? {
    var output = JSONWriter()
    return request(method, params, into: &output)
  }

  /// The recorder of a session, if it keeps its lines.
  func recorder(of session: Session) throws(Failure) -> Recorder {
    if let recorder = recorders[UTF8Key(session.name)] { return recorder }
    throw Failure(.invalidParams, "'\(session.name)' isn't recorded", ["pointer": "/session"])
      .with("hint", .string("open it with 'record': true, or serve with --record FILE"))
  }
}
