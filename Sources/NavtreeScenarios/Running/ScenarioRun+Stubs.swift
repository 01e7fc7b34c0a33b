import NavtreeEngine
import NavtreeServer

/// The answers of stubs, and everything else that a session reports.
extension ScenarioRun {
  /// Notes the session's reports, and lets stubs answer until none fits.
  func settle(_ record: inout StepRecord) {
    gather(&record)
    while record.obstacle == nil, let answer = stubs.next() {
      give(answer, &record)
      gather(&record)
    }
  }

  /// Gives the answer of a stub, unless its effect is no longer owed.
  func give(_ answer: StubAnswers.Answer, _ record: inout StepRecord) {
    guard session.owes(answer.effect) else { return }
    answerCount += 1
    guard answerCount <= StubAnswers.most else {
      record.obstacle = StepRecord.Obstacle(
        message: "the stubs gave more than \(StubAnswers.most) answers in this step",
        hint: "the answer to '\(answer.stub.effect)' asks for another effect without end")
      return
    }
    do throws(Failure) {
      if let next = answer.stub.next {
        try give(.next(next), to: answer.effect)
        try host.commit()
        // Its change may have removed the screen that asked.
        guard session.owes(answer.effect) else { return }
      }
      try give(answer.stub.outcome, to: answer.effect)
      try host.commit()
    } catch {
      record.logged.append(
        StepRecord.Logged(sentence: error.message, failure: error, stub: answer.stub))
    }
  }

  /// Takes the notices since the last time.
  private func gather(_ record: inout StepRecord) {
    let notices = host.server.notices
    if notices.isEmpty { return }
    let now = session.now
    for notice in notices.all {
      switch notice {
      case .effectRequested(_, let effect, let at):
        let asked = StepRecord.Asked(effect: effect, at: String(decoding: at, as: UTF8.self))
        record.asked.append(asked)
        do throws(StubFault) {
          try stubs.note(asked, now: now)
        } catch {
          record.obstacle = StepRecord.Obstacle(
            message: "the stub's '\(error.condition.source)' can't be evaluated: \(error.message)")
        }
      case .invariantBroken(_, _, let invariant): record.broken.append(invariant)
      case .linkFailed(_, _, let url, let failure) where failure.kind == .flowDefect:
        record.logged.append(
          StepRecord.Logged(sentence: "the link \(url) can't be opened: \(failure.message)", failure: failure)
        )
      case .answerFailed, .timerFailed, .dismissalFailed, .restoringFailed, .commitFailed:
        guard let (sentence, failure) = notice.loggedError else { continue }
        record.logged.append(StepRecord.Logged(sentence: sentence, failure: failure))
      case .requestDone(_, _, let method, .failure(let failure)):
        record.logged.append(
          StepRecord.Logged(sentence: "\(method), which waited, failed: \(failure.message)", failure: failure)
        )
      case .requestDone(_, _, _, .success), .stateChanged, .changeHeld, .transitions, .action,
        .subscriptionEnded, .effectCancelled, .lifecycle, .ofSession, .linkFailed:
        continue
      }
    }
    notices.removeAll()
  }
}
