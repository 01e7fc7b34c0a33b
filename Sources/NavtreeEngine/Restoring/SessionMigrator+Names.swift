import NavtreeFlow
import NavtreeJSON
import NavtreeText

/// The names of slots, actions, effects and windows, wherever a stored session has them.
extension SessionMigrator {
  // MARK: Slots

  /// Renames slots, tabs and panes of a screen type: where screens are held, selected and visited, and in the places and
  /// the trees of stored actions.
  mutating func renameSlots(of type: String, _ names: [String: String]) {
    renamePlaces { holder, name in holder?.screen == type ? names[name] : nil }
    let (rows, before) = (stored.screens, self)
    let filled = Set(
      rows.filter { !migrated.droppedScreens.contains($0.id) && before.isScreen($0.parent, of: type) }
        .compactMap(Filled.init))
    for (index, row) in rows.enumerated() {
      if let place = Filled(row), filled.contains(place) {
        if let name = names[place.slot] {
          _ = stored.change(row.id) { $0.slot = name }
        } else if let old = names.first(where: { $0.value == place.slot })?.key,
          filled.contains(Filled(parent: place.parent, slot: old))
        {
          drop(row, JSONPointer(["rows", "\(index)", "slot"]), inFavourOf: old)
        }
      }
      guard row.screen == type, var selection = row.selection else { continue }
      selection.slot = names[selection.slot] ?? selection.slot
      selection.visits = selection.visits.map { visit in
        guard var object = visit.object else { return visit }
        Self.rename(["tab"], names, in: &object)
        return .object(object)
      }
      _ = stored.change(row.id) { $0.selection = selection }
    }
    changeEntries(of: .tombstones) { entry in
      var entry = entry
      if before.isScreen(entry["parent"]?.integer, of: type) { Self.rename(["slot"], names, in: &entry) }
      return entry
    }
    // Whose slot it is shows only when the action is sent: it is this one's if no other has one of that name.
    let own = names.filter { name, _ in
      !transaction.flow.screens.contains { $0.slots.contains { $0.name == name } }
    }
    changeNavigations { object in
      Self.rename(["tab", "pane", "in"], own, in: &object)
      guard object["screen"]?.string == type else { return }
      Self.rename(["selected"], names, in: &object)
      if let slots = object["slots"]?.object {
        object["slots"] = .object(JSONObject(uniqueKeysWithValues: slots.map { (names[$0] ?? $0, $1) }))
      }
    }
  }

  private struct Filled: Hashable {
    let parent: Int
    let slot: String

    init(parent: Int, slot: String) {
      self.parent = parent
      self.slot = slot
    }

    init?(_ row: StoredScreen) {
      guard let parent = row.parent, let slot = row.slot else { return nil }
      self.init(parent: parent, slot: slot)
    }
  }

  /// Whether a screen that is there, or that is remembered, has a type.
  private func isScreen(_ id: Int?, of type: String) -> Bool {
    guard let id else { return false }
    return (stored.screen(id)?.screen ?? stored.parts[.tombstones]?[id]?["screen"]?.string) == type
  }

  private mutating func drop(_ row: StoredScreen, _ pointer: JSONPointer, inFavourOf old: String) {
    migrated.droppedScreens.insert(row.id)
    report.add(
      .screen(row.screen), .dropped, at: pointer,
      "the migration from version \(version) gives '\(old)' its place")
  }

  // MARK: Actions and effects

  /// Renames actions that are waited for or sent later.
  ///
  /// - Parameter type: the screen type that gets them; nil for any, and the flow itself.
  mutating func renameActions(of type: String?, _ names: [String: String]) {
    let keys = ["done", "failed", "next", "then", "otherwise"]
    for (part, receiver) in [(StoredPart.effects, "screen"), (.waiting, "presenter")] {
      changeEntries(of: part) { [stored] entry in
        var entry = entry
        let screen = entry[receiver]?.integer.flatMap { stored.screen($0)?.screen }
        if type == nil || screen == type { Self.rename(keys, names, in: &entry) }
        return entry
      }
    }
    changeSent { [stored] sent in
      let screen = sent["screen"]?.integer.flatMap { stored.screen($0)?.screen }
      if type == nil || screen == type { Self.rename(["action"], names, in: &sent) }
    }
    guard type == nil else { return }
    changeNavigations { object in
      guard var awaiting = object["awaiting"]?.object else { return }
      Self.rename(keys, names, in: &awaiting)
      object["awaiting"] = .object(awaiting)
    }
  }

