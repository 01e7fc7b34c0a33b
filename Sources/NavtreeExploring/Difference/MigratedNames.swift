import NavtreeFlow

/// The fate that the migrations of a new version give to what sessions of the old one have stored.
struct MigratedNames {
  /// The fate of a record's fields, by their old names.
  struct Fields {
    /// The present names of the fields that are left.
    fileprivate(set) var names: [String: String] = [:]
    /// The version whose migration drops a field.
    fileprivate(set) var dropped: [String: Int] = [:]
    /// The present names of fields that are set.
    fileprivate(set) var set: Set<String> = []

    fileprivate init(_ record: RecordDefinition) {
      for field in record.fields { names[field.name] = field.name }
    }

    /// The fields with other names than before.
    var renamed: [String: String] { names.filter { $0.key != $0.value } }
  }

  /// The fate of a screen type.
  struct Screen {
    /// The present name.
    fileprivate(set) var name: String
    /// The version whose migration drops it.
    fileprivate(set) var dropped: Int?
    fileprivate(set) var params: Fields
    fileprivate(set) var state: Fields
    /// The present names of slots, tabs and panes that have others.
    fileprivate(set) var slots: [String: String] = [:]
  }

  /// By the old names.
  private(set) var screens: [String: Screen] = [:]
  private(set) var shared: Fields

  /// - Complexity: O(number of steps × number of screens and fields).
  init(from old: FlowDefinition, to new: FlowDefinition) {
    shared = Fields(old.shared)
    for screen in old.screens {
      screens[screen.name] = Screen(
        name: screen.name, params: Fields(screen.params), state: Fields(screen.state))
    }
    for migration in new.migrations where migration.version >= old.version {
      for step in migration.steps { run(step, migration.version) }
    }
  }

  private mutating func run(_ step: MigrationStep, _ version: Int) {
    switch step {
    case .renameScreens(let names):
      for key in screens.keys {
        if let screen = screens[key], screen.dropped == nil, let name = names[screen.name] {
          screens[key]?.name = name
        }
      }
    case .dropScreens(let names):
      for key in screens.keys {
        if let screen = screens[key], screen.dropped == nil, names.contains(screen.name) {
          screens[key]?.dropped = version
        }
      }
    case .renameFields(let type, let names):
      change(type) { fields, _ in fields.rename(names, version) }
    case .dropFields(let type, let names):
      change(type) { fields, _ in fields.drop(names, version) }
    case .renameSlots(let type, let names):
      for key in screens.keys {
        guard var screen = screens[key], screen.dropped == nil, screen.name == type else { continue }
        let before = screen.slots
        for (slot, name) in before { screen.slots[slot] = names[name] ?? name }
        for (slot, name) in names where !before.values.contains(slot) { screen.slots[slot] = name }
        screens[key] = screen
      }
    // What is stored of work under these names is in flight for a while only.
    case .renameActions, .renameEffects, .renameWindows: break
    case .set(let type, let values):
      change(type) { fields, isParams in
        for value in values where type == nil || value.isParam == isParams { fields.set.insert(value.field) }
      }
    }
  }

  /// Changes the fields of a screen type, or the shared ones.
  private mutating func change(_ type: String?, _ body: (inout Fields, _ isParams: Bool) -> Void) {
    guard let type else { return body(&shared, false) }
    for key in screens.keys {
      guard var screen = screens[key], screen.dropped == nil, screen.name == type else { continue }
      body(&screen.params, true)
      body(&screen.state, false)
      screens[key] = screen
    }
  }
}

extension MigratedNames.Fields {
  fileprivate mutating func rename(_ names: [String: String], _ version: Int) {
    let before = self.names
    let present = Set(before.values)
    for (field, name) in before {
      if let other = names[name] {
        self.names[field] = other
      } else if names.contains(where: { $0.value == name && present.contains($0.key) }) {
        // A renamed field replaces the one that had the name.
        dropped[field] = version
      }
    }
    for field in dropped.keys { self.names[field] = nil }
  }

  fileprivate mutating func drop(_ names: Set<String>, _ version: Int) {
    for (field, name) in self.names where names.contains(name) {
      self.names[field] = nil
      dropped[field] = version
    }
    set.subtract(names)
  }
}
