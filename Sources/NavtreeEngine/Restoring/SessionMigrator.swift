import NavtreeFlow
import NavtreeJSON

/// Migrates the names and values that an older version of a flow has stored to the loaded version.
struct SessionMigrator {
  let transaction: Transaction
  var stored: StoredSession
  var report: RestoreReport
  var migrated = MigratedFields()
  /// The version that the present migration starts from.
  private(set) var version = 0

  init(_ transaction: Transaction, _ stored: StoredSession, _ report: RestoreReport) {
    self.transaction = transaction
    self.stored = stored
    self.report = report
  }

  /// Runs all migrations from the stored version on, in order.
  ///
  /// - Throws: the failure of a value's expression, with its migration and screen.
  /// - Complexity: O(number of steps × size of the stored session).
  mutating func migrate() throws(Failure) {
    for migration in transaction.flow.migrations where migration.version >= stored.version {
      version = migration.version
      for step in migration.steps { try run(step) }
    }
  }

  private mutating func run(_ step: MigrationStep) throws(Failure) {
    switch step {
    case .renameScreens(let names): rename(names)
    case .dropScreens(let names): drop(names)
    case .renameFields(.none, let names):
      changeShared { $0.rename(.shared, &$1, names, "shared", ["shared"]) }
    case .renameFields(let type?, let names):
      changeScreens(of: type) { migrator, pointer, row in
        let place = row.screen
        migrator.rename(.params(row.id), &row.params, names, "\(place).params", pointer.appending("params"))
        migrator.rename(.state(row.id), &row.state, names, "\(place).state", pointer.appending("state"))
      }
      changeVisits(to: type) { Self.renamed($0, names) }
      changeEntries(of: .kept) {
        $0["screen"] == .string(type) ? Self.changed($0) { Self.renamed($0, names) } : $0
      }
    case .dropFields(.none, let names):
      changeShared { $0.drop(names, .shared, &$1, "shared", ["shared"]) }
    case .dropFields(let type?, let names):
      changeScreens(of: type) { migrator, pointer, row in
        let place = row.screen
        migrator.drop(names, .params(row.id), &row.params, "\(place).params", pointer.appending("params"))
        migrator.drop(names, .state(row.id), &row.state, "\(place).state", pointer.appending("state"))
      }
      changeVisits(to: type) { Self.without(names, $0) }
      changeEntries(of: .kept) {
        $0["screen"] == .string(type) ? Self.changed($0) { Self.without(names, $0) } : $0
      }
    case .renameSlots(let type, let names): renameSlots(of: type, names)
    case .renameActions(let type, let names): renameActions(of: type, names)
    case .renameEffects(let names): renameEffects(names)
    case .renameWindows(let names): renameWindows(names)
    case .set(.none, let values): try setShared(values)
    case .set(let type?, let values): try set(values, of: type)
    }
  }

  // MARK: Stored parts

  private mutating func changeShared(_ body: (inout SessionMigrator, inout JSONObject) -> Void) {
    var shared = stored.shared
    body(&self, &shared)
    stored.shared = shared
  }

  /// Changes the rows of a type that aren't dropped, each with its place.
  private mutating func changeScreens(
    of type: String, _ body: (inout SessionMigrator, JSONPointer, inout StoredScreen) -> Void
  ) {
    for (index, var row) in stored.screens.enumerated()
    where row.screen == type && !migrated.droppedScreens.contains(row.id) {
      body(&self, JSONPointer(["rows", "\(index)"]), &row)
      _ = stored.change(row.id) { $0 = row }
    }
  }

  /// Changes the params of the visits to tabs whose root is of a type.
  private mutating func changeVisits(to type: String, _ body: (JSONObject) -> JSONObject) {
    for var row in stored.screens where row.selection?.visits.isEmpty == false {
      let visits = row.selection?.visits.map { visit -> JSONValue in
        guard let root = visit["root"]?.integer, stored.screen(root)?.screen == type,
          case .object(let object) = visit
        else { return visit }
        return .object(Self.changed(object, "params", body))
      }
      row.selection?.visits = visits ?? []
      _ = stored.change(row.id) { $0 = row }
    }
  }

  /// Changes the entries of a part, or removes them.
  ///
  /// - Parameter isNamed: whether the migration names what it removes.
  mutating func changeEntries(
    of part: StoredPart, isNamed: Bool = false, _ body: (JSONObject) -> JSONObject?
  ) {
    guard let before = stored.parts[part] else { return }
    var table = StoredTable()
    for (index, entry) in before.inOrder.enumerated() {
      guard let id = entry[part.key]?.integer else { continue }
      if let changed = body(entry) {
        table.put(changed, for: id)
      } else {
        report.add(
          .part(part.rawValue), .dropped, at: JSONPointer([part.rawValue, "\(index)"]),
          "the migration from version \(version) \(isNamed ? "drops" : "changes") its screen",
          isNamed: isNamed)
      }
    }
    stored.parts[part] = table
  }

