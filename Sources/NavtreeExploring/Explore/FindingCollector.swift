import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeScenarios
import NavtreeText
import NavtreeYAML

/// The faults that single moves show, each kind of each name once, by the shortest way.
///
/// It reads what the session counts: the offers of an action, and the rules that ran.
final class FindingCollector {
  struct Found {
    let kind: Exploration.Finding.Kind
    let name: String
    let location: SourceLocation?
    let sentence: String
    let way: GoalTracker.Way
  }

  /// Gives the way to the present move.
  typealias Way = () -> GoalTracker.Way

  private(set) var found: [Found] = []
  /// Grows with each thing that it hasn't seen before.
  private(set) var newsCount = 0
  private var known: Set<String> = []
  private let flow: FlowDefinition
  private let recorder: CoverageRecorder
  /// The actions that take results, as screens declare them.
  private let resultTakers: [(type: Int, action: Int, definition: ActionDefinition)]
  private var offers: [Int]
  private var runs: [Int]
  /// Effects by the place where they are asked for.
  private var answers: [SourceLocation: Answers] = [:]

  /// By rule without a guard, the first of the tries that have failed, and their number.
  private var failedTries: [ObjectIdentifier: (found: Found, count: Int)] = [:]
  private var openedURLs: Set<String> = []
  private var failedURLs: [String: (pattern: String, message: String, way: GoalTracker.Way, number: Int)] =
    [:]

  /// The outputs given to the effects of one place.
  private struct Answers {
    let effect: String
    var givenCount = 0
    var isTaken = false
    var way: GoalTracker.Way
  }

  init(_ flow: FlowDefinition, _ recorder: CoverageRecorder) {
    self.flow = flow
    self.recorder = recorder
    let actions = flow.resultActions
    resultTakers = flow.screens.indices.flatMap { type in
      actions.compactMap { action in flow.screens[type].actions[action].map { (type, action, $0) } }
    }
    offers = resultTakers.map { _ in 0 }
    runs = offers
  }

  // MARK: Counting

  private func runCount(of definition: ActionDefinition) -> Int {
    definition.rules.reduce(0) { $0 + (recorder.counts[.rule(ObjectIdentifier($1))] ?? 0) }
  }

  private func runCount(of action: Int) -> Int {
    flow.screens.reduce(flow.actions[action].map(runCount) ?? 0) { count, screen in
      count + (screen.actions[action].map(runCount) ?? 0)
    }
  }

  /// The rules that ran for the output of an effect so far; nil if none would.
  func takenCount(of answer: EffectAnswer, in session: Session) -> (effect: EffectInFlight, count: Int)? {
    guard case .output = answer.outcome, let effect = answer.effect(in: session), let done = effect.doneAction
    else { return nil }
    return (effect, runCount(of: done))
  }

  // MARK: Noting

  /// Notes the faults that a move has shown.
  func note(
    _ move: Move, _ outcome: MoveOutcome, in session: Session, _ way: Way
  ) {
    switch outcome {
    case .refused(let failure): note(failure, of: move, in: session, way)
    case .endless: noteTimers(of: session, way)
    case .accepted:
      // One that waits may fail later.
      if case .open(let url) = move, LinkReader(session).waiting.isEmpty, openedURLs.insert(url).inserted {
        newsCount += 1
      }
    case .declined: break
    }
    noteResults(of: move, isAccepted: outcome.isTaken, way)
    for notice in session.waitingNotices { note(notice, in: session, way) }
  }

  /// Notes an answer that was given.
  ///
  /// - Parameter before: the rules that had run for it before.
  func note(_ answered: (effect: EffectInFlight, count: Int), _ way: Way) {
    guard let done = answered.effect.doneAction else { return }
    let location = answered.effect.location
    var known = answers[location] ?? Answers(effect: answered.effect.definition.name, way: way())
    let isTaken = runCount(of: done) > answered.count
    if !known.isTaken, isTaken || known.givenCount < Self.enoughAnswers { newsCount += 1 }
    known.givenCount += 1
    if isTaken { known.isTaken = true }
    answers[location] = known
  }

  private func note(_ failure: Failure, of move: Move, in session: Session, _ way: Way) {
    noteTry(failure, of: move, in: session, way)
    switch failure.kind {
    case .limitExceeded where failure.data["limit"]?.string == Limit.queue.rawValue:
      let (name, location) = name(of: move, in: session)
      add(.livelock, name, location, "actions are sent in a circle", way)
    case .flowDefect, .expressionFailed, .costExceeded, .noScreenAt:
      if case .open(let url) = move { return noteLink(url, failure, way) }
      // A payload may be one that no host sends.
      if case .act(_, let payload, _) = move, !payload.isEmpty { return }
      let location = flow.place(of: failure)
      // A place in a rule isn't there; one that the move itself names is another thing.
      if failure.kind == .noScreenAt, location == nil { return }
      add(.defect, name(of: move, in: session).name, location, flow.sentence(of: failure), way)
    case .dismissRefused, .rejected, .notHandled, .limitExceeded: break
    default:
      if case .open(let url) = move { noteLink(url, failure, way) }
    }
  }

