import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

extension Transaction {
  /// Takes a host's answer to an effect, as a change of its own, for the screen that requested it.
  ///
  /// An output that doesn't fit changes nothing, and the effect stays in flight.
  func answer(_ id: Int, output: JSONObject) throws(Failure) {
    let effect = try owedEffect(id)
    let output = try filled(output, effect.definition.output, of: effect)
    if case .loader = effect.template.taker { try checkContent(output, for: effect) }
    try conclude(effect, .answered, .object(output))
  }

  /// Takes an answer before the last one, as a change of its own, for the screen that requested the effect. The
  /// effect stays in flight, and its timeout begins anew.
  func answerNext(_ id: Int, output: JSONObject) throws(Failure) {
    let effect = try owedEffect(id)
    guard case .actions(_, _, let next) = effect.template.taker else {
      throw Failure(
        .invalidParams, "the screen that asked for the effect \(id) loads by itself, and takes one answer",
        ["pointer": "/effect", "effect": .integer(id), "hint": "answer with effect.done"])
    }
    let output = try filled(output, effect.definition.next, of: effect)
    let screen = try screen(of: effect.owner)
    change.reply = nil
    try inOneChange(next.map { .action($0) } ?? .request(.effectNext)) { () throws(Failure) in
      let policy = effect.template.retries
      let retries = policy.resetsOnNext ? policy.times : effect.retries
      if effect.isResting || retries != effect.retries {
        wake(effect, retries: retries)
      } else if !isHeld(effect) {
        clearTimer(of: effect)
      }
      if let timeout = effect.template.timeout, !isHeld(effect) {
        try setTimer(.effectTimeout(id), for: effect.owner, key: nil, delay: timeout)
      }
      if let next {
        try offer(next, "output", .object(output), effect.definition.nextSchema, to: effect, at: screen)
      }
    }
  }

  /// An answer with the defaults of the fields that it leaves out.
  private func filled(
    _ output: JSONObject, _ record: RecordDefinition, of effect: EffectInFlight
  ) throws(Failure) -> JSONObject {
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
    return output
  }

  /// Takes a host's report that an effect failed, as a change of its own: the effect is requested again if it
  /// has retries left, else it has failed.
  ///
  /// An error that doesn't fit the effect's `errors` changes nothing.
  func fail(_ id: Int, error: JSONValue) throws(Failure) {
    let effect = try owedEffect(id)
    let error = try checked(error, of: effect.definition)
    guard effect.retries > 0, !isHeld(effect) else { return try conclude(effect, .failed, error) }
    try inOneChange(.request(.effectFail)) { () throws(Failure) in try askAgain(for: effect) }
  }

  /// An error of a host, checked, with defaults for the rest.
  private func checked(_ error: JSONValue, of definition: EffectDefinition) throws(Failure) -> JSONValue {
    guard let record = definition.errors else { return error }
    let what = "error of '\(definition.name)'"
    var members: JSONObject
    switch error {
    case .object(let object): members = object
    case .null: members = [:]
    case .boolean, .integer, .number, .string, .array:
      throw misfit(
        Misfit("must be an object", hint: "its members: \(record.names.names.joined(separator: ", "))"), what,
        "/error", .caller)
    }
    do {
      try record.check(&members)
    } catch {
      throw misfit(error, what, "/error", .caller)
    }
    for field in record.fields where members[field.name] == nil {
      members[field.name] = try value(ofUnset: field)
    }
    return .object(members)
  }

  /// An error of navtree's own, with every declared member: its default, else the zero of its type.
  private func ownError(_ kind: String, of definition: EffectDefinition) throws(Failure) -> JSONValue {
    var members: JSONObject = [EffectDefinition.errorKind: .string(kind)]
    for field in definition.errors?.fields ?? [] where field.name != EffectDefinition.errorKind {
      members[field.name] = field.initial == nil ? field.schema.zero : try value(ofUnset: field)
    }
    return .object(members)
  }

  /// Ends an effect whose answer hasn't come in time, or requests it again, as a change of its own. One that rests
  /// is requested.
  func timeOut(_ id: Int) throws(Failure) {
    guard let effect = world.ledgers.effects[id] else { return }
    if effect.isResting { return try endRest(of: effect) }
    if effect.retries > 0 {
      return try inOneChange(.request(.effectTimeout)) { () throws(Failure) in try askAgain(for: effect) }
    }
    try expire(id)
  }

  /// Ends an effect whose time is up, as a change of its own.
  func expire(_ id: Int) throws(Failure) {
    guard let effect = world.ledgers.effects[id] else { return }
    try conclude(effect, .timedOut, try ownError(EffectEnd.timedOut.name, of: effect.definition))
  }

  /// Ends an effect that can't be requested again, as a change of its own.
  func giveUp(on effect: EffectInFlight) {
    do {
      try conclude(effect, .cancelled, try ownError(EffectEnd.cancelled.name, of: effect.definition))
    } catch {
      notices.all.append(.answerFailed(session: name, effect, error))
    }
  }

  /// Ends an effect with its outcome, as a change of its own.
  ///
  /// If a rule rejects a host's answer, the effect stays in flight; nobody could give another outcome of navtree's own,
  /// so it is over then. If one fails, the effect has failed with `flowDefect`, as a change of its own. The failure is
  /// told even so.
  private func conclude(_ effect: EffectInFlight, _ end: EffectEnd, _ value: JSONValue) throws(Failure) {
    do {
      try deliver(effect, end, value)
    } catch {
      let isRejected = error.kind == .rejected
      let isOfHost = end == .answered || end == .failed
      guard !(isRejected && isOfHost), !error.isInterruption, let effect = world.ledgers.effects[effect.id]
      else { throw error }
      if isRejected { drop(effect, end) } else { concludeDefect(of: effect, isOfHost ? .failed : end) }
      var failure = error
      failure.data["seq"] = .integer(world.seq)
      throw failure
    }
  }

