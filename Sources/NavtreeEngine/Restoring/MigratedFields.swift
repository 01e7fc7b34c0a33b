import NavtreeYAML

/// The effect of migrations on a stored session, for the report of its restoring.
struct MigratedFields {
  enum Owner: Hashable {
    case shared
    /// The params of a screen, and its state, by the screen's id.
    case params(Int)
    case state(Int)
  }

  struct Change {
    /// The name that the field is stored under.
    let storedName: String
    let reason: String
    /// The place where the flow sets it; nil if it has the stored value.
    let location: SourceLocation?
  }

  private var changes: [Owner: [String: Change]] = [:]
  /// The dropped screens. Their rows stay, so that the indexes of those behind them are the stored ones.
  var droppedScreens: Set<Int> = []
  /// The former names of screens' types, by the screens' ids.
  private(set) var screenNames: [Int: String] = [:]

  subscript(owner: Owner, field: String) -> Change? { changes[owner]?[field] }

  mutating func rename(screen id: Int, from name: String) {
    screenNames[id] = screenNames[id] ?? name
  }

  mutating func rename(_ owner: Owner, _ names: [(old: String, new: String)]) {
    var known = changes[owner] ?? [:]
    let before = names.map { known.removeValue(forKey: $0.old) }
    for (name, before) in zip(names, before) {
      let storedName = before?.storedName ?? name.old
      known[name.new] = Change(
        storedName: storedName,
        reason: before?.location == nil ? "it was '\(storedName)'" : before?.reason ?? "",
        location: before?.location)
    }
    changes[owner] = known
  }

  mutating func set(_ owner: Owner, _ field: String, from version: Int, at location: SourceLocation) {
    let storedName = changes[owner]?[field]?.storedName ?? field
    changes[owner, default: [:]][field] = Change(
      storedName: storedName, reason: "the migration from version \(version) sets it", location: location)
  }

  /// The stored name of a field, which is then forgotten.
  mutating func drop(_ owner: Owner, _ field: String) -> String {
    changes[owner]?.removeValue(forKey: field)?.storedName ?? field
  }
}
