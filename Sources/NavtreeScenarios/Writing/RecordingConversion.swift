import NavtreeCEL
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer

/// The scenarios of one session of a recording, made line by line beside its replay.
///
/// The session of the present scenario must show the same as the replayed one after each line. Where no step leads there,
/// the scenario ends, and the next one begins with the state after that line.
final class RecordingConversion {
  private let flow: FlowDefinition
  private let recording: SessionLines
  private let range: RecordedScenarios.Range
  /// Whether time passes before each step as it was recorded, not only where it is seen.
  private let isExact: Bool
  private(set) var scenarios: [WrittenScenario] = []
  /// Sentences about lines that no step says.
  private(set) var notes: [String] = []
  /// Whether time is seen in the values of the session.
  private(set) var needsExactTime = false
  /// The seqs of the session's first and last line.
  private(set) var seqs: ClosedRange<Int>?
  private var piece: RecordedPiece?
  /// Sentences for above the next step.
  private var comments: [String] = []

  init(
    _ flow: FlowDefinition, _ recording: SessionLines, _ range: RecordedScenarios.Range, isExact: Bool
  ) {
    self.flow = flow
    self.recording = recording
    self.range = range
    self.isExact = isExact
  }

  private var name: String { recording.session }

  private func number(_ replayed: ReplayedLine) -> Int { recording.number(replayed.number) }

  /// - Returns: false if the replay needn't go on.
  func observe(_ replayed: ReplayedLine) -> Bool {
    guard replayed.line["session"]?.string == name else { return true }
    let seq = replayed.line["seq"]?.integer ?? 0
    if let last = range.to, seq > last { return false }
    seqs = min(seqs?.lowerBound ?? seq, seq)...max(seqs?.upperBound ?? seq, seq)
    let isReached = seq >= range.from ?? .min
    if replayed.opens {
      close()
      if isReached { open(replayed) }
      return true
    }
    guard let session = replayed.session else {
      close()
      return true
    }
    guard let piece else {
      if isReached { resume(after: replayed) }
      return true
    }
    return add(replayed, session, to: piece)
  }

  /// Ends the present scenario.
  func close(_ remark: String? = nil) {
    guard let piece else { return }
    self.piece = nil
    comments.forEach(piece.remark)
    if let remark { piece.remark(remark) }
    comments = []
    if piece.written.hasSteps { scenarios.append(piece.written) }
  }

  // MARK: The start

  private func open(_ replayed: ReplayedLine) {
    guard let session = replayed.session else { return }
    if let snapshot = replayed.openingSnapshot {
      begin(with: snapshot, replayed, ["The session continues from a stored one."])
      return
    }
    var scenario = Scenario(name: name, location: RecordedStep.location)
    var written = WrittenScenario(name: name)
    if let now = replayed.line["now"]?.integer, now != 0 {
      scenario.clock = now
      written.clock = CELTimestamp(milliseconds: now).map { "\($0)" }
    }
    if let link = replayed.params["link"]?.string {
      scenario.given.link = link
      written.given["link"] = .string(link)
    }
    if let shared = replayed.params["shared"]?.object {
      scenario.given.shared = shared
      written.given["shared"] = .object(shared)
    }
    if !replayed.withheld.isEmpty { written.comments.append(Self.standIns(replayed)) }
    if let piece = try? RecordedPiece(scenario, written, of: flow), piece.shows(session) {
      piece.addStart(line: number(replayed))
      self.piece = piece
    } else {
      resume(after: replayed)
    }
  }

  /// Begins a scenario with the state after a line.
  private func resume(after replayed: ReplayedLine, because reason: String? = nil) {
    guard let snapshot = replayed.snapshot else { return }
    begin(with: snapshot, replayed, reason.map { [$0] } ?? [])
  }

  private func begin(with snapshot: JSONValue, _ replayed: ReplayedLine, _ comments: [String]) {
    guard let session = replayed.session else { return }
    var scenario = Scenario(name: name, location: RecordedStep.location)
    scenario.given.snapshot = snapshot
    var written = WrittenScenario(name: name)
    written.comments = comments + ["It begins after line \(number(replayed)), at seq \(session.seq)."]
    written.given["snapshot"] = snapshot
    do throws(Failure) {
      let piece = try RecordedPiece(scenario, written, of: flow)
      if piece.shows(session) {
        self.piece = piece
        return
      }
      notes.append("line \(number(replayed)): the state after it isn't the same once it is restored")
    } catch {
      notes.append("line \(number(replayed)): no scenario can begin after it: \(error.message)")
    }
  }

  // MARK: Steps

  private func add(_ replayed: ReplayedLine, _ session: Session, to piece: RecordedPiece) -> Bool {
    let method = replayed.line["method"]?.string
    let refusal = replayed.line["error"]?.string
    var steps: [WrittenStep] = []
    if let advance = advance(piece, to: session, method) {
      guard let step = piece.add(advance, line: number(replayed)) else { return cut(replayed, "time passes") }
      steps.append(step)
    }
    var isSaid = true
    if let method {
      let recorded = RecordedStep(method, replayed.params, isRefused: refusal != nil, on: piece.host)
      let count = steps.count
      isSaid = recorded.steps != nil
      for step in recorded.steps ?? [] {
        guard let written = piece.add(step, line: number(replayed)),
          recorded.isGroup || written.expect["error"]?.string == refusal
        else {
          isSaid = false
          break
        }
        steps.append(written)
      }
      if !isSaid { steps.removeSubrange(count...) }
    }
    guard piece.shows(session) else {
      if isSaid, !isExact, piece.session.now < session.now {
        needsExactTime = true
        return false
      }
      return cut(replayed, method ?? "time passes")
    }
    if !replayed.withheld.isEmpty { comments.append(Self.standIns(replayed)) }
    if !isSaid, let method {
      let outcome = refusal.map { ", which was refused with \($0)" } ?? ""
      note("line \(number(replayed)): no step does '\(method)'\(outcome); it is left out")
    }
    if !steps.isEmpty {
      steps[0].comments = comments
      comments = []
    }
    piece.append(steps)
    return true
  }

  /// The step that lets the time before a line pass; nil if none has passed, or nothing can see it.
  private func advance(_ piece: RecordedPiece, to session: Session, _ method: String?)
    -> RecordedStep.Step?
  {
    let passed = session.now - piece.session.now
    let isSeen =
      isExact || method == nil || method == "clock.advance" || session.nextTimer != nil
      || piece.session.nextTimer != nil
    return passed > 0 && isSeen ? RecordedStep.advance(passed) : nil
  }

  private func note(_ sentence: String) {
    notes.append(sentence)
    comments.append(sentence.prefix(1).uppercased() + sentence.dropFirst() + ".")
  }

  /// Ends the scenario before a line that no step says, and begins the next one after it.
  private func cut(_ replayed: ReplayedLine, _ method: String) -> Bool {
    notes.append("line \(number(replayed)): no step does '\(method)'; another scenario begins after it")
    close()
    resume(after: replayed, because: "No step does line \(number(replayed)) of the recording: \(method).")
    return true
  }

  private static func standIns(_ replayed: ReplayedLine) -> String {
    "Other values stand for withheld ones: \(replayed.withheld.joined(separator: ", "))."
  }
}
