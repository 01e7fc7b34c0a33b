import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// A scenario that is made of a recording, step by step, and its session.
final class RecordedPiece {
  private(set) var written: WrittenScenario
  private let run: ScenarioRun
  private var result: ScenarioResult
  /// Whether an effect, a timer or a link was left after a step.
  private var hasOwed = false
  /// The active screen that was told last.
  private var active: String?

  var host: ScenarioHost { run.host }
  var session: Session { run.session }

  /// - Throws: the reason that its session can't begin.
  init(_ scenario: Scenario, _ written: WrittenScenario, of flow: FlowDefinition) throws(Failure) {
    let host = try ScenarioHost(scenario, of: flow, limits: Limits(), coverage: nil)
    run = ScenarioRun(scenario, on: host, Patterns(), StepSentence(flow), observes: true)
    result = ScenarioResult(name: scenario.name, file: "", location: scenario.location, tags: [])
    self.written = written
    _ = run.begin(&result)
    if let failure = result.failures.first { throw Failure(.invalidParams, failure.message) }
  }

  /// Whether the session shows the same screens, windows and shared state as another one.
  ///
  /// - Complexity: O(size of all screens of both).
  func shows(_ other: Session) -> Bool {
    let (own, others) = (SessionPicture(of: session).document, SessionPicture(of: other).document)
    return ["windows", "screens", "shared"].allSatisfy { own[$0] == others[$0] }
  }

  /// What the session shows at its start, as the first step.
  func addStart(line: Int) {
    let step = RecordedStep.advance(0)
    var seen = Observation()
    seen.read(PictureChanges(from: .empty, to: SessionPicture(of: session), in: session.flow), session.flow)
    seen.active = session.windows.first.map { $0.address(of: $0.active) }
    active = seen.active
    var first = WrittenStep(members: step.members, expect: seen.expectation, line: line, word: "")
    first.isStart = true
    first.comments = ["The start."]
    written.steps.append(first)
  }

  /// Does a step.
  ///
  /// - Returns: false if it can't be done.
  func add(_ step: Step, line: Int) -> WrittenStep? {
    let before = SessionPicture(of: session)
    _ = run.run(step, &result)
    let failures = result.failures
    result.failures = []
    guard failures.isEmpty, let seen = result.steps.popLast()?.observation else { return nil }
    var expect = seen.expectation
    if seen.active == active, !seen.selects { expect["active"] = nil }
    active = seen.active
    if seen.error == nil {
      let changes = PictureChanges(from: before, to: SessionPicture(of: session), in: session.flow)
      expect["changed"] = changes.isEmpty ? "nothing" : "exactly"
    }
    return WrittenStep(members: step.members, expect: expect, line: line, word: step.word)
  }

  func append(_ steps: [WrittenStep]) {
    written.steps += steps
    let owes = !run.owed(besides: []).isEmpty
    hasOwed = hasOwed || owes
    written.owesNothing = hasOwed && !owes
  }

  /// Pins what is left after the last step.
  func end() {
    written.owesNothing = run.owed(besides: []).isEmpty
    let timers = TimerList(of: session)
    guard let last = written.steps.indices.last, !timers.isEmpty else { return }
    written.steps[last].expect["that"] = .string(timers.condition)
  }

  func remark(_ sentence: String) { written.remarks.append(sentence) }
}

extension SessionPicture {
  /// The picture of a session without screens.
  static var empty: SessionPicture { SessionPicture(document: [:]) }
}

extension Step {
  /// The action or the verb, as a part of a scenario's name.
  fileprivate var word: String {
    switch verb {
    case .act(let action, _): action.hasPrefix("nav.") ? String(action.dropFirst(4)) : action
    case .back: "back"
    case .answer(let answer): "answer \(answer.effect)"
    case .advance: ""
    case .open(let url, _): "open \(url)"
    case .window(let method, let params):
      "\(method == "window.close" ? "close" : "open") \(params["window"]?.string ?? "")"
    case .save: "save"
    case .restore: "restore"
    case .transitions: "transitions"
    case .kill: "kill"
    case .part(let name, _): name
    }
  }
}
