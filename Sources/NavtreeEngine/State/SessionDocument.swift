import NavtreeFlow
package import NavtreeJSON
import NavigationTree
import OrderedCollections

/// A whole session as one object: `{shared, windows: {NAME: ROOT'S ID}, screens: {ID: ROW}}`, a row being
/// `{parent, slot, screen, params, state}`, with `selected` or `focus` where they apply.
///
/// It is flat, so that it nests no deeper than the values in it.
package struct SessionDocument {
  private let transaction: Transaction
  private let sensitive: Bool

  /// - Parameter sensitive: whether the values of sensitive fields are shown.
  package init(of session: Session, sensitive: Bool) {
    self.init(of: session.transaction, sensitive: sensitive)
  }

  init(of transaction: Transaction, sensitive: Bool) {
    self.transaction = transaction
    self.sensitive = sensitive
  }

  /// - Complexity: O(size of all screens).
  package var json: JSONValue {
    var document = head
    var rows: JSONObject = [:]
    for (id, visit) in screens { rows["\(id.number)"] = row(of: visit.screen, at: visit.place) }
    document["screens"] = .object(rows)
    return .object(document)
  }

  /// The document with the effects, timers and links beside the rest.
  ///
  /// - Complexity: O(size of all screens).
  package var whole: JSONObject {
    var document = json.object ?? [:]
    let ledgers = transaction.world.ledgers
    var delta = StateDelta()
    for number in ledgers.effects.numbers { ledgers.effects.tell(number, to: &delta) }
    for number in ledgers.timers.numbers { ledgers.timers.tell(number, to: &delta) }
    for part in ["effects", "timers"] {
      var rows: JSONObject = [:]
      for (place, row) in delta.written where place.hasPrefix("/\(part)/") {
        rows[String(place.dropFirst(part.utf8.count + 2))] = row
      }
      document[part] = .object(rows)
    }
    document["links"] = .integer(ledgers.links.count)
    return document
  }

  /// The difference between this document and that of another session.
  ///
  /// - Complexity: O(size of all screens of both).
  package func patch(to other: SessionDocument) -> JSONPatch {
    var patch = JSONPatch(from: .object(head), to: .object(other.head))
    let old = screens
    let new = other.screens
    for id in old.keys where new[id] == nil {
      patch.operations.append(.remove(["screens", "\(id.number)"]))
    }
    for (id, visit) in new {
      let pointer: JSONPointer = ["screens", "\(id.number)"]
      let row = other.row(of: visit.screen, at: visit.place)
      guard let before = old[id] else {
        patch.operations.append(.add(pointer, row))
        continue
      }
      let changes = JSONPatch(from: self.row(of: before.screen, at: before.place), to: row)
      patch.operations += changes.operations.map { $0.below(pointer) }
    }
    return patch
  }

  /// All live screens in pre-order.
  private var screens: OrderedDictionary<ScreenID, Subtree.Visit> {
    var screens: OrderedDictionary<ScreenID, Subtree.Visit> = [:]
    for window in transaction.world.windows {
      for visit in window.subtree() { screens[visit.screen.id] = visit }
    }
    return screens
  }

  /// The document without its screens.
  private var head: JSONObject {
    var roots: JSONObject = [:]
    for window in transaction.world.windows { roots[window.window] = .integer(window.rootID.number) }
    let shared = transaction.flow.shared.object(transaction.world.shared, sensitive: sensitive)
    return ["shared": .object(shared), "windows": .object(roots)]
  }

  /// The row of a screen.
  func row(of screen: Screen, at place: Place) -> JSONValue {
    let definition = transaction.flow.screens[screen.type]
    var row: JSONObject = ["parent": nil, "slot": nil, "screen": .string(definition.name)]
    if let parent = place.parent, let above = transaction.world.windows.place(of: parent) {
      row["parent"] = .integer(parent.number)
      row["slot"] = .string(transaction.flow.screens[above.type].slots[place.slot].name)
    }
    row["params"] = .object(definition.params.object(screen.params, sensitive: sensitive))
    row["state"] = .object(definition.state.object(screen.state, sensitive: sensitive))
    if let (key, value) = selection(of: screen) { row[key] = value }
    return .object(row)
  }

  /// The member that names the selected tab or the pane in focus.
  func selection(of screen: Screen) -> (key: String, value: JSONValue)? {
    let definition = transaction.flow.screens[screen.type]
    return definition.kind.selectionKey.map { ($0, .string(definition.slots[screen.selection].name)) }
  }
}

extension JSONPatch.Operation {
  /// The same operation on the value at a pointer.
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
