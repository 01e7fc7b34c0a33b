package import NavtreeJSON

/// A screen in its stored form: a flat row that names its parent, and everything else by name.
///
/// It knows no flow, so that it outlives the flow that made it.
package struct StoredScreen: Sendable {
  package var id: Int
  /// Nil for a window's root.
  package var parent: Int?
  /// The slot of the parent.
  package var slot: String?
  /// The window whose root it is.
  package var window: String?
  package var screen: String
  package var params: JSONObject = [:]
  package var state: JSONObject = [:]
  /// The selected tab, or the pane in focus.
  package var selection: StoredSelection?
}

/// The selected tab or the pane in focus.
package struct StoredSelection: Sendable {
  package var slot: String
  /// Whether it is a pane.
  package var isFocus: Bool
  /// The tabs visited before: `{tab, root?, params?}`, the selected one last.
  package var visits: [JSONValue] = []
}

extension StoredScreen {
  package var json: JSONObject {
    var row: JSONObject = [
      "id": .integer(id), "parent": parent.map { .integer($0) } ?? .null,
      "slot": slot.map { .string($0) } ?? .null,
    ]
    if let window { row["window"] = .string(window) }
    row["screen"] = .string(screen)
    row["params"] = .object(params)
    row["state"] = .object(state)
    if let selection {
      row[selection.isFocus ? "focus" : "selected"] = .string(selection.slot)
      if !selection.visits.isEmpty { row["visits"] = .array(selection.visits) }
    }
    return row
  }

  init(_ reader: StoredReader) throws(StoredFault) {
    id = try reader.id("id")
    parent = try reader.number("parent")
    slot = try reader.text("slot")
    window = try reader.text("window")
    screen = try reader.string("screen")
    params = try reader.object("params")
    state = try reader.object("state")
    selection = try StoredSelection(reader)
  }
}

extension StoredSelection {
  init?(_ reader: StoredReader) throws(StoredFault) {
    let tab = try reader.text("selected")
    let pane = try reader.text("focus")
    guard let slot = tab ?? pane else { return nil }
    self.slot = slot
    isFocus = tab == nil
    visits = try reader.ifAny("visits") { (it) throws(StoredFault) in try it.array() } ?? []
  }
}
