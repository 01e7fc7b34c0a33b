import NavtreeFlow
import NavtreeJSON
import NavigationTree

extension Session {
  /// The session in its stored form.
  ///
  /// - Complexity: O(size of the session).
  package func stored(_ scope: StoredScope) -> StoredSession {
    var stored = StoredSession(
      flow: flow.name, version: flow.version, hash: flowHash, seq: world.seq, clock: clock.kind, now: now)
    stored.isSensitive = scope.isSensitive
    stored.isPaused = isPaused
    for counter in StoredCounter.allCases { stored.next[counter] = world.counters[counter] }
    stored.windows = world.windows.map(\.window)
    for window in world.windows {
      for (screen, place) in window.subtree() { stored.put(row(of: screen, at: place, in: window, scope)) }
    }
    stored.shared = scope.object(flow.shared, world.shared)
    let form = StoredForm(session: self, scope: scope)
    for table in Ledgers.all where scope.takes(table.part) {
      for number in world.ledgers.numbers(of: table) {
        guard let division = world.ledgers.division(of: number, in: table.part, form) else { continue }
        stored.put(division.here.object, for: number, in: table.part)
      }
    }
    return stored
  }

  func row(of screen: Screen, at place: Place, in window: NavigationZipper, _ scope: StoredScope)
    -> StoredScreen
  {
    let definition = flow.screens[screen.type]
    let parentType = place.parent.flatMap { window.place(of: $0)?.type }
    return StoredScreen(
      id: screen.id.number, parent: place.parent?.number,
      slot: parentType.map { flow.screens[$0].slots[place.slot].name },
      window: place.parent == nil ? window.window : nil, screen: definition.name,
      params: scope.object(definition.params, screen.params),
      state: scope.object(definition.state, screen.state), selection: selection(of: screen, scope))
  }

  /// The selected tab of a screen, or its pane in focus; nil for one that has neither.
  func selection(of screen: Screen, _ scope: StoredScope) -> StoredSelection? {
    let definition = flow.screens[screen.type]
    switch definition.kind {
    case .screen, .list, .detail: return nil
    case .tabs, .split:
      return StoredSelection(
        slot: definition.slots[screen.selection].name, isFocus: definition.kind == .split,
        visits: visits(of: screen, scope).here.array ?? [])
    }
  }

  /// A screen's visits to its tabs, and the parts of them that are kept elsewhere.
  func visits(of screen: Screen, _ scope: StoredScope) -> StoredDivision {
    var visits: [JSONValue] = []
    var records: [(record: RecordDefinition, pointer: JSONPointer)] = []
    for visit in screen.visits {
      var entry: JSONObject = ["tab": .string(flow.screens[screen.type].slots[visit.slot].name)]
      // The params of a removed root are no longer needed.
      if let root = visit.root, let place = world.windows.place(of: root.id) {
        let record = flow.screens[place.type].params
        entry["root"] = .integer(root.id.number)
        entry["params"] = .object(record.object(root.params))
        records.append((record, JSONPointer(["\(visits.count)", "params"])))
      }
      visits.append(.object(entry))
    }
    var division = StoredDivision(.array(visits))
    for (record, pointer) in records { division.divide(record, at: pointer, scope) }
    return division
  }
}
