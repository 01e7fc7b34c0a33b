import NavtreeFlow
package import NavtreeJSON
import NavtreeJSONReading
package import NavtreeEngine

extension NavtreeServer {
  /// Records all sessions that are opened from now on.
  package func record(with recorder: Recorder) {
    tape = recorder
    isRecording = true
  }

  /// Records a session that was just opened.
  ///
  /// - Parameter isKept: whether it is also recorded for `recording.export`.
  package func record(_ session: Session, params: JSONObject = [:], isKept: Bool = false) {
    guard isKept || tape != nil else { return }
    isRecording = true
    if isKept { recorders[UTF8Key(session.name)] = Recorder(limit: limits[.recording]) }
    let recorders = recorders(of: session.name)
    session.beginRecording()
    for recorder in recorders { recorder.begin(session, params: params) }
  }

  /// Records a fork like the session that it came from, with that session's whole recording.
  func record(_ fork: Session, from original: Session) {
    guard isRecording else { return }
    if let recorder = recorders[UTF8Key(original.name)] {
      recorders[UTF8Key(fork.name)] = Recorder(copying: recorder)
    }
    if !recorders(of: fork.name).isEmpty { fork.beginRecording() }
  }

  private func recorders(of session: String) -> [Recorder] {
    [tape, recorders[UTF8Key(session)]].compactMap { $0 }
  }

  /// Runs a method, and records it if it is an input of a session.
  func runRecorded(_ method: Method, _ params: Params, into output: inout JSONWriter) throws(Failure) {
    addressed = nil
    let isInput = !RecordingFormat.reading.contains(method.name)
    let named = isInput ? try params.named(but: .session) : [:]
    var failure: Failure?
    do {
      try method.run(self, params, &output)
    } catch {
      failure = error
    }
    if isInput, let (session, now) = addressed {
      let input = Recorder.Input(
        method: method.name, params: named, now: now, failure: failure?.kind)
      record(input, of: session)
      if sessions[session.name] == nil { recorders[UTF8Key(session.name)] = nil }
    }
    if let failure { throw failure }
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
    record(Recorder.Input(now: session.now), of: session)
  }

  private func record(_ input: Recorder.Input, of session: Session) {
    let recorders = recorders(of: session.name)
    guard !recorders.isEmpty else { return }
    let changes = session.takeRecordedChanges()
    for recorder in recorders { recorder.record(input, of: session, changes) }
  }

  /// Calls a recorded method, and discards its answer.
  func perform(_ method: String, _ params: JSONObject) {
    var output = JSONWriter()
    let text = Array("\(JSONValue.object(params))".utf8)
    let padded = text + Array(repeating: 0, count: JSONParser.padding)
    let parser = JSONParser(maximumDepth: 4096)
    padded.withUnsafeBytes { bytes in
      guard let element = try? parser.parse(UnsafeRawBufferPointer(rebasing: bytes[..<text.count])) else {
        return
      }
      var method = method
      method.withUTF8 { try? call(UnsafeRawBufferPointer($0), element, into: &output) }
    }
    writeCaused(into: &output)
  }

  /// The recorder of a session, if it keeps its lines.
  func recorder(of session: Session) throws(Failure) -> Recorder {
    if let recorder = recorders[UTF8Key(session.name)] { return recorder }
    throw Failure(.invalidParams, "'\(session.name)' isn't recorded", ["pointer": "/session"])
      .with("hint", .string("open it with 'record': true, or serve with --record FILE"))
  }
}
