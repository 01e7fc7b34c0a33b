import NavtreeFlow
package import NavtreeJSON
import NavigationTree

extension Session {
  /// Takes a host's answer to an effect, as a change of its own, for the screen that requested it.
  ///
  /// An output that doesn't fit changes nothing, and the effect stays in flight.
  package func answer(_ id: Int, output: JSONObject) throws(Failure) {
    let effect = try owedEffect(id)
    let record = effect.definition.output
    var output = output
    do {
      try record.check(&output)
    } catch {
      throw misfit(error, "output of '\(effect.definition.name)'", "/output", .caller)
    }
    if output.count < record.fields.count {
      for field in record.fields where output[field.name] == nil {
        output[field.name] = try value(ofUnset: field)
      }
    }
    if case .loader = effect.template.taker { try checkContent(output, for: effect) }
    try conclude(effect, .answered, .object(output))
  }

  /// Takes a host's report that an effect failed, as a change of its own: the effect is requested again if it
  /// has retries left, else it has failed.
  package func fail(_ id: Int, error: JSONValue) throws(Failure) {
    let effect = try owedEffect(id)
    guard effect.retries > 0, !isHeld(effect) else { return try conclude(effect, .failed, error) }
    let window = try focus(on: effect.owner)
    try inOneChange(.request(.effectFail)) { () throws(Failure) in try askAgain(for: effect, in: window) }
  }

  /// Ends an effect whose answer hasn't come in time, or requests it again, as a change of its own.
  func timeOut(_ id: Int) throws(Failure) {
    guard let effect = world.ledgers.effects[id] else { return }
    let window = try focus(on: effect.owner)
    if effect.retries > 0 {
      return try inOneChange(.request(.effectTimeout)) { () throws(Failure) in
        try askAgain(for: effect, in: window)
      }
    }
    try conclude(effect, .timedOut, ["kind": .string(EffectEnd.timedOut.name)])
  }

  /// Ends an effect that can't be requested again, as a change of its own.
  func giveUp(on effect: EffectInFlight) throws(Failure) {
    try conclude(effect, .cancelled, ["kind": .string(EffectEnd.cancelled.name)])
  }

  /// Ends an effect with its outcome, as a change of its own.
  private func conclude(_ effect: EffectInFlight, _ end: EffectEnd, _ value: JSONValue) throws(Failure) {
    let window = try focus(on: effect.owner)
    change.reply = nil
    let isDone = end == .answered
    var action: Int?
    if case .actions(let done, let failed) = effect.template.taker { action = isDone ? done : failed }
    let cause = action.map { Cause.action($0) } ?? .request(isDone ? .effectDone : .effectFail)
    try inOneChange(cause) { () throws(Failure) in
      if isDone || end == .failed {
        self.end(effect, end)
      } else {
        cancel(effect, end)
      }
      switch effect.template.taker {
      case .actions:
        if let action { try offer(action, isDone ? "output" : "error", value, to: effect, in: window) }
      case .loader:
        try takeContent(value, isDone: isDone, for: effect, in: window)
      }
      try askNext(after: effect)
    }
  }

  /// Offers an answer to the screen that waits for it alone, or to the flow if the session waits; dropped if
  /// no rule holds.
  private func offer(
    _ action: Int, _ name: String, _ value: JSONValue, to effect: EffectInFlight, in window: Int
  ) throws(Failure) {
    let flows = flow.actions[action].map { (definition: $0, screen: world.windows[window].rootID) }
    guard let (definition, screen) = effect.screen == nil ? flows : receiver(of: action, in: window)
    else { return }
    try bind(name, value, to: definition.payload, effect.template)
    if try runFirstRule(of: definition, action, in: window, screen: screen, cause: nil) { return }
    if change.isTraced { trace(decliner: screen, in: window) }
  }

  /// Binds an answer for expressions, as one field of a payload.
  private func bind(
    _ name: String, _ value: JSONValue, to record: RecordDefinition, _ template: EffectTemplate
  ) throws(Failure) {
    var values: [JSONValue] = []
    values.reserveCapacity(record.fields.count)
    for field in record.fields {
      if field.name != name {
        values.append(try self.value(ofUnset: field))
      } else if field.schema.constraints === template.definition.outputSchema.constraints {
        // The output of the effect was checked already.
        values.append(value)
      } else {
        values.append(try fitted(value, to: field, at: template.location))
      }
    }
    scope.payload = values
    scope.payloadFields = record
  }

  /// The effect that a host answers, which must be in flight and requested.
  private func owedEffect(_ id: Int) throws(Failure) -> EffectInFlight {
    if let effect = world.ledgers.effects[id], !effect.isQueued { return effect }
    guard id > 0, id < world.counters.effect, world.ledgers.effects[id] == nil else {
      throw Failure(
        .unknownEffect, "no host was ever asked for an effect \(id)", ["effect": .integer(id)])
    }
    guard let stone = world.ledgers.endedEffects[id] else {
      throw Failure(
        .notInFlight, "the effect \(id) isn't in flight any more", ["effect": .integer(id)])
    }
    if case .removed = stone.end { throw lost(id, with: stone.screen) }
    throw Failure(
      .notInFlight, "the effect \(id) isn't in flight any more: \(stone.end.sentence)",
      ["effect": .integer(id), "why": .string(stone.end.name)])
  }

  /// The failure of answering a removed screen: when and by what it was removed, and its former address.
  private func lost(_ id: Int, with screen: ScreenID) -> Failure {
    var failure = Failure(
      .gone, "the screen \(screen), which asked for the effect \(id), was removed", ["effect": .integer(id)])
    failure.data.merge(gone(screen).data) { own, _ in own }
    return failure
  }
}

extension EffectEnd {
  /// For people, after a colon.
  fileprivate var sentence: String {
    switch self {
    case .answered: "it was answered"
    case .failed: "it has failed"
    case .superseded: "another one took its place"
    case .cancelled: "it was cancelled"
    case .timedOut: "its time was up"
    case .undone: "the change that asked for it was undone"
    case .removed: "its screen was removed"
    }
  }
}
