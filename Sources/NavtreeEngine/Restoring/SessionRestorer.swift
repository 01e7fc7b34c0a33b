import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

/// Makes a session of its stored form, as far as that fits the flow, and reports on the rest.
struct SessionRestorer {
  private let transaction: Transaction
  /// The destination of fields that aren't found.
  private let scope: StoredScope
  private var stored: StoredSession
  private(set) var report: RestoreReport
  /// The effect of the flow's migrations on the stored form.
  private var migrated = MigratedFields()
  /// Rows that fit, parents before children.
  private var accepted: [AcceptedRow] = []
  private var indexes: [Int: Int] = [:]
  /// The screens for which restoring isn't all.
  private(set) var screens = RestoredScreens()
  /// The stored form before the flow's migrations.
  private let unmigrated: StoredSession
  /// Effects that the flow has no more.
  private(set) var lostEffects: Set<Int> = []

  private struct AcceptedRow {
    let screen: Screen
    /// The index of the parent's row.
    let parent: Int?
    let slot: Int
    let depth: Int
    var occupied: [Int] = []
  }

  init(_ transaction: Transaction, _ stored: StoredSession, _ scope: StoredScope, _ report: RestoreReport) {
    self.transaction = transaction
    self.scope = scope
    self.stored = stored
    unmigrated = stored
    self.report = report
  }

  private var flow: FlowDefinition { transaction.flow }

  /// - Complexity: O(size of the stored session).
  mutating func restore() throws(Failure) {
    let limits = transaction.limits
    if stored.screenCount > limits[.screens] { throw limits.exceeded(.screens) }
    if stored.windows.count > limits[.windows] { throw limits.exceeded(.windows) }
    transaction.world.seq = stored.seq
    if transaction.clock.kind == .virtual {
      transaction.clock.now = min(stored.now, SessionClock.lastInstant)
    }
    for counter in StoredCounter.allCases {
      transaction.world.counters[counter] = max(stored.next[counter] ?? 1, 1)
    }
    screens.firstMade = ScreenID(transaction.world.counters.screen)
    try migrate()
    try restoreShared()
    for (index, row) in stored.screens.enumerated() { try accept(row, JSONPointer(["rows", "\(index)"])) }
    var roots = try assemble()
    for name in stored.windows {
      var root = roots.removeValue(forKey: UTF8Key(name))
      if root == nil { root = try startOf(name) }
      guard let root, let window = NavigationZipper(root, window: name, catalog: flow.catalog) else {
        report.add(
          .part("windows"), .dropped, at: ["windows"], "its root is gone, and the flow doesn't open it")
        continue
      }
      transaction.world.windows.append(window)
    }
    if transaction.world.windows.isEmpty { try transaction.openStartWindows() }
    // What made screens cause is a part of the first change.
    transaction.change.queue.removeAll()
    for table in Ledgers.all { restore(table) }
    transaction.setAlarm(for: transaction.world.ledgers.timers.next())
    transaction.seeAnew()
  }

  /// Migrates a stored form of an older version of the flow.
  private mutating func migrate() throws(Failure) {
    guard transaction.flow.migrations.contains(where: { $0.version >= stored.version }) else { return }
    var migrator = SessionMigrator(transaction, stored, report)
    try migrator.migrate()
    stored = migrator.stored
    report = migrator.report
    migrated = migrator.migrated
  }

  private func startOf(_ name: String) throws(Failure) -> NavigationState? {
    guard let window = flow.start.first(where: { $0.window == name }) else { return nil }
    return try transaction.makeRoot(of: window)
  }

  // MARK: Fields

  private mutating func restoreShared() throws(Failure) {
    transaction.world.shared = try values(of: flow.shared, stored.shared, .shared, "shared", ["shared"]) {
      _ in
      Screen(id: ScreenID(0), type: 0)
    }
    transaction.scope.sharedValues?.forget()
  }

