import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

/// A session as it is stored: whole, or by place.
struct StoredForm {
  let transaction: Transaction
  let scope: StoredScope

  var flow: FlowDefinition { transaction.flow }

  /// What ledgers need to write their entries.
  var entries: EntryForm {
    EntryForm(
      flow: flow, scope: scope, windows: transaction.world.windows,
      firstOwnEffect: transaction.world.ledgers.effects.firstOwn)
  }

  /// The session in its stored form.
  ///
  /// - Complexity: O(size of the session).
  var whole: StoredSession {
    var stored = StoredSession(
      flow: flow.name, version: flow.version, hash: transaction.flowHash, seq: transaction.world.seq,
      clock: transaction.clock.kind, now: transaction.now)
    stored.isSensitive = scope.isSensitive
    stored.isPaused = transaction.isPaused
    for counter in StoredCounter.allCases { stored.next[counter] = transaction.world.counters[counter] }
    stored.windows = transaction.world.windows.map(\.window)
    for window in transaction.world.windows {
      for (screen, place) in window.subtree() { stored.put(row(of: screen, at: place, in: window)) }
    }
    stored.shared = scope.object(flow.shared, transaction.world.shared)
    let entries = entries
    for table in Ledgers.all where scope.takes(table.part) {
      for number in transaction.world.ledgers.numbers(of: table) {
        guard let division = transaction.world.ledgers.division(of: number, in: table.part, entries) else {
          continue
        }
        stored.put(division.here.object, for: number, in: table.part)
      }
    }
    return stored
  }

  func row(of screen: Screen, at place: Place, in window: NavigationZipper) -> StoredScreen {
    let definition = flow.screens[screen.type]
    let parentType = place.parent.flatMap { window.place(of: $0)?.type }
    return StoredScreen(
      id: screen.id.number, parent: place.parent?.number,
      slot: parentType.map { flow.screens[$0].slots[place.slot].name },
      window: place.parent == nil ? window.window : nil, screen: definition.name,
      params: scope.object(definition.params, screen.params),
      state: scope.object(definition.state, screen.state), selection: selection(of: screen))
  }

  /// The selected tab of a screen, or its pane in focus; nil for one that has neither.
  func selection(of screen: Screen) -> StoredSelection? {
    let definition = flow.screens[screen.type]
    switch definition.kind {
    case .screen, .list, .detail: return nil
    case .tabs, .split:
      return StoredSelection(
        slot: definition.slots[screen.selection].name, isFocus: definition.kind == .split,
        visits: visits(of: screen).here.array ?? [])
    }
  }

  /// A screen's visits to its tabs, and the parts of them that are kept elsewhere.
  func visits(of screen: Screen) -> StoredDivision {
    var visits: [JSONValue] = []
    var records: [(record: RecordDefinition, pointer: JSONPointer)] = []
    for visit in screen.visits {
      var entry: JSONObject = ["tab": .string(flow.screens[screen.type].slots[visit.slot].name)]
      // The params of a removed root are no longer needed.
      if let root = visit.root, let place = transaction.world.windows.place(of: root.id) {
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

/// The values that the flow's stores keep of a session.
extension StoredForm {
  /// All places that stores keep something of.
  ///
  /// - Complexity: O(size of the session).
  var placesInStores: [StoredPlaceInStore] {
    guard scope.hasStores else { return [] }
    var places: [StoredPlaceInStore] = []
    for field in flow.shared.fields { places += scope.places(.shared(field.name), of: field) }
    for window in transaction.world.windows {
      for (screen, _) in window.subtree() { places += placesInStores(of: screen) }
    }
    let entries = entries
    for table in Ledgers.all {
      for number in transaction.world.ledgers.numbers(of: table) {
        let stores = transaction.world.ledgers.division(of: number, in: table.part, entries)?.stores ?? []
        places += stores.sorted().map { StoredPlaceInStore(store: $0, place: .entry(table.part, number)) }
      }
    }
    return places
  }

  /// Those of one screen.
  func placesInStores(of screen: Screen) -> [StoredPlaceInStore] {
    let definition = flow.screens[screen.type]
    let id = screen.id.number
    var places: [StoredPlaceInStore] = []
    for field in definition.params.fields { places += scope.places(.params(of: id, field.name), of: field) }
    for field in definition.state.fields { places += scope.places(.state(of: id, field.name), of: field) }
    let stores = screen.visits.isEmpty ? [] : visits(of: screen).stores
    return places + stores.sorted().map { StoredPlaceInStore(store: $0, place: .visits(of: id)) }
  }

  /// The value that a store keeps at a place, if any.
  func value(at place: StoredPlaceInStore) -> JSONValue? {
    switch place.place {
    case .shared(let field): flow.shared.names.index(of: field).map { transaction.world.shared[$0] }
    case .params(let id, let field):
      liveScreen(id).flatMap { screen in
        flow.screens[screen.type].params.names.index(of: field).map { screen.params[$0] }
      }
    case .state(let id, let field):
      liveScreen(id).flatMap { screen in
        flow.screens[screen.type].state.names.index(of: field).map { screen.state[$0] }
      }
    case .visits(let id): liveScreen(id).flatMap { visits(of: $0).kept(in: place.store) }
    case .entry(let part, let id):
      transaction.world.ledgers.division(of: id, in: part, entries)?
        .kept(in: place.store)
    }
  }

  private func liveScreen(_ number: Int) -> Screen? {
    transaction.world.windows.screen(ScreenID(number))
  }
}

extension StoredScope {
  /// The place of a field in the store that keeps it, if one does.
  func places(_ place: StoredPlace, of field: FieldDefinition) -> [StoredPlaceInStore] {
    guard case .store(let store) = destination(of: field) else { return [] }
    return [StoredPlaceInStore(store: store, place: place)]
  }
}
