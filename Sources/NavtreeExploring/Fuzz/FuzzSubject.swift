import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeServer
import NavtreeYAML

/// A session that the fuzzer works on, and the promises that are checked after each move.
final class FuzzSubject {
  /// The promises of navtree that a run checks beside the flow's own conditions; each costs time.
  struct Checks {
    /// Whether a refused move leaves the state as it was.
    var isWhole = false
    /// Whether undo, redo and forks are checked for equality.
    var history = false
    /// Whether the patches of a subscription give the state.
    var patches = false
    /// Whether an expression of the flow that fails is a finding, and not only noted.
    var defects = false

    static let all = Checks(isWhole: true, history: true, patches: true)
  }

  let flow: FlowDefinition
  let checks: Checks
  private let conditions: [FuzzCondition]
  private let limits: Limits
  private let coverage: CoverageRecorder?
  let notices = Notices()
  private(set) var session: Session
  private var watch: ConsequenceWatch
  var follower: PatchFollower?
  let counted: CountedFields
  /// The first broken promise.
  private(set) var finding: FuzzFinding?
  /// The places of expressions that failed.
  private(set) var defects: Set<String> = []
  /// Broken promises that the flow's author acknowledges, with the reasons.
  private(set) var ignored: [FuzzFinding: String] = [:]

  init(
    _ flow: FlowDefinition, _ checks: Checks, _ conditions: [FuzzCondition] = [],
    from start: Beginning = .start, coverage: CoverageRecorder? = nil
  ) throws(Failure) {
    self.flow = flow
    self.checks = checks
    self.conditions = conditions
    self.coverage = coverage
    counted = CountedFields(flow)
    var limits = Limits().forSearch
    if checks.history {
      limits[.history] = 8
      limits[.historyBytes] = Limit.historyBytes.standard
    }
    limits[.screens] = 2_000
    limits[.levels] = 2_000
    limits[.effects] = 500
    limits[.timers] = 500
    self.limits = limits
    session = try start.session(of: flow, limits: limits, notices: notices, coverage: coverage)
    watch = ConsequenceWatch(session)
    checkNotices()
    checkStart()
    checkConditions()
    checkConsequences()
    if checks.patches { follower = PatchFollower(session) }
    notices.removeAll()
  }

  var key: StateKey { KeyReader.key(of: session, counting: counted) }

  /// Makes a move, and checks what is promised.
  func perform(_ move: Move) -> MoveOutcome {
    let before = checks.isWhole ? key : nil
    let seq = session.seq
    var document: JSONValue?
    if checks.history { document = SessionDocument(of: session, sensitive: true).json }
    let outcome = take(move)
    switch outcome {
    case .refused(let failure):
      check(failure)
      if let before, mustLeaveState(failure), key != before {
        find(.promise, "a refused move leaves the state as it was")
      }
    case .declined:
      if let before, key != before { find(.promise, "a move that nobody takes leaves the state as it was") }
    case .accepted, .endless: break
    }
    checkNotices()
    if outcome.isTaken { checkConditions() }
    checkConsequences()
    if finding == nil { checkPatches() }
    if finding == nil, let document, outcome.isTaken, move.isUndoable, session.seq == seq + 1 {
      checkHistory(document)
    }
    notices.removeAll()
    return outcome
  }

  /// A screen that refuses to go may act upon that, and an effect whose answer can't be taken is over, which its failure
  /// tells with a seq.
  private func mustLeaveState(_ failure: Failure) -> Bool {
    failure.kind != .dismissRefused && failure.data["seq"] == nil
  }

  // MARK: Moves

  private func take(_ move: Move) -> MoveOutcome {
    do throws(Failure) {
      switch move {
      case .late(let last, let output):
        let effect = session.nextEffect - 1 - last
        guard effect > 0, !session.owes(effect) else { return .declined }
        try session.answer(effect, output: output)
        find(.promise, "no answer reaches a screen that doesn't wait for it")
      case .kill, .restore: if let stored = move.stored(of: session) { try reopen(from: stored) }
      case .act, .back, .navigate, .open, .answer, .advance, .openWindow, .openKind, .closeWindow:
        return move.perform(on: session)
      }
      return .accepted
    } catch {
      return error.kind == .notHandled ? .declined : .refused(error)
    }
  }