  /// Notes a try of an action's last rule, which has no guard, so that another payload may yet make it run.
  private func noteTry(_ failure: Failure, of move: Move, in session: Session, _ way: Way) {
    guard case .act(let action, _, let path) = move, failure.isOfRule,
      let definition = type(at: path, in: session).flatMap({ flow.definition(of: action, on: $0) })
        ?? flow.actions[action],
      let rule = definition.rules.last, rule.when == nil, !rule.writesInside
    else { return }
    if failedTries[ObjectIdentifier(rule)] == nil {
      let found = Found(
        kind: .defect, name: name(of: move, in: session).name,
        location: flow.place(of: failure) ?? rule.location,
        sentence: sentence(failure), way: way())
      failedTries[ObjectIdentifier(rule)] = (found, 0)
    }
    failedTries[ObjectIdentifier(rule)]?.count += 1
    if failedTries[ObjectIdentifier(rule)]?.count ?? 0 <= Self.enoughAnswers { newsCount += 1 }
  }

  func sentence(_ failure: Failure) -> String { "each try of the rule fails: \(flow.sentence(of: failure))" }

  /// Adds the rules of which each try has failed.
  ///
  /// - Parameter isWhole: whether all states that were found were expanded.
  func addFailedTries(isWhole: Bool) {
    for rule in flow.rules {
      guard let tries = failedTries[ObjectIdentifier(rule)],
        recorder.counts[.rule(ObjectIdentifier(rule))] == nil,
        isWhole || tries.count >= Self.enoughAnswers
      else { continue }
      add(.defect, tries.found.name, tries.found.location, tries.found.sentence) { tries.found.way }
    }
  }

  /// Notes a URL that fails. One that opens nowhere may have a value that no link of the app has.
  private func noteLink(_ url: String, _ failure: Failure, _ way: Way) {
    guard failedURLs[url] == nil, let pattern = failure.data["link"]?.string else { return }
    failedURLs[url] = (pattern, failure.message, way(), failedURLs.count)
    newsCount += 1
  }

  /// Adds the links that open in one state and fail in another.
  func addFailedLinks() {
    for (url, failed) in failedURLs.sorted(by: { $0.value.number < $1.value.number })
    where openedURLs.contains(url) {
      add(.linkFails, failed.pattern, location(ofLink: failed.pattern), failed.message) { failed.way }
    }
  }

  private func noteTimers(of session: Session, _ way: Way) {
    guard let timer = session.timers.first else { return }
    var name = "timer"
    var location: SourceLocation?
    if case .action(let action) = timer.work {
      let type = timer.screen.flatMap { session.windows.place(of: $0)?.type }
      name = (type.map { "\(flow.screens[$0].name)." } ?? "*.") + action
      location = flow.actionNames.index(of: action).flatMap { index in
        (type.flatMap { flow.screens[$0].actions[index] } ?? flow.actions[index])?.location
      }
    }
    add(.livelock, name, location, "a timer sets itself again at the same instant", way)
  }

  private func noteResults(of move: Move, isAccepted: Bool, _ way: Way) {
    for (index, taker) in resultTakers.enumerated() {
      let offered = recorder.counts[.action(ObjectIdentifier(taker.definition))] ?? 0
      if offered == offers[index] { continue }
      let ran = runCount(of: taker.definition)
      let isLost = offered - offers[index] > ran - runs[index]
      (offers[index], runs[index]) = (offered, ran)
      if case .act(taker.action, _, _) = move { continue }
      guard isAccepted, isLost else { continue }
      let name = flow.screens[taker.type].name
      let action = flow.actionNames[taker.action]
      add(.lostResult, name, taker.definition.location, "no rule of '\(action)' takes the result", way)
    }
  }

  private func note(_ notice: Notice, in session: Session, _ way: Way) {
    switch notice {
    case .invariantBroken(_, _, let name): noteBreach(of: name, in: session, way)
    case .linkFailed(_, let link, let url, let failure):
      if failure.data["dropped"] != nil { return }
      noteLink(url, failure.with("link", .string(link)), way)
    case .timerFailed(_, let timer):
      if isLivelock(timer.failure) {
        add(.livelock, timerName(timer.timer), nil, "actions are sent in a circle", way)
      } else {
        noteDefect(timerName(timer.timer), timer.failure, way)
      }
    case .answerFailed(_, let effect, let failure): noteDefect(effect.definition.name, failure, way)
    case .dismissalFailed(_, let failed): noteDefect("dismissRequested", failed.failure, way)
    case .restoringFailed(_, let failure): noteDefect("restored", failure, way)
    case .stateChanged, .changeHeld, .transitions, .action, .subscriptionEnded, .effectRequested,
      .effectCancelled, .lifecycle, .ofSession, .commitFailed, .requestDone:
      break
    }
  }