  /// The values of a record: the stored ones that fit, else the initial ones.
  ///
  /// - Parameter subject: the screen of a default's expression, made of the values so far.
  private mutating func values(
    of record: RecordDefinition, _ given: JSONObject, _ owner: MigratedFields.Owner, _ place: String,
    _ pointer: JSONPointer, subject: ([JSONValue]) -> Screen
  ) throws(Failure) -> [JSONValue] {
    var values: [JSONValue] = []
    values.reserveCapacity(record.fields.count)
    for field in record.fields {
      let name = "\(place).\(field.name)"
      let change = migrated[owner, field.name]
      let pointer = pointer.appending(change?.storedName ?? field.name)
      var reason = "nothing is stored"
      if var value = given[field.name] {
        do throws(Misfit) {
          try field.schema.fit(&value)
          values.append(value)
          report.add(.field(name), change == nil ? .kept : .migrated, at: pointer, change?.reason)
          continue
        } catch {
          let error = error.seen(in: field)
          if let change, let location = change.location {
            throw transaction.flowDefect(
              "\(name): \(error.message) (\(change.reason))", at: location,
              pointer: pointer.description + error.pointer)
          }
          reason = "what is stored \(error.message)"
          let inner = (try? JSONPointer(parsing: error.pointer)) ?? JSONPointer()
          report.add(.field(name), .dropped, at: pointer.appending(inner), "it \(error.message)")
        }
      }
      if given[field.name] == nil, case .store(let store) = field.persistence,
        let loss = stored.loss(in: [store], of: flow)
      {
        reason = loss
        report.add(.field(name), .dropped, at: pointer, reason)
      }
      if field.initial == nil {
        values.append(field.schema.zero)
      } else {
        values.append(
          try transaction.scope.look(at: subject(values)) { () throws(Failure) in
            try transaction.value(ofUnset: field)
          })
      }
      let isKept = scope.keeps(field, of: flow)
      if given[field.name] == nil, !isKept { reason = field.sensitive ? "it is sensitive" : "it isn't kept" }
      report.add(.field(name), .defaulted, at: pointer, reason, isUsual: given[field.name] == nil && !isKept)
    }
    for name in given.keys where record.names.index(of: name) == nil {
      let storedName = migrated[owner, name]?.storedName ?? name
      report.add(
        .field("\(place).\(name)"), .dropped, at: pointer.appending(storedName),
        "the flow declares no such field")
    }
    return values
  }

  // MARK: Screens

  /// Takes a row that fits the flow and its ancestors.
  private mutating func accept(_ row: StoredScreen, _ pointer: JSONPointer) throws(Failure) {
    if migrated.droppedScreens.contains(row.id) { return }
    guard let type = flow.screenNames.index(of: row.screen) else {
      return report.add(.screen(row.screen), .dropped, at: pointer, "the flow declares no such screen")
    }
    var place: (parent: Int, slot: Int)?
    var depth = 0
    if let parent = row.parent {
      // It is dropped with its dropped parent.
      guard let index = indexes[parent] else {
        return report.add(.screen(row.screen), .dropped, at: pointer, "what held it is dropped")
      }
      guard let slot = slot(for: row, type, in: accepted[index]) else {
        let holder = flow.screens[accepted[index].screen.type].name
        return report.add(
          .screen(row.screen), .dropped, at: pointer.appending("slot"),
          "the slot '\(row.slot ?? "")' of '\(holder)' doesn't take it")
      }
      accepted[index].occupied.append(slot)
      place = (index, slot)
      depth = accepted[index].depth + 1
      if depth >= transaction.limits[.levels] { throw transaction.limits.exceeded(.levels) }
    }
    let definition = flow.screens[type]
    var screen = Screen(id: ScreenID(row.id), type: type)
    let droppedCount = report.droppedCount
    screen.params = try values(
      of: definition.params, row.params, .params(row.id), "\(definition.name).params",
      pointer.appending("params")
    ) { params in
      Screen(id: screen.id, type: type, params: params)
    }
    let areParamsKept =
      droppedCount == report.droppedCount && unmigrated.screen(row.id)?.params == row.params
    screen.state = try values(
      of: definition.state, row.state, .state(row.id), "\(definition.name).state", pointer.appending("state")
    ) { state in
      Screen(id: screen.id, type: type, params: screen.params, state: state)
    }
    select(row, definition, &screen, pointer)
    if definition.loader != nil, !areParamsKept || !hasContent(row, definition) {
      screens.withoutContent.append(screen.id)
    }
    if let before = migrated.screenNames[row.id] {
      report.add(.screen(definition.name), .migrated, at: pointer.appending("screen"), "it was '\(before)'")
    }
    indexes[row.id] = accepted.count
    accepted.append(
      AcceptedRow(screen: screen, parent: place?.parent, slot: place?.slot ?? 0, depth: depth))
  }

  /// Whether the content of a list or a detail is stored.
  private func hasContent(_ row: StoredScreen, _ definition: ScreenDefinition) -> Bool {
    row.state[definition.state.fields[LoaderDefinition.Field.status.rawValue].name] != nil
  }

  private func slot(for row: StoredScreen, _ type: Int, in parent: AcceptedRow) -> Int? {
    let slots = flow.screens[parent.screen.type].slots
    guard let slot = slots.firstIndex(where: { $0.name == row.slot }), slots[slot].presents[type] else {
      return nil
    }
    let style = slots[slot].style
    let isTaken = parent.occupied.contains { other in
      other == slot || style == .push && slots[other].style == .push
        || style.isModal && slots[other].style.isModal
    }
    return isTaken ? nil : slot
  }

