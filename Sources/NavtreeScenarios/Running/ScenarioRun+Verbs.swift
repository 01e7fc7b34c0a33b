import NavigationTree
import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavtreeServer
import NavtreeText

/// The verbs of steps.
extension ScenarioRun {
  /// Does a step's verb, and notes its outcome.
  func perform(_ step: Step, _ record: inout StepRecord) {
    do {
      try perform(step.verb, at: step.at, &record)
      try host.commit()
    } catch let failure as Failure {
      record.error = RPCError(failure)
    } catch let error as RPCError {
      record.error = error
    } catch {
      record.obstacle = error as? StepRecord.Obstacle
    }
  }

  private func perform(_ verb: Step.Verb, at address: String?, _ record: inout StepRecord) throws {
    switch verb {
    case .act(let action, let payload): try act(action, payload, at: address, &record)
    case .back: try back(at: address, &record)
    case .answer(let answer): try self.answer(answer, at: address, &record)
    case .advance(let milliseconds): try advance(by: milliseconds, &record)
    case .open(let url, let params): try open(url, params, at: address, &record)
    case .window(let method, let params):
      record.window = params["window"]?.string
      _ = try host.request(method, params)
    case .transitions(areShown: true):
      _ = try host.request("transition.done", ["seq": .integer(session.seq)])
    case .transitions(areShown: false):
      _ = try host.request("subscribe", ["form": "transitions", "acknowledge": true, "initial": false])
    case .save(let name): snapshots[name] = try host.request("snapshot.save", [:])
    case .restore(let name): try restore(name)
    case .kill:
      do throws(Failure) {
        try host.kill()
      } catch {
        throw StepRecord.Obstacle(message: "the session can't be opened again: \(error.message)")
      }
    case .part: break
    }
  }

  private func act(
    _ action: String, _ payload: JSONObject, at address: String?, _ record: inout StepRecord
  ) throws {
    guard session.pendingTransitions == 0, let index = session.flow.actionNames.index(of: action) else {
      var members: JSONObject = ["type": .string(action)]
      members.merge(payload) { _, new in new }
      var params: JSONObject = ["action": .object(members)]
      if let address { params["at"] = .string(address) } else { _ = try host.find(nil) }
      let answer = try host.request("dispatch", params)
      record.window = answer["active"]?.string.flatMap(Self.window)
      record.reply = answer["reply"]
      return
    }
    let cursor = try host.focus(on: address)
    record.window = session.windows[cursor.window].window
    try session.dispatch(index, payload.isEmpty ? nil : payload, to: cursor.screen)
    record.reply = session.reply
  }

  private func back(at address: String?, _ record: inout StepRecord) throws {
    let cursor = try host.focus(on: address)
    record.window = session.windows[cursor.window].window
    if session.pendingTransitions > 0 {
      _ = try host.request("back", ["at": .string("#\(cursor.screen.number)")])
      return
    }
    _ = try session.navigate(.back, at: cursor.screen, force: false)
  }

  private func open(_ url: String, _ params: JSONObject, at address: String?, _ record: inout StepRecord)
    throws
  {
    var params = params
    params["url"] = .string(url)
    if let address { params["at"] = .string(address) }
    let answer = try host.request("link.open", params)
    record.window = answer["active"]?.string.flatMap(Self.window)
  }

  /// The window that an address names.
  static func window(of address: String) -> String? {
    guard address.hasPrefix("/") else { return nil }
    return String(address.dropFirst().prefix { $0 != "/" && $0 != "#" })
  }

  private func restore(_ name: String) throws {
    guard let snapshot = snapshots[name] else {
      let names = snapshots.keys.sorted().joined(separator: ", ")
      throw StepRecord.Obstacle(
        message: "nothing was saved as '\(name)'", hint: names.isEmpty ? nil : "there is \(names)")
    }
    _ = try host.request("snapshot.restore", ["snapshot": snapshot, "replace": true])
  }

  // MARK: Effects

  private func answer(_ answer: Step.Answer, at address: String?, _ record: inout StepRecord) throws {
    let effect = try owedEffect(answer, at: address)
    if let screen = effect.screen, let window = session.windows.index(holding: screen) {
      record.window = session.windows[window].window
    }
    try give(answer.outcome, to: effect.id)
  }

  /// Gives an effect its answer.
  func give(_ outcome: EffectOutcome, to effect: Int) throws(Failure) {
    switch outcome {
    case .output(let output): try session.answer(effect, output: try members(of: output))
    case .next(let output): try session.answerNext(effect, output: try members(of: output))
    case .error(let error): try session.fail(effect, error: error)
    case .never: neverAnswered.insert(effect)
    }
  }

  private func members(of output: JSONValue) throws(Failure) -> JSONObject {
    switch output {
    case .object(let members): return members
    case .null: return [:]
    case .boolean, .integer, .number, .string, .array:
      throw Failure(.invalidParams, "'output' must be an object", ["pointer": "/output"])
    }
  }

  /// The oldest owed effect that an answer means.
  private func owedEffect(_ answer: Step.Answer, at address: String?) throws -> EffectInFlight {
    let screen = try address.map { try host.find($0).screen }
    let found = session.owed.first { effect in
      effect.definition.name == answer.effect && !neverAnswered.contains(effect.id)
        && !session.isHeld(effect) && (screen == nil || effect.screen == screen)
        && (answer.key == nil || answer.key == effect.hostKey || answer.key == effect.key?.text)
    }
    if let found { return found }
    var message = "no effect '\(answer.effect)' is owed"
    if let address { message += " at \(address)" }
    if let key = answer.key { message += " with the key '\(key)'" }
    let owed = session.owed.map(line)
    throw StepRecord.Obstacle(
      message: message, hint: owed.isEmpty ? "no effect is owed" : "owed: \(owed.joined(separator: ", "))")
  }

  // MARK: Time

  /// Moves the clock from one instant at which something is due to the next, timers before stubs.
  private func advance(by milliseconds: Int, _ record: inout StepRecord) throws {
    let end = session.now + milliseconds
    var count = 0
    if stubs.isEmpty { return try pass(to: end, &count) }
    while record.obstacle == nil {
      let timer = session.nextTimer ?? .max
      let stub = stubs.nextDue ?? .max
      guard min(timer, stub) <= end else { break }
      // Without end are only answers at one instant.
      if min(timer, stub) > session.now { answerCount = 0 }
      if timer <= stub {
        try pass(to: max(timer, session.now), &count)
      } else {
        if stub > session.now { try pass(to: stub, &count) }
        if let answer = stubs.next(at: stub) {
          count += 1
          give(answer, &record)
        }
      }
      settle(&record)
    }
    if record.obstacle == nil { try pass(to: end, &count) }
  }

  /// - Parameter count: The timers of the step that ran, and the stubs that answered when they were due.
  private func pass(to instant: Int, _ count: inout Int) throws {
    let passage = try session.advance(by: instant - session.now)
    count += passage.firedCount
    let limit = Limit.firings
    if passage.isCut || count > session.limits[limit] {
      let what = stubs.isEmpty ? "timers" : "timers and stubs"
      throw Failure(
        .limitExceeded,
        "the clock stopped at \(session.timestamp): more than \(session.limits[limit]) \(what) ran",
        ["limit": .string(limit.rawValue), "seq": .integer(session.seq)])
    }
  }
}