  private func reopen(from stored: StoredSession) throws(Failure) {
    let before = mustBeRestoredEqual ? key : nil
    var report = RestoreReport()
    session = try Session(
      restoring: stored, flow, name: flow.name, limits: limits,
      clock: SessionClock(.virtual, now: session.now), notices: notices, coverage: coverage, report: &report)
    if let before, key != before { find(.promise, "a restored session is equal") }
    if checks.patches { follower = PatchFollower(session) }
  }

  /// Whether nothing that a stored form leaves out, and no rule of the flow, makes a restored session differ.
  private var mustBeRestoredEqual: Bool {
    checks.isWhole && flow.keepsAll && !session.owed.contains(where: \.isResting)
  }

  // MARK: Checks

  func find(_ kind: FuzzFinding.Kind, _ name: String, at location: SourceLocation? = nil) {
    let found = FuzzFinding(kind, name)
    let place = location ?? (kind == .invariant ? flow.place(ofInvariant: name) : nil)
    if let kind = found.acknowledged, let reason = flow.acknowledgements.reason(for: kind, at: place) {
      ignored[found] = reason
    } else if finding == nil {
      finding = found
    }
  }

  /// A change that breaks an enforced invariant is refused: the refusal is what is found.
  private func check(_ failure: Failure) {
    if let name = failure.brokenInvariant {
      find(.invariant, name)
    } else if let name = failure.defect {
      defects.insert(name)
      if checks.defects { find(.defect, name, at: flow.place(of: failure)) }
    }
  }

  private func checkNotices() {
    for notice in notices.all {
      if let name = notice.brokenInvariant {
        find(.invariant, name)
      } else if let (_, failure) = notice.loggedError {
        check(failure)
      }
    }
  }

  /// The start is no change, after which invariants are checked.
  private func checkStart() {
    for invariant in flow.invariants(brokenIn: session) { find(.invariant, invariant.name) }
  }

  private func checkConsequences() {
    watch.note(session)
    for name in watch.broken(in: session) { find(.invariant, name) }
  }

  private func checkConditions() {
    for condition in conditions where !condition.holds(in: session) {
      find(.always, condition.condition.source)
    }
  }
}

extension Failure {
  /// The place of an expression of the flow that has failed, or what it says; nil for another failure.
  var defect: String? {
    guard kind == .flowDefect || kind == .expressionFailed else { return nil }
    let place = ["file", "line", "column"].compactMap { data[$0].map { $0.string ?? "\($0)" } }
    return place.isEmpty ? message : place.joined(separator: ":")
  }
}

extension Move {
  /// What a session goes on with after its process ends, or a snapshot of it is restored; nil for other moves.
  func stored(of session: Session) -> StoredSession? {
    switch self {
    case .kill: session.stored(StoredScope(keeping: session.flow) { _ in false })
    case .restore: session.stored(StoredScope())
    case .act, .back, .navigate, .openKind, .open, .answer, .late, .advance, .openWindow, .closeWindow: nil
    }
  }

  /// Whether undoing it gives the state before it: time goes on, and an end of the process stays.
  fileprivate var isUndoable: Bool {
    switch self {
    case .advance, .late, .kill, .restore: false
    case .act, .back, .navigate, .open, .answer, .openWindow, .openKind, .closeWindow: true
    }
  }
}

extension FlowDefinition {
  /// Whether the stored form of a session has all of its state, and nothing runs when it is restored.
  fileprivate var keepsAll: Bool {
    let records = screens.flatMap { [$0.params, $0.state] } + [shared]
    return !screens.contains { $0.lifecycle[.restored] != nil }
      && records.allSatisfy { record in
        record.fields.allSatisfy { !$0.sensitive && $0.persistence == .session && $0.secrets.isEmpty }
      }
      && !effects.contains { effect in effect.input.fields.contains(where: \.sensitive) }
  }
}