  private func isLivelock(_ failure: Failure) -> Bool {
    failure.kind == .limitExceeded && failure.data["limit"]?.string == Limit.queue.rawValue
  }

  private func timerName(_ timer: TimerView) -> String {
    if case .action(let action) = timer.work { action } else { "timer" }
  }

  private func noteDefect(_ name: String, _ failure: Failure, _ way: Way) {
    switch failure.kind {
    case .flowDefect, .expressionFailed, .costExceeded:
      add(.defect, name, flow.place(of: failure), flow.sentence(of: failure), way)
    default: break
    }
  }

  func noteBreach(of name: String, in session: Session, _ way: Way) {
    func values() -> String { flow.values(ofInvariant: name, in: session).map { ": \($0)" } ?? "" }
    add(.breach, name, flow.place(ofInvariant: name), "the invariant is false\(values())", way)
  }

  // MARK: Adding

  func add(
    _ kind: Exploration.Finding.Kind, _ name: String, _ location: SourceLocation?,
    _ sentence: @autoclosure () -> String, _ way: Way
  ) {
    guard known.insert("\(kind.rawValue) \(name) \(location.map { "\($0.line)" } ?? "")").inserted else {
      return
    }
    found.append(Found(kind: kind, name: name, location: location, sentence: sentence(), way: way()))
    newsCount += 1
  }

  /// Adds the effects whose output was never taken.
  ///
  /// - Parameter isWhole: whether all states that were found were expanded.
  func addUntaken(isWhole: Bool) {
    let all = answers.sorted {
      ($0.key.file, $0.key.line, $0.key.column) < ($1.key.file, $1.key.line, $1.key.column)
    }
    for (location, answers) in all
    where !answers.isTaken && (isWhole || answers.givenCount >= Self.enoughAnswers) {
      add(.untaken, answers.effect, location, "no rule has taken any of its outputs") { answers.way }
    }
  }

  /// From so many answers on, one that is taken would have been seen.
  private static let enoughAnswers = 100

  // MARK: Names

  /// The action of a move with its screen, for people, and its place.
  private func name(of move: Move, in session: Session) -> (name: String, location: SourceLocation?) {
    switch move {
    case .act(let action, _, let path):
      let type = type(at: path, in: session)
      let definition = type.flatMap { flow.screens[$0].actions[action] }
      let owner = definition == nil ? "*" : type.map { flow.screens[$0].name } ?? "*"
      return ("\(owner).\(flow.actionNames[action])", (definition ?? flow.actions[action])?.location)
    case .answer(let answer):
      return (answer.effect, flow.effects.first { $0.name == answer.effect }?.location)
    case .back: return ("back", nil)
    case .navigate(let navigation, _):
      let isMade = navigation.screen != nil
      return (isMade ? navigation.verb.rawValue : navigation.part ?? navigation.verb.rawValue, nil)
    case .openKind(let name, _, _):
      return (name, flow.windows.first { $0.name == name }?.location)
    case .open(let url): return (url, nil)
    case .late, .kill, .restore, .openWindow, .closeWindow: return ("late", nil)
    case .advance: return ("timer", nil)
    }
  }

  private func type(at path: String, in session: Session) -> Int? {
    var path = path
    let screen = path.withUTF8 { bytes in
      Address(UnsafeRawBufferPointer(bytes)).flatMap { try? session.find($0, window: nil).screen }
    }
    return screen.flatMap { session.windows.place(of: $0)?.type }
  }

  private func location(ofLink pattern: String) -> SourceLocation? {
    flow.links.table.routes.firstIndex { $0.pattern.text == pattern }.map {
      flow.links.definitions[$0].location
    }
  }
}

extension Failure {
  /// Whether a rule was tried and couldn't do what it says; one that rejects, or asks a screen that stays, could.
  var isOfRule: Bool {
    switch kind {
    case .rejected, .notHandled, .dismissRefused, .limitExceeded: false
    default: true
    }
  }
}

extension FlowDefinition {
  /// The actions that take a dismissed screen's result.
  fileprivate var resultActions: [Int] {
    var actions: Set<Int> = []
    for step in rules.flatMap(\.parts).compactMap(\.navigation) {
      if case .screen(let screen, _) = step.navigation.verb.destination, let then = screen.awaiting?.then {
        actions.insert(then)
      }
    }
    return actions.sorted()
  }
}
