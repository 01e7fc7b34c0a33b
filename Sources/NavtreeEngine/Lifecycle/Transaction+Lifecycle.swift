import OrderedCollections
import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// The lifecycle rules of screens.
///
/// A rule or request completes before its lifecycle events are reported; they are reported, and the rules of
/// those screens run, before the next queued action is handled.
extension Transaction {
  /// Reports all lifecycle events, and those that follow from them.
  func tellOccurrences() throws(Failure) {
    defer {
      listeners.sightings.generation = 0
      forgetOccurrences()
    }
    listeners.sightings.generation = 0
    try settleOccurrences()
    while let occurrence = listeners.sightings.takeNext() {
      do throws(Failure) {
        guard occurrence.generation <= limits[.queue] else { throw limits.exceeded(.queue) }
        try tell(occurrence)
      } catch {
        let entry: JSONObject = [
          "lifecycle": .string(occurrence.event.rawValue), "at": .string(knownAddress(of: occurrence.screen)),
        ]
        throw error.with("chain", chain(to: entry, cause: occurrence.cause))
      }
      listeners.sightings.generation = occurrence.generation
      try settleOccurrences()
    }
  }

  /// Sorts the lifecycle events of the last rule or request into the order of reporting.
  private func settleOccurrences() throws(Failure) {
    if traits.collapses { try observeCollapse() }
    let changed = change.formerParams.isEmpty ? [] : try takeChangedParams()
    listeners.sightings.settle(changed)
    change.start = mark
  }

  private func tell(_ occurrence: Occurrence) throws(Failure) {
    if let followers = listeners.followers?.lifecycles, !followers.isEmpty {
      notices.all.append(
        .lifecycle(subscriptions: followers, ToldEvent(seq: world.seq + 1, text: text(of: occurrence))))
    }
    if change.journey != nil { return }
    let definition = flow.screens[occurrence.type]
    if occurrence.event == .appeared, definition.loader?.start == .onAppear {
      queueFirstLoad(of: occurrence.screen)
    }
    guard let rules = definition.lifecycle[occurrence.event] else { return }
    let trigger = Trigger(name: .lifecycle(occurrence.event), cause: occurrence.cause)
    scope.formerParams = occurrence.former.map { .object(definition.params.object($0)) }
    defer { scope.formerParams = nil }
    if world.windows.contains(occurrence.screen) {
      try runFirst(of: rules, of: occurrence.screen, trigger)
    } else if let departed = listeners.sightings.departed[occurrence.screen] {
      clearPayload()
      try scope.look(at: departed.screen, departed: departed) { () throws(Failure) in
        try run(rules, of: departed, trigger)
      }
    }
  }

  /// The members of a lifecycle event's notification.
  private func text(of occurrence: Occurrence) -> [UInt8] {
    var output = JSONWriter(capacity: 128)
    output.append(#""event":"#)
    output.appendString(occurrence.event.rawValue)
    output.append(#","at":"#)
    output.appendString(knownAddress(of: occurrence.screen))
    output.append(#","id":"#)
    output.appendInteger(occurrence.screen.number)
    output.append(#","screen":"#)
    output.appendString(flow.screens[occurrence.type].name)
    return output.withUnsafeBytes { Array($0) }
  }

  func clearPayload() {
    scope.payload.removeAll(keepingCapacity: true)
    scope.payloadFields = RecordDefinition()
  }

  /// Runs the `restored` rules of all screens that were there, ancestors first, presents those that the restoring made,
  /// and loads the lists and details whose content it couldn't restore: all as a change of its own. If it fails, it is
  /// undone and the host notified.
  func runRestoredRules(_ restored: RestoredScreens) {
    var screens: [(id: ScreenID, rules: [Rule])] = []
    for window in world.windows {
      for (screen, _) in window.subtree() where !restored.isMade(screen.id) {
        if let rules = flow.screens[screen.type].lifecycle[.restored] { screens.append((screen.id, rules)) }
      }
    }
    let made = made(by: restored)
    let reloading = restored.withoutContent.filter(mustLoadAnew)
    if screens.isEmpty, made.isEmpty, reloading.isEmpty { return }
    do {
      try inOneChange(.request(.restored)) { () throws(Failure) in
        for (id, rules) in screens where world.windows.contains(id) {
          change.start = mark
          try runFirst(of: rules, of: id, Trigger(name: .lifecycle(.restored), cause: nil))
          if change.hasOccurrences { try tellOccurrences() }
        }
        try load(reloading)
        present(made)
      }
    } catch {
      notices.all.append(.restoringFailed(session: name, error))
    }
  }

  /// The screens that the restoring of the session made and that are to be presented or to load.
  private func made(by restored: RestoredScreens) -> [Sighting] {
    world.windows.flatMap { window in
      window.subtree().compactMap { screen, place in
        guard restored.isMade(screen.id) else { return nil }
        let definition = flow.screens[screen.type]
        guard !definition.lifecycle.isEmpty || definition.loader != nil || listeners.isWatched else {
          return nil
        }
        return Sighting(screen: screen.id, type: screen.type, depth: place.depth)
      }
    }
  }

  /// Records that screens have been presented which are in the tree already, and queues their first loads.
  private func present(_ made: [Sighting]) {
    for sighting in made {
      if let loader = flow.screens[sighting.type].loader, loader.start == .onPresent {
        queueLoad(of: sighting.screen, loader)
      }
      if listeners.isWatched { listeners.sightings.present(sighting, cause: nil) }
    }
    guard listeners.isWatched, !made.isEmpty else { return }
    let ids = Set(made.map(\.screen))
    let visible = everythingVisible()
    listeners.sightings.change(from: visible.filter { !ids.contains($0.screen) }, to: visible, cause: nil)
    change.hasOccurrences = true
  }

  /// Empties lists and details, and loads them as when they were presented or appeared.
  private func load(_ screens: [ScreenID]) throws(Failure) {
    for screen in screens {
      guard let type = world.windows.place(of: screen)?.type, let loader = flow.screens[type].loader else {
        continue
      }
      change.start = mark
      try loadAnew(loader, screen, nil)
    }
  }

  /// The address of a screen that is alive, or was before the current change.
  private func knownAddress(of screen: ScreenID) -> String {
    world.windows.address(of: screen) ?? listeners.sightings.departed[screen]?.address ?? screen.description
  }
}
