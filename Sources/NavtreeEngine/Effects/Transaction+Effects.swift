import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

extension Transaction {
  /// The effects that hosts still have to answer, in the order of their requests.
  var owed: [EffectInFlight] { world.ledgers.effects.all.filter { !$0.isQueued } }

  /// The address of the screen that requested an effect; empty for the session.
  ///
  /// - Complexity: O(number of windows + depth).
  func address(of effect: EffectInFlight) -> String {
    effect.screen.flatMap { world.windows.address(of: $0) } ?? ""
  }

  /// Whether an effect belongs to the session from which this one was forked, and is never requested here.
  func isHeld(_ effect: EffectInFlight) -> Bool { world.ledgers.effects.isHeld(effect.id) }

  // MARK: Requesting

  /// An effect of a rule, with its values evaluated.
  func request(_ template: EffectTemplate) throws(Failure) -> EffectRequest {
    EffectRequest(
      template: template, input: try input(of: template),
      key: UTF8Key(
        try template.key.map { (it) throws(Failure) in try text(of: it) } ?? template.definition.name))
  }

  /// The present input of an effect, by field, checked, with defaults for the rest.
  ///
  /// - Parameter cursor: the field that navtree gives itself, and its value.
  func input(of template: EffectTemplate, cursor: (field: Int, JSONValue)? = nil) throws(Failure)
    -> [JSONValue]
  {
    let record = template.definition.input
    if record.fields.isEmpty { return [] }
    var given = [JSONValue?](repeating: nil, count: record.fields.count)
    do {
      switch template.with {
      case .object(let members):
        // The commonest form, without an intermediate object.
        for member in members {
          guard let field = record.names.index(of: member.key) else { continue }
          var value = try value(of: member.value)
          try Self.fit(&value, to: record.fields[field])
          given[field] = value
        }
      case .constant, .expression, .text, .array:
        if let with = template.with { given = try record.bind(try object(of: with, at: template.location)) }
      case nil: break
      }
    } catch let failure as Failure {
      throw failure
    } catch let misfit as Misfit {
      throw self.misfit(
        misfit, "input of '\(template.definition.name)'", of: record, "/input", .rule(template.location))
    } catch {
      throw flowDefect("\(error)", at: template.location)
    }
    if let (field, value) = cursor { given[field] = value }
    var input: [JSONValue] = []
    input.reserveCapacity(given.count)
    for (value, field) in zip(given, record.fields) { input.append(try self.value(value, of: field)) }
    return input
  }

  private static func fit(_ value: inout JSONValue, to field: FieldDefinition) throws(Misfit) {
    do {
      try field.schema.fit(&value)
    } catch {
      throw error.inside(field)
    }
  }

  /// Requests an effect on behalf of a screen or the session, as a part of the current change.
  func ask(_ request: EffectRequest, for owner: Owner) throws(Failure) {
    let template = request.template
    if let screen = owner.screen, !world.windows.contains(screen) {
      throw flowDefect(
        "the screen that asks for '\(template.definition.name)' is gone, and nobody would take the answer",
        at: template.location)
    }
    var isQueued = false
    switch template.policy {
    case .every: break
    case .latest: cancelEffects(of: owner.screen, key: request.key, .superseded)
    case .leading: if hasEffects(of: owner.screen, key: request.key) { return }
    case .queue: isQueued = hasEffects(of: owner.screen, key: request.key)
    }
    guard world.ledgers.effects.count < limits[.effects] else { throw limits.exceeded(.effects) }
    let effect = EffectInFlight(
      id: world.counters.effect, template, owner: owner, input: request.input, key: request.key,
      keyPrefix: keyPrefix, since: now, retries: template.retries.times, isQueued: isQueued)
    world.counters.effect += 1
    put(effect, for: effect.id)
    if !isQueued { try tellHost(of: effect) }
  }

  private func hasEffects(of screen: ScreenID?, key: UTF8Key?) -> Bool {
    world.ledgers.effects.of(screen).contains { $0.key == key }
  }

  /// Changes the effect under an id, and records the inverse.
  func put(_ effect: EffectInFlight?, for id: Int) {
    let former = world.ledgers.effects.put(effect, for: id)
    history.journal.append(former, at: id, of: EffectsInFlight.self)
  }

  /// Notifies the host of a request, and starts its timeout.
  private func tellHost(of effect: EffectInFlight) throws(Failure) {
    let focused = world.windows.firstIndex {
      $0.focus.id == effect.screen && $0.path.count <= Self.longestPath
    }
    let at = focused.map { world.windows[$0].path } ?? Array(address(of: effect).utf8)
    notices.all.append(.effectRequested(session: name, effect, at: at))
    if let timeout = effect.template.timeout {
      try setTimer(.effectTimeout(effect.id), for: effect.owner, key: nil, delay: timeout)
    }
    if let deadline = effect.template.deadline, lastTimer(of: effect) == nil {
      try setTimer(.effectDeadline(effect.id), for: effect.owner, key: nil, delay: deadline)
    }
  }

  // MARK: Ending

  /// Ends an unanswered effect, as a part of the current change.
  func cancel(_ effect: EffectInFlight, _ end: EffectEnd) {
    self.end(effect, end)
    if !effect.isQueued, !isHeld(effect) {
      notices.all.append(.effectCancelled(session: name, effect: effect.id, reason: end.name))
    }
  }

