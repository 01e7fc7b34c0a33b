import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer

/// A scenario on its way: the session, the stubs that will answer it, and the snapshots that were saved.
final class ScenarioRun {
  let scenario: Scenario
  let host: ScenarioHost
  let patterns: Patterns
  private let sentences: StepSentence
  private let observes: Bool
  private let willStep: () -> Void
  /// The variables of conditions beside those of the session.
  let constants: [Int: JSONValue]
  var stubs: StubAnswers
  var snapshots: [String: JSONValue] = [:]
  /// The effects that stay owed for good.
  var neverAnswered: Set<Int> = []
  /// The answers of stubs in the present step, at the present instant.
  var answerCount = 0
  private var parts: [String] = []
  private var watch: ConsequenceWatch?
  /// Tells what each step changes, if that is wanted.
  var story: ChangeStory?

  init(
    _ scenario: Scenario, on host: ScenarioHost, _ patterns: Patterns, _ sentences: StepSentence,
    observes: Bool, willStep: @escaping () -> Void = {}
  ) {
    self.scenario = scenario
    self.host = host
    self.patterns = patterns
    self.sentences = sentences
    self.observes = observes
    self.willStep = willStep
    constants = scenario.example.isEmpty ? [:] : [ConditionVariable.example: .object(scenario.example)]
    stubs = StubAnswers(scenario)
  }

  var session: Session { host.session }

  func run(into result: inout ScenarioResult) {
    guard begin(&result), checkStart(&result) else { return }
    watch = ConsequenceWatch(session)
    for step in scenario.steps {
      guard run(step, &result) else { return }
    }
    if let ends = scenario.ends, ends.owesNothing { end(ends, &result) }
    if result.failures.isEmpty, let name = watch?.broken(in: session).first {
      checkConsequence(name, &result)
    }
  }

  /// Brings the session into the given state.
  ///
  /// - Returns: false if the scenario has failed.
  func begin(_ result: inout ScenarioResult) -> Bool {
    let location = scenario.given.location ?? scenario.location
    var record = StepRecord(firstSeq: session.seq, formerlyActive: nil)
    settle(&record)
    if record.obstacle == nil, let tree = scenario.given.tree {
      do throws(RPCError) {
        try plant(tree)
        settle(&record)
      } catch {
        result.failures = [
          ScenarioFailure(
            "given", "the session can't begin with this tree: \(error.sentence)",
            at: tree.location(at: error.pointer(below: "/tree")), hint: error.data["hint"]?.string)
        ]
      }
    }
    if result.failures.isEmpty {
      var check = ExpectationCheck(self, record, at: location)
      check.checkReports(of: nil)
      result.failures = check.failures
    }
    guard result.failures.isEmpty else {
      result.scene = scene(after: nil, record)
      return false
    }
    return scenario.given.part.allSatisfy { run($0, &result) }
  }

  /// Checks what must always hold before the first step.
  ///
  /// - Returns: false if it doesn't.
  private func checkStart(_ result: inout ScenarioResult) -> Bool {
    let record = StepRecord(firstSeq: session.seq, formerlyActive: nil)
    var check = ExpectationCheck(self, record, at: scenario.location)
    check.checkAlways()
    if check.failures.isEmpty { return true }
    result.failures = check.failures
    result.scene = scene(after: nil, record)
    return false
  }

  /// Performs the steps whatever is expected of them; see `ScenarioRunner.follow`.
  func follow(_ observe: (FollowedStep?, Session) -> Bool) throws(Failure) {
    var record = StepRecord(firstSeq: session.seq, formerlyActive: nil)
    settle(&record)
    if let tree = scenario.given.tree {
      do throws(RPCError) {
        try plant(tree)
      } catch {
        throw Failure(.invalidParams, "the session can't begin with this tree: \(error.sentence)")
      }
      settle(&record)
    }
    guard observe(nil, session) else { return }
    for step in scenario.given.part + scenario.steps {
      guard follow(step, observe) else { return }
    }
  }