  /// Ends an effect whose outcome its rules couldn't take. If those of `failed` can't take that either, it is over.
  private func concludeDefect(of effect: EffectInFlight, _ end: EffectEnd) {
    do {
      try deliver(
        effect, end, try ownError(ErrorKind.flowDefect.rawValue, of: effect.definition))
    } catch {
      notices.all.append(.answerFailed(session: name, effect, error))
      if let effect = world.ledgers.effects[effect.id] { drop(effect, end) }
    }
  }

  /// Ends an effect as a change of its own, in which nothing of the flow runs but what was waiting for the effect.
  private func drop(_ effect: EffectInFlight, _ end: EffectEnd) {
    try? inOneChange(.request(.effectFail)) { () throws(Failure) in
      finish(effect, end)
      try askNext(after: effect)
    }
  }

  private func finish(_ effect: EffectInFlight, _ end: EffectEnd) {
    if end == .answered || end == .failed { self.end(effect, end) } else { cancel(effect, end) }
  }

  /// Ends an effect, and gives the outcome to whoever waits for it, as a change of its own.
  private func deliver(_ effect: EffectInFlight, _ end: EffectEnd, _ value: JSONValue) throws(Failure) {
    let screen = try screen(of: effect.owner)
    change.reply = nil
    let isDone = end == .answered
    var action: Int?
    if case .actions(let done, let failed, _) = effect.template.taker { action = isDone ? done : failed }
    let cause = action.map { Cause.action($0) } ?? .request(isDone ? .effectDone : .effectFail)
    try inOneChange(cause) { () throws(Failure) in
      finish(effect, end)
      switch effect.template.taker {
      case .actions:
        guard let action else { break }
        if isDone {
          try offer(action, "output", value, effect.definition.outputSchema, to: effect, at: screen)
        } else {
          try offer(action, "error", value, effect.definition.errorSchema, to: effect, at: screen)
        }
      case .loader:
        try takeContent(value, isDone: isDone, for: effect)
      }
      try askNext(after: effect)
    }
  }

  /// Offers an answer to the screen that waits for it alone, or to the flow if the session waits; dropped if
  /// no rule holds.
  ///
  /// - Parameter checked: the schema that it is known to fit.
  private func offer(
    _ action: Int, _ name: String, _ value: JSONValue, _ checked: Schema? = nil, to effect: EffectInFlight,
    at cursor: ScreenID
  ) throws(Failure) {
    let flows = flow.actions[action].map { (definition: $0, screen: cursor) }
    guard let (definition, screen) = effect.screen == nil ? flows : try receiver(of: action, for: cursor)
    else { return }
    listeners.actions?.note(action, [name: value], at: cursor, of: self, cause: nil, root: .effect)
    try bind(name, value, checked, to: definition.payload, effect)
    if try runFirstRule(of: definition, action, on: screen, cause: nil) { return }
    if change.isExamined { trace(decliner: screen) }
  }

  /// Binds an answer for expressions, as one field of a payload, beside the input and the key that it belongs to.
  ///
  /// - Parameter checked: the schema that it is known to fit.
  private func bind(
    _ name: String, _ value: JSONValue, _ checked: Schema?, to record: RecordDefinition,
    _ effect: EffectInFlight
  ) throws(Failure) {
    var values: [JSONValue] = []
    values.reserveCapacity(record.fields.count)
    for field in record.fields {
      if field.name != name {
        values.append(try self.value(effect.requested(field), of: field))
      } else if let constraints = checked?.constraints, field.schema.constraints === constraints {
        values.append(value)
      } else {
        values.append(try fitted(value, to: field, at: effect.template.location))
      }
    }
    scope.payload = values
    scope.payloadFields = record
  }

  /// The effect that a host answers, which must be in flight and requested.
  func owedEffect(_ id: Int) throws(Failure) -> EffectInFlight {
    if let effect = world.ledgers.effects[id], !effect.isQueued { return effect }
    guard id > 0, id < world.counters.effect, world.ledgers.effects[id] == nil else {
      throw Failure(
        .unknownEffect, "no host was ever asked for an effect \(id)", ["effect": .integer(id)])
    }
    guard let stone = world.ledgers.endedEffects[id] else {
      throw Failure(
        .notInFlight, "the effect \(id) isn't in flight any more", ["effect": .integer(id)])
    }
    listeners.coverage?.count(lateAnswerTo: id)
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
    case .replaced: "another state took the place of the session's"
    case .removed: "its screen was removed"
    }
  }
}

extension EffectInFlight {
  /// The value of a payload field for what was requested; nil if the field is another one, or is declared otherwise.
  fileprivate func requested(_ field: FieldDefinition) -> JSONValue? {
    switch field.name {
    case EffectDefinition.requestKey:
      return field.schema.fitting(.string(key?.text ?? definition.name))
    case EffectDefinition.requestInput:
      let input = definition.input.object(input)
      if let constraints = definition.inputSchema.constraints, field.schema.constraints === constraints {
        return .object(input)
      }
      return field.schema.fitting(.object(input)) ?? field.schema.completed(input)
    default: return nil
    }
  }
}

extension Schema {
  /// What is left of the input of an effect that another version of the flow has requested: the members that fit, and
  /// the zeros of the others; nil if this isn't the schema of an object.
  fileprivate func completed(_ input: JSONObject) -> JSONValue? {
    guard types.contains(.object), let words = constraints?.words else { return nil }
    var object: JSONObject = [:]
    for (name, schema) in zip(words.propertyNames.names, words.properties) {
      object[name] = schema.fitting(input[name]) ?? schema.zero
    }
    return .object(object)
  }
}