  /// Renames effects in flight, and their keys where those are their names.
  mutating func renameEffects(_ names: [String: String]) {
    changeEntries(of: .effects) { entry in
      var entry = entry
      if entry["key"] == entry["name"] { Self.rename(["key"], names, in: &entry) }
      Self.rename(["name"], names, in: &entry)
      return entry
    }
  }

  // MARK: Windows

  mutating func renameWindows(_ names: [String: String]) {
    renamePlaces { holder, name in holder == nil ? names[name] : nil }
    let former = Set(stored.windows)
    let replaced = former.filter { window in
      names[window] == nil && names.contains { $0.value == window && former.contains($0.key) }
    }
    for (index, row) in stored.screens.enumerated() {
      guard let window = row.window else { continue }
      if replaced.contains(window) {
        let old = names.first { $0.value == window && former.contains($0.key) }?.key ?? window
        drop(row, JSONPointer(["rows", "\(index)", "window"]), inFavourOf: old)
        _ = stored.change(row.id) { $0.window = nil }
      } else if let name = names[window] {
        _ = stored.change(row.id) { $0.window = name }
      }
    }
    stored.windows = stored.windows.filter { !replaced.contains($0) }.map { names[$0] ?? $0 }
    for part in [StoredPart.tombstones, .links, .timers, .effects] {
      changeEntries(of: part, isNamed: true) { entry in
        if part == .links, let window = entry["window"]?.string, replaced.contains(window) { return nil }
        var entry = entry
        Self.rename(["window"], names, in: &entry)
        return entry
      }
    }
  }

  // MARK: Stored actions

  /// Changes the actions that timers send.
  private mutating func changeSent(_ body: (inout JSONObject) -> Void) {
    changeEntries(of: .timers) { entry in
      guard var sent = entry["send"]?.object else { return entry }
      body(&sent)
      return entry.with("send", .object(sent))
    }
  }

  /// Changes each object of the navigations that timers send, such as that of a screen or of a tree's node.
  ///
  /// - Parameter body: doesn't see params, states and results, which are the flow's own values.
  mutating func changeNavigations(_ body: (inout JSONObject) -> Void) {
    func changed(_ value: JSONValue) -> JSONValue {
      switch value {
      case .object(var object):
        body(&object)
        for (key, member) in object where !["params", "state", "identity", "result"].contains(key) {
          object[key] = changed(member)
        }
        return .object(object)
      case .array(let elements): return .array(elements.map(changed))
      case .null, .boolean, .integer, .number, .string: return value
      }
    }
    changeSent { sent in
      if let navigation = sent["navigation"] { sent["navigation"] = changed(navigation) }
    }
  }

  /// Renames windows and slots in the paths that timers send actions to.
  ///
  /// - Parameter name: gives the other name of a slot of a screen, or with nil of a window. A screen that isn't there has
  ///   none.
  private mutating func renamePlaces(_ name: (StoredScreen?, String) -> String?) {
    guard stored.parts[.timers]?.inOrder.contains(where: { $0["send"]?["address"] != nil }) == true else {
      return
    }
    var roots: [String: StoredScreen] = [:]
    var held: [Filled: StoredScreen] = [:]
    for row in stored.screens {
      if let window = row.window { roots[window] = row }
      if let place = Filled(row) { held[place] = row }
    }
    changeSent { sent in
      guard let address = sent["address"]?.string, address.utf8.first == UInt8(ascii: "/") else { return }
      let id = address[(address.firstIndex(of: "#") ?? address.endIndex)...]
      var parts = address.dropLast(id.count).dropFirst().split(
        separator: "/", omittingEmptySubsequences: false
      ).map { String($0) }
      var holder: StoredScreen?
      for (index, part) in parts.enumerated() {
        if index > 0, holder == nil { break }
        parts[index] = name(holder, part) ?? part
        holder = holder.map { held[Filled(parent: $0.id, slot: part)] } ?? roots[part]
      }
      sent["address"] = .string("/" + parts.joined(separator: "/") + id)
    }
  }

  // MARK: Names

  /// Gives members that are names their other names.
  static func rename(_ keys: [String], _ names: [String: String], in object: inout JSONObject) {
    for key in keys {
      if let name = object[key]?.string.flatMap({ names[$0] }) { object[key] = .string(name) }
    }
  }
}