  /// - Returns: false to end it.
  private func follow(_ step: Step, _ observe: (FollowedStep?, Session) -> Bool) -> Bool {
    if case .part(_, let steps) = step.verb { return steps.allSatisfy { follow($0, observe) } }
    var record = StepRecord(firstSeq: session.seq, formerlyActive: nil)
    answerCount = 0
    perform(step, &record)
    settle(&record)
    let done = FollowedStep(
      sentence: sentences.text(of: step, in: session), location: step.location,
      error: record.error?.data["kind"]?.string, obstacle: record.obstacle?.message, reply: record.reply)
    return observe(done, session) && record.obstacle == nil
  }

  /// Puts a tree in place of the first window's.
  private func plant(_ tree: Expected) throws(RPCError) {
    // A tab or pane would be the place without an address.
    let root = session.windows.first.map { "/\($0.window)" } ?? "/"
    _ = try host.request("reset", ["tree": tree.value, "at": .string(root)])
    do throws(Failure) { try host.commit() } catch { throw RPCError(error) }
  }

  /// Runs a step, and those of a part one by one.
  ///
  /// - Returns: false if it has failed.
  func run(_ step: Step, _ result: inout ScenarioResult) -> Bool {
    willStep()
    var record = StepRecord(
      firstSeq: session.seq, formerlyActive: session.windows.first?.active)
    if step.expect?.needsDocuments ?? false || observes {
      record.documents.before = SessionPicture(of: session)
      record.timers = TimerList(of: session)
    }
    if case .part(let name, let steps) = step.verb {
      parts.append(name)
      defer { parts.removeLast() }
      for step in steps {
        guard run(step, &result) else { return false }
      }
      if step.expect == nil { return true }
    } else {
      answerCount = 0
      perform(step, &record)
      if record.documents.before != nil, record.error != nil {
        record.documents.afterVerb = SessionPicture(of: session)
      }
      settle(&record)
    }
    watch?.note(session)
    var check = ExpectationCheck(self, record, at: step.location)
    check.check(step, isObserved: observes)
    finish(step, record, check.failures, &result)
    return check.failures.isEmpty
  }

  private func finish(
    _ step: Step, _ record: StepRecord, _ failures: [ScenarioFailure], _ result: inout ScenarioResult
  ) {
    var done = ScenarioResult.StepResult(
      sentence: sentences.text(of: step, in: session), location: step.location, parts: parts,
      hasPassed: failures.isEmpty)
    done.changes = story?.lines(in: session) ?? []
    if observes { done.observation = Observation(of: step, record, in: session) }
    result.steps.append(done)
    guard !failures.isEmpty else { return }
    result.failures = failures
    result.scene = scene(after: step, record)
  }

  private func checkConsequence(_ name: String, _ result: inout ScenarioResult) {
    guard let property = session.flow.properties.first(where: { $0.name == name }) else { return }
    result.failures = [
      ScenarioFailure(
        "leadsTo", "'\(name)' is left open: \(property.source), and nothing is owed that leads there",
        at: scenario.location)
    ]
    result.scene = scene(after: nil, StepRecord(firstSeq: session.seq, formerlyActive: nil))
  }

  /// Checks what is left after the last step.
  private func end(_ ends: Scenario.Ends, _ result: inout ScenarioResult) {
    let left = owed(besides: neverAnswered)
    guard !left.isEmpty else { return }
    result.failures = [
      ScenarioFailure(
        "ends",
        "\(left.count) \(left.count == 1 ? "thing is" : "things are") left: \(left.joined(separator: ", "))",
        at: ends.location,
        hint: "answer it with a step or a stub, let its time pass with 'advance', or say 'never'")
    ]
    result.scene = scene(after: nil, StepRecord(firstSeq: session.seq, formerlyActive: nil))
  }
}

extension RPCError {
  /// The place of the fault below a param.
  func pointer(below param: String) -> String {
    guard let pointer = data["pointer"]?.string, pointer.hasPrefix(param) else { return "" }
    return String(pointer.dropFirst(param.count))
  }
}

extension Expectation {
  /// Whether it compares the session before the step with that after it.
  var needsDocuments: Bool { changed != nil || error != nil || isToBeRecorded }
}