  private mutating func select(
    _ row: StoredScreen, _ definition: ScreenDefinition, _ screen: inout Screen, _ pointer: JSONPointer
  ) {
    guard definition.kind == .tabs || definition.kind == .split else { return }
    screen.selection = definition.selected ?? 0
    guard let selection = row.selection else { return }
    if let slot = definition.slots.firstIndex(where: { $0.name == selection.slot }) {
      screen.selection = slot
    } else {
      let name = definition.kind == .tabs ? "selected" : "focus"
      report.add(
        .field("\(definition.name).\(name)"), .dropped, at: pointer.appending(name),
        "the screen has no '\(selection.slot)'")
    }
    let visits = selection.visits.compactMap { visit(StoredReader($0), definition) }
    if visits.count < selection.visits.count {
      report.add(
        .field("\(definition.name).visits"), .dropped, at: pointer.appending("visits"),
        "some are to tabs that the screen doesn't have")
    }
    screen = Screen(
      id: screen.id, type: screen.type, params: screen.params, state: screen.state,
      selection: screen.selection,
      slots: Slots(), visits: visits)
  }

  /// A visit to a tab that still exists, with params that still fit.
  private func visit(_ reader: StoredReader, _ definition: ScreenDefinition) -> TabVisit? {
    guard let slot = definition.slots.firstIndex(where: { .string($0.name) == reader["tab"]?.value }) else {
      return nil
    }
    guard let root = reader["root"]?.value.integer, let given = reader["params"]?.value.object,
      let type = stored.screen(root).flatMap({ flow.screenNames.index(of: $0.screen) })
    else { return TabVisit(slot: slot) }
    let record = flow.screens[type].params
    guard let bound = try? record.bind(given) else { return TabVisit(slot: slot) }
    let params = zip(bound, record.fields).map { $0 ?? $1.initial?.constant ?? $1.schema.zero }
    return TabVisit(slot: slot, root: Screen(id: ScreenID(root), type: type, params: params))
  }

  /// Assembles the rows from the deepest up, and gives the root of each window.
  private mutating func assemble() throws(Failure) -> [UTF8Key: NavigationState] {
    var filled: [Int: Slots] = [:]
    var roots: [UTF8Key: NavigationState] = [:]
    for index in accepted.indices.reversed() {
      let row = accepted[index]
      let definition = flow.screens[row.screen.type]
      var slots = filled.removeValue(forKey: index) ?? Slots()
      try fillTabs(&slots, of: row.screen, definition)
      let screen = Screen(
        id: row.screen.id, type: row.screen.type, params: row.screen.params, state: row.screen.state,
        selection: row.screen.selection, slots: slots, visits: row.screen.visits)
      let state = NavigationState(screen, kind: definition.kind)
      if let parent = row.parent {
        filled[parent, default: Slots()][row.slot] = state
      } else if let window = stored.screen(row.screen.id.number)?.window {
        roots[UTF8Key(window)] = state
      }
    }
    return roots
  }

  /// Makes the tabs and panes added to the flow since, as when a screen is presented.
  private func fillTabs(_ slots: inout Slots, of screen: Screen, _ definition: ScreenDefinition)
    throws(Failure)
  {
    guard definition.kind == .tabs || definition.kind == .split else { return }
    for (slot, declared) in definition.slots.enumerated() where slots[slot].isNone {
      guard let initial = declared.initial else { continue }
      if definition.kind == .tabs, definition.lazy, slot != screen.selection { continue }
      slots[slot] = try transaction.make(initial, madeIn: screen)
    }
  }

  // MARK: Ledgers

  private mutating func restore<Table: PlacedLedger>(_ table: Table.Type) {
    let part = Table.part
    // It is taken out meanwhile, since finding a link evaluates guards.
    var ledger = transaction.world.ledgers[keyPath: Table.place]
    for (index, object) in (stored.parts[part]?.inOrder ?? []).enumerated() {
      let reader = StoredReader(.object(object), at: JSONPointer([part.rawValue, "\(index)"]))
      do {
        let entry = try entry(reader, of: part)
        try ledger.restore(entry)
        let loss = loss(of: entry, in: ledger)
        report.add(.part(part.rawValue), loss == nil ? .kept : .dropped, at: reader.pointer, loss)
      } catch {
        report.add(.part(part.rawValue), .dropped, at: error.pointer, error.reason)
        if let entry = try? entry(reader, of: part), ledger.restoreLost(entry) {
          lostEffects.insert(entry.number)
        }
      }
    }
    transaction.world.ledgers[keyPath: Table.place] = ledger
  }

  private func entry(_ reader: StoredReader, of part: StoredPart) throws(StoredFault) -> LedgerEntry {
    LedgerEntry(
      reader: reader, number: try reader.id(part.key), stored: stored, flow: flow,
      windows: transaction.world.windows, session: transaction.name, clock: transaction.clock,
      now: transaction.now, match: { [transaction] in try? transaction.match($0, .caller) })
  }

  /// The reason that a part of a restored entry is lost which a store of the flow kept; nil if it isn't.
  private func loss(of entry: LedgerEntry, in ledger: some Ledger) -> String? {
    guard !stored.lostStores.isEmpty, entry.reader[StoredDivision.withheld] != nil else { return nil }
    let form = StoredForm(transaction: transaction, scope: scope).entries
    return stored.loss(in: ledger.division(of: entry.number, form)?.stores.sorted() ?? [], of: flow)
  }
}
