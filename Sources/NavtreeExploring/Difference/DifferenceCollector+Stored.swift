import NavtreeFlow
import NavtreeText

extension DifferenceCollector {
  /// Compares what sessions of the old version have stored with what the new version restores.
  mutating func compareStoredState() {
    for screen in old.screens {
      guard let migrated = names.screens[screen.name] else { continue }
      if let version = migrated.dropped {
        add(
          .stored, screen.name, "is dropped by the migration from version \(version)",
          at: .old(screen.location))
        continue
      }
      guard let type = new.screenNames.index(of: migrated.name) else {
        add(
          .stored, screen.name, "is lost with what it holds: \(cover) drops or renames the screen",
          breaking: true, at: .old(screen.location))
        continue
      }
      let other = new.screens[type]
      if migrated.name != screen.name {
        add(.stored, screen.name, "is renamed to '\(migrated.name)' by migrations", at: .new(other.location))
      }
      compareStored("\(screen.name).params", screen.params, other.params, migrated.params)
      compareStored("\(screen.name).state", screen.state, other.state, migrated.state)
    }
    compareStored("shared", old.shared, new.shared, names.shared)
  }

  /// The migrations that might cover a change.
  private var cover: String {
    new.version > old.version
      ? "no migration from version \(old.version)"
      : "the version is still \(new.version), and no migration"
  }

  private mutating func compareStored(
    _ owner: String, _ before: RecordDefinition, _ after: RecordDefinition, _ migrated: MigratedNames.Fields
  ) {
    for field in before.fields {
      let name = "\(owner).\(field.name)"
      if !isStored(field) {
        let present = after.names.index(of: migrated.names[field.name] ?? field.name).map { after.fields[$0] }
        if let present, let keeper = keeper(of: present, new) {
          add(
            .stored, name,
            "is kept in \(keeper.text), and was kept nowhere: a secret may be among its values",
            breaking: true, at: .new(present.location))
        }
        continue
      }
      if let version = migrated.dropped[field.name] {
        add(.stored, name, "is dropped by the migration from version \(version)", at: .old(field.location))
        continue
      }
      let present = migrated.names[field.name] ?? field.name
      guard let index = after.names.index(of: present) else {
        add(
          .stored, name, "is lost: \(cover) drops or renames the field", breaking: true,
          at: .old(field.location))
        continue
      }
      compareStored(name, field, after.fields[index], migrated)
    }
  }

  private mutating func compareStored(
    _ name: String, _ before: FieldDefinition, _ after: FieldDefinition, _ migrated: MigratedNames.Fields
  ) {
    let place = Place.new(after.location)
    if migrated.set.contains(after.name) {
      return add(.stored, name, "is set by migrations", at: place)
    }
    if before.name != after.name {
      add(.stored, name, "is renamed to '\(after.name)' by migrations", at: place)
    }
    for change in SchemaDifference(from: before.schema, to: after.schema).changes where change.refuses {
      let reason = before.sensitive || after.sensitive ? "its schema takes less" : change.sentence
      add(
        .stored, name, "is lost where it doesn't fit: \(reason), and \(cover) sets the field", breaking: true,
        at: place)
    }
    let (from, to) = (keeper(of: before, old), keeper(of: after, new))
    if from == to { return }
    guard let to else {
      return add(.stored, name, "isn't stored any more", breaking: true, at: place)
    }
    // A store of its own doesn't lose what the session has; the session doesn't have what a store keeps.
    let isLost = from != .session && from != nil
    add(
      .stored, name, "is kept in \(to.text), was in \(from?.text ?? "nothing")", breaking: isLost, at: place)
  }

  /// Where a field's value is kept.
  private enum Keeper: Equatable {
    case session
    case store(String)

    var text: String {
      switch self {
      case .session: "the session"
      case .store(let name): "the store '\(name)'"
      }
    }
  }

  /// Nil for nowhere.
  private func keeper(of field: FieldDefinition, _ flow: FlowDefinition) -> Keeper? {
    switch field.persistence {
    case .session: field.sensitive ? nil : .session
    case .store(let index): flow.stores.indices.contains(index) ? .store(flow.stores[index].name) : .session
    case .nowhere: nil
    }
  }

  private func isStored(_ field: FieldDefinition) -> Bool { keeper(of: field, old) != nil }
}