  /// Ends an effect, as a part of the current change.
  func end(_ effect: EffectInFlight, _ end: EffectEnd) {
    put(nil, for: effect.id)
    change.ends.append(EffectStones.Stone(id: effect.id, end: end, screen: effect.screen ?? ScreenID(0)))
    change.hasRemovals = true
    listeners.coverage?.note(effect, end)
    clearTimer(of: effect)
    if let timer = lastTimer(of: effect) { clear(timer) }
  }

  /// Clears the timer that ends an effect's time or its rest, as a part of the current change.
  func clearTimer(of effect: EffectInFlight) {
    guard effect.template.timeout != nil || effect.isResting else { return }
    if let timer = timer(of: effect) { clear(timer) }
  }

  private func timer(of effect: EffectInFlight) -> PendingTimer? {
    world.ledgers.timers.timers(of: effect.screen).first {
      if case .effectTimeout(effect.id) = $0.purpose { true } else { false }
    }
  }

  /// The timer that ends an effect for good.
  func lastTimer(of effect: EffectInFlight) -> PendingTimer? {
    if effect.template.deadline == nil { return nil }
    return world.ledgers.timers.timers(of: effect.screen).first {
      if case .effectDeadline(effect.id) = $0.purpose { true } else { false }
    }
  }

  /// The instant at which the time of an effect is up, in milliseconds since 1970; nil if it waits for ever.
  func deadline(of effect: EffectInFlight) -> Int? {
    if isHeld(effect) { return nil }
    let timeout = effect.template.timeout == nil || effect.isResting ? nil : timer(of: effect)
    return [timeout, lastTimer(of: effect)].compactMap(\.?.due).min()
  }

  /// Cancels the effects of a screen that is about to be removed, or with nil of the session.
  func cancelEffects(of screen: ScreenID?, _ reason: RemovalReason) {
    for effect in world.ledgers.effects.of(screen) { cancel(effect, .removed(reason)) }
  }

  /// Cancels the effects of a screen, or with nil of the session, that have a key.
  func cancelEffects(of screen: ScreenID?, key: UTF8Key?, _ end: EffectEnd) {
    if world.ledgers.effects.isEmpty { return }
    for effect in world.ledgers.effects.of(screen) where effect.key == key { cancel(effect, end) }
  }

  /// Requests the effect that waited for another one to end.
  func askNext(after effect: EffectInFlight) throws(Failure) {
    let same = world.ledgers.effects.of(effect.screen).filter { $0.key == effect.key }
    guard let next = same.first(where: \.isQueued), !same.contains(where: { !$0.isQueued }),
      window(of: effect.owner) != nil
    else { return }
    try ask(next, again: next.isAgain, retries: next.retries)
  }

  /// Requests an effect that is in flight already.
  private func ask(_ effect: EffectInFlight, again: Bool, retries: Int) throws(Failure) {
    let asked = effect.asked(again: again, retries: retries)
    clearTimer(of: effect)
    put(asked, for: asked.id)
    if !isHeld(asked) { try tellHost(of: asked) }
  }

  /// Retries a failed effect, at once or after the delay of its retries.
  func askAgain(for effect: EffectInFlight) throws(Failure) {
    let policy = effect.template.retries
    let delay = policy.delay(before: policy.times - effect.retries + 1)
    let left = policy.left(after: effect.retries)
    guard delay > 0 else { return try ask(effect, again: true, retries: left) }
    clearTimer(of: effect)
    put(effect.resting(retries: left), for: effect.id)
    try setTimer(.effectTimeout(effect.id), for: effect.owner, key: nil, delay: delay)
  }

  /// Requests an effect whose rest is over, as a change of its own.
  func endRest(of effect: EffectInFlight) throws(Failure) {
    try inOneChange(.request(.effectRetry)) { () throws(Failure) in
      try ask(effect, again: true, retries: effect.retries)
    }
  }

  /// The instant at which a resting effect is requested again, in milliseconds since 1970.
  func retryInstant(of effect: EffectInFlight) -> Int? {
    effect.isResting && !isHeld(effect) ? timer(of: effect)?.due : nil
  }

  /// Ends the rest of an effect that its host works on, as a part of the current change.
  func wake(_ effect: EffectInFlight, retries: Int) {
    clearTimer(of: effect)
    put(effect.asked(again: effect.isAgain, retries: retries), for: effect.id)
  }

  // MARK: Undoing

  /// Notifies the host of the changes that a journey through the history made to the effects in flight: it
  /// requests those that are back, and cancels those that are gone.
  ///
  /// - Parameter effects: those in flight before.
  /// - Complexity: O(*n* log *n*) in the number of effects.
  func tellHosts(since effects: [EffectInFlight]) {
    for effect in effects {
      let now = world.ledgers.effects[effect.id]
      if now == nil {
        world.ledgers.endedEffects.put(
          EffectStones.Stone(id: effect.id, end: .undone, screen: effect.screen ?? ScreenID(0)),
          for: effect.id)
        listeners.coverage?.count(effect, .undone)
      }
      if !effect.isQueued, !isHeld(effect), now?.isQueued ?? true {
        notices.all.append(
          .effectCancelled(session: name, effect: effect.id, reason: EffectEnd.undone.name))
      }
    }
    // A host that has failed is asked again where the failure is undone.
    let before = Set(effects.lazy.filter { !$0.isQueued && !$0.isResting }.map(\.id))
    for effect in owed where !effect.isResting && !before.contains(effect.id) { askOnceMore(for: effect) }
  }
}