  /// A kept state with other fields.
  private static func changed(_ kept: JSONObject, _ body: (JSONObject) -> JSONObject) -> JSONObject {
    changed(changed(kept, "state", body), "params", body)
  }

  private static func changed(
    _ entry: JSONObject, _ member: String, _ body: (JSONObject) -> JSONObject
  ) -> JSONObject {
    guard let object = entry[member]?.object else { return entry }
    var entry = entry
    entry[member] = .object(body(object))
    return entry
  }

  // MARK: Names

  private mutating func rename(_ names: [String: String]) {
    for row in stored.screens where !migrated.droppedScreens.contains(row.id) {
      guard let name = names[row.screen] else { continue }
      migrated.rename(screen: row.id, from: row.screen)
      _ = stored.change(row.id) { $0.screen = name }
    }
    for part in [StoredPart.kept, .tombstones] {
      changeEntries(of: part) { entry in
        var entry = entry
        if let name = entry["screen"]?.string.flatMap({ names[$0] }) { entry["screen"] = .string(name) }
        return entry
      }
    }
    changeNavigations { object in Self.rename(["screen"], names, in: &object) }
  }

  private mutating func rename(
    _ owner: MigratedFields.Owner, _ fields: inout JSONObject, _ names: [String: String], _ place: String,
    _ pointer: JSONPointer
  ) {
    let found = fields.keys.compactMap { old in names[old].map { (old: old, new: $0) } }
    if found.isEmpty { return }
    for (old, new) in found where fields[new] != nil && names[new] == nil {
      report.add(
        .field("\(place).\(new)"), .dropped, at: pointer.appending(migrated[owner, new]?.storedName ?? new),
        "the migration from version \(version) gives '\(old)' its name")
    }
    fields = Self.renamed(fields, names)
    migrated.rename(owner, found)
  }

  /// A renamed field replaces the field that has its name already.
  private static func renamed(_ fields: JSONObject, _ names: [String: String]) -> JSONObject {
    var renamed = fields.filter { names[$0.key] == nil }
    for (old, value) in fields {
      if let name = names[old] { renamed[name] = value }
    }
    return renamed
  }

  // MARK: Dropping

  private mutating func drop(_ types: Set<String>) {
    for (index, row) in stored.screens.enumerated()
    where types.contains(row.screen) && migrated.droppedScreens.insert(row.id).inserted {
      report.add(
        .screen(row.screen), .dropped, at: JSONPointer(["rows", "\(index)"]),
        "the migration from version \(version) drops it", isNamed: true)
    }
    for part in [StoredPart.kept, .tombstones] {
      changeEntries(of: part, isNamed: true) { entry in
        entry["screen"]?.string.map(types.contains) == true ? nil : entry
      }
    }
  }

  private mutating func drop(
    _ names: Set<String>, _ owner: MigratedFields.Owner, _ fields: inout JSONObject, _ place: String,
    _ pointer: JSONPointer
  ) {
    for name in fields.keys where names.contains(name) {
      let storedName = migrated.drop(owner, name)
      report.add(
        .field("\(place).\(name)"), .dropped, at: pointer.appending(storedName),
        "the migration from version \(version) drops it", isNamed: true)
    }
    fields = Self.without(names, fields)
  }

  private static func without(_ names: Set<String>, _ fields: JSONObject) -> JSONObject {
    fields.filter { !names.contains($0.key) }
  }

  // MARK: Values

  private mutating func setShared(_ values: [MigrationValue]) throws(Failure) {
    for (value, new) in zip(values, try evaluate(values, over: [.object(stored.shared)], "shared")) {
      stored.shared[value.field] = new
      migrated.set(.shared, value.field, from: version, at: value.location)
    }
  }

  /// A kept state has no params that an expression could see, so it is dropped.
  private mutating func set(_ values: [MigrationValue], of type: String) throws(Failure) {
    for var row in stored.screens where row.screen == type && !migrated.droppedScreens.contains(row.id) {
      let old: [JSONValue] = [.object(row.params), .object(row.state), .object(stored.shared)]
      for (value, new) in zip(values, try evaluate(values, over: old, "\(type) #\(row.id)")) {
        if value.isParam { row.params[value.field] = new } else { row.state[value.field] = new }
        let owner: MigratedFields.Owner = value.isParam ? .params(row.id) : .state(row.id)
        migrated.set(owner, value.field, from: version, at: value.location)
      }
      _ = stored.change(row.id) { $0 = row }
    }
    changeEntries(of: .kept) { $0["screen"] == .string(type) ? nil : $0 }
  }

  /// The values, all of them computed over the state before the step.
  private func evaluate(_ values: [MigrationValue], over old: [JSONValue], _ owner: String)
    throws(Failure) -> [JSONValue]
  {
    transaction.scope.old = old
    defer { transaction.scope.old = [] }
    var results: [JSONValue] = []
    for value in values {
      do throws(Failure) {
        results.append(try transaction.value(of: value.value))
      } catch {
        throw error.saying(" (the migration from version \(version), '\(value.field)' of \(owner))")
      }
    }
    return results
  }
}
