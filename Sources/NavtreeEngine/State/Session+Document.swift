import NavtreeFlow
package import NavtreeJSON
import NavigationTree
import OrderedCollections

extension Session {
  /// The whole session as one object: `{shared, windows: {NAME: ROOT'S ID}, screens: {ID: ROW}}`, a row being
  /// `{parent, slot, screen, params, state}`, with `selected` or `focus` where they apply.
  ///
  /// It is flat, so that it nests no deeper than the values in it.
  /// - Parameter sensitive: whether the values of sensitive fields are shown.
  /// - Complexity: O(size of all screens).
  package func document(sensitive: Bool) -> JSONValue {
    guard case .object(var document) = head(sensitive: sensitive) else { return .null }
    var screens: JSONObject = [:]
    for (id, screen) in standingScreens { screens["\(id.number)"] = row(of: screen, sensitive: sensitive) }
    document["screens"] = .object(screens)
    return .object(document)
  }

  /// What leads from this session's document to that of another one.
  ///
  /// - Complexity: O(size of all screens of both).
  package func patch(to other: Session, sensitive: Bool) -> JSONPatch {
    var patch = JSONPatch(from: head(sensitive: sensitive), to: other.head(sensitive: sensitive))
    let old = standingScreens
    let new = other.standingScreens
    for id in old.keys where new[id] == nil {
      patch.operations.append(.remove(["screens", "\(id.number)"]))
    }
    for (id, screen) in new {
      let pointer: JSONPointer = ["screens", "\(id.number)"]
      let row = other.row(of: screen, sensitive: sensitive)
      guard let before = old[id] else {
        patch.operations.append(.add(pointer, row))
        continue
      }
      let changes = JSONPatch(from: self.row(of: before, sensitive: sensitive), to: row)
      patch.operations += changes.operations.map { $0.below(pointer) }
    }
    return patch
  }

  /// A live screen and where it stands.
  struct StandingScreen {
    let screen: Screen
    let place: Place
    let window: Int
  }

  /// All live screens in pre-order.
  private var standingScreens: OrderedDictionary<ScreenID, StandingScreen> {
    var screens: OrderedDictionary<ScreenID, StandingScreen> = [:]
    for (index, window) in world.windows.enumerated() {
      window.walk(from: window.rootID) { visit in
        screens[visit.screen.id] = StandingScreen(screen: visit.screen, place: visit.place, window: index)
      }
    }
    return screens
  }

  /// The document without its screens.
  private func head(sensitive: Bool) -> JSONValue {
    var roots: JSONObject = [:]
    for window in world.windows { roots[window.window] = .integer(window.rootID.number) }
    return [
      "shared": .object(flow.shared.object(world.shared, sensitive: sensitive)), "windows": .object(roots),
    ]
  }

  /// A screen as the document has it.
  func row(of standing: StandingScreen, sensitive: Bool) -> JSONValue {
    let screen = standing.screen
    let definition = flow.screens[screen.type]
    var row: JSONObject = ["parent": nil, "slot": nil, "screen": .string(definition.name)]
    if let parent = standing.place.parent, let above = world.windows[standing.window].place(of: parent) {
      row["parent"] = .integer(parent.number)
      row["slot"] = .string(flow.screens[above.type].slots[standing.place.slot].name)
    }
    row["params"] = .object(definition.params.object(screen.params, sensitive: sensitive))
    row["state"] = .object(definition.state.object(screen.state, sensitive: sensitive))
    if let (key, value) = selection(of: screen) { row[key] = value }
    return .object(row)
  }

  /// The member that says which tab is selected, or which pane is in focus.
  func selection(of screen: Screen) -> (key: String, value: JSONValue)? {
    let definition = flow.screens[screen.type]
    switch definition.kind {
    case .tabs: return ("selected", .string(definition.slots[screen.selection].name))
    case .split: return ("focus", .string(definition.slots[screen.selection].name))
    case .screen, .list, .detail: return nil
    }
  }
}

extension JSONPatch.Operation {
  /// The same change in what lies at a pointer.
  fileprivate func below(_ pointer: JSONPointer) -> JSONPatch.Operation {
    switch self {
    case .add(let path, let value): .add(pointer.appending(path), value)
    case .remove(let path): .remove(pointer.appending(path))
    case .replace(let path, let value): .replace(pointer.appending(path), value)
    case .move(let from, let path): .move(from: pointer.appending(from), to: pointer.appending(path))
    case .copy(let from, let path): .copy(from: pointer.appending(from), to: pointer.appending(path))
    case .test(let path, let value): .test(pointer.appending(path), value)
    }
  }
}
