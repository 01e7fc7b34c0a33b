import NavtreeFlow
import NavtreeJSON
import NavtreeText
package import NavigationTree

/// A failed `dismissRequested`, and the screen that refused dismissal.
package struct FailedDismissal {
  package let at: String
  package let screen: ScreenID
  package let failure: Failure
}

/// `dismissRequested`: the reaction of a screen that has refused dismissal.
extension Transaction {
  /// Notifies the screen that refused dismissal, as a change of its own. A screen that doesn't declare
  /// `dismissRequested`, or declines it, does nothing.
  ///
  /// - Returns: the refusal with `seq` and `active` of that change.
  func requestingDismissal(_ refusal: Failure) -> Failure {
    guard let screen = change.refuser else { return refusal }
    change.refuser = nil
    let refusal = cover(of: screen).map { refusal.with("coveredBy", described($0)) } ?? refusal
    guard let window = world.windows.index(holding: screen), let action = dismissalRequest(of: screen),
      !isCaused(by: action)
    else { return refusal }
    if change.isTraced && change.trace.isRehearsal { return foretelling(refusal, action, of: screen) }
    guard isDismissalRequested(action, of: screen) else { return refusal }
    let present = answering(window)
    return refusal.with("seq", .integer(world.seq))
      .with("active", .string(world.windows[present].address(of: world.windows[present].active)))
  }

  /// The screen in whose shadow a screen and what it presents are; nil if they are in sight.
  ///
  /// - Complexity: O(depth · number of slots).
  private func cover(of screen: ScreenID) -> ScreenID? {
    var (id, way): (ScreenID, Holder?) = (screen, nil)
    while let live = world.windows.screen(id) {
      let shape = flow.catalog.shapes[live.type]
      let occupied = shape.slots.indices.filter { world.windows.child(of: id, in: $0) != nil }
      let layers = ScreenLayers(
        of: live, shape, occupied: occupied, collapsed: listeners.sightings.collapsed)
      let isSeen = way.map { layers.shows($0.slot, $0.style, selected: live.selection) } ?? !layers.isCovered
      if !isSeen { return layers.active.flatMap { world.windows.child(of: id, in: $0)?.id } }
      way = world.windows.holder(of: id)
      guard let above = way?.screen else { return nil }
      id = above
    }
    return nil
  }

  private func described(_ screen: ScreenID) -> JSONValue {
    .object([
      "at": .string(address(of: screen)), "id": .integer(screen.number),
      "screen": .string(typeName(of: screen)),
    ])
  }

  /// Notifies the screens that refused to make way for a waiting link, each in a change of its own.
  ///
  /// The answer remains that of the change before. Links that are refused meanwhile have their screens asked too, up to
  /// the limit of waiting links.
  func askRefusers() {
    if change.isAsking { return }
    change.isAsking = true
    defer { change.isAsking = false }
    let (seq, reply, hasHandler) = (world.seq, change.reply, !change.handlerAddress.isEmpty)
    let (isTraced, isExamined) = (change.isTraced, change.isExamined)
    (change.isTraced, change.isExamined) = (false, listeners.watch != nil)
    // Each begins anew to note what it closes.
    var closed = change.closed.seq == seq ? change.closed.windows : []
    var (refusers, next): ([ScreenID], Int) = ([], 0)
    repeat {
      refusers += change.refusers
      change.refusers.removeAll()
      if let action = dismissalRequest(of: refusers[next]) {
        _ = isDismissalRequested(action, of: refusers[next])
        if change.closed.seq == world.seq { closed += change.closed.windows }
      }
      next += 1
    } while next < min(refusers.count + change.refusers.count, limits[.links])
    change.refusers.removeAll()
    (change.isTraced, change.isExamined) = (isTraced, isExamined)
    change.reply = reply
    if !hasHandler { change.handlerAddress.removeAll() }
    change.askedCount = world.seq - seq
    change.closed = (world.seq, closed)
  }

  /// `dismissRequested` of a screen that declares it.
  private func dismissalRequest(of screen: ScreenID) -> Int? {
    guard let action = flow.actionNames.index(of: ActionDefinition.dismissRequested),
      let type = world.windows.place(of: screen)?.type, flow.definition(of: action, on: type) != nil
    else { return nil }
    return action
  }

  private func isCaused(by action: Int) -> Bool {
    if case .action(action) = change.cause { true } else { false }
  }

  /// Whether a screen takes `dismissRequested`. If its rules fail, the host is told, and the refusal still
  /// answers the request.
  private func isDismissalRequested(_ action: Int, of screen: ScreenID) -> Bool {
    do {
      return try requestDismissal(action, of: screen)
    } catch {
      notices.append(
        .dismissalFailed(
          session: name,
          FailedDismissal(at: address(of: screen), screen: screen, failure: error)))
      return false
    }
  }

  /// The same in a rehearsal, which changes nothing.
  private func foretelling(_ refusal: Failure, _ action: Int, of screen: ScreenID) -> Failure {
    let trace = change.trace
    let window = world.windows.index(holding: screen) ?? 0
    var active: String?
    change.trace = Trace(
      isRehearsal: true,
      whenDone: { () throws(Failure) in
        let window = self.answering(window)
        active = self.address(of: self.world.windows[window].active)
      })
    change.trace.rules = trace.rules
    change.trace.decliners = trace.decliners
    // A rehearsal always ends with a failure.
    _ = try? requestDismissal(action, of: screen)
    let (rules, decliners) = (change.trace.rules, change.trace.decliners)
    change.trace = trace
    change.trace.rules = rules
    change.trace.decliners = decliners
    guard let active else { return refusal }
    return refusal.with("seq", .integer(world.seq + 1)).with("active", .string(active))
  }

  /// - Returns: false if the screen declines; nothing has happened then.
  private func requestDismissal(_ action: Int, of screen: ScreenID) throws(Failure) -> Bool {
    var isTaken = true
    do {
      try inOneChange(.action(action)) { () throws(Failure) in
        listeners.actions?.note(action, nil, at: screen, of: self, cause: nil, root: .send)
        isTaken = try hand(action, nil, to: screen, cause: nil, .caller)
        if !isTaken { throw Failure(.notHandled, "the screen declines") }
      }
    } catch {
      if isTaken { throw error }
    }
    return isTaken
  }
}
