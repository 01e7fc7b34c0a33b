import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// The effect of a change so far, as a receipt reports it.
///
/// Screens are rows with ids and parents, without paths, so that their size doesn't grow with the depth. A
/// screen that was made and removed in the same change is left out.
struct Receipt {
  let session: Session
  let digest: ChangeDigest
  /// The first id that the change could give.
  let firstID: Int
  /// The start of its notices.
  let firstNotice: Int

  private var flow: FlowDefinition { session.flow }

  /// - Complexity: O(number of screens made, removed and changed), and of values compared.
  var json: JSONObject {
    let (changed, shared) = changes
    return [
      "created": .array(created), "removed": .array(removed), "changed": .array(changed),
      "shared": .array(shared), "asked": .array(asked),
    ]
  }

  private var created: [JSONValue] {
    var rows: [JSONValue] = []
    for number in firstID..<session.world.counters.screen {
      let id = ScreenID(number)
      guard let window = session.world.windows.first(where: { $0.contains(id) }),
        let place = window.place(of: id)
      else { continue }
      rows.append(
        row(id, type: place.type, parent: place.parent, slot: place.slot, window: window.window) {
          window.place(of: $0)?.type
        })
    }
    return rows
  }

  /// The requested effects.
  private var asked: [JSONValue] {
    session.notices.all[firstNotice...].compactMap { notice in
      guard case .effectRequested(_, let effect, let at) = notice else { return nil }
      var input: JSONObject = [:]
      for (field, value) in zip(effect.definition.input.fields, effect.input) {
        input[field.name] = field.sensitive ? StateView.hidden : value
      }
      var members: JSONObject = ["effect": .integer(effect.id), "name": .string(effect.definition.name)]
      if effect.screen != nil { members["at"] = .string(String(decoding: at, as: UTF8.self)) }
      members = effect.owner.shown(in: members)
      members["input"] = .object(input)
      members["key"] = .string(effect.hostKey)
      return .object(members)
    }
  }

  private var removed: [JSONValue] {
    var types: [ScreenID: Int] = [:]
    var rows: [JSONValue] = []
    for case .removed(let tree) in digest.trees {
      var pending = [(tree.root, tree.parent, tree.slot)]
      while let (screen, parent, slot) = pending.popLast() {
        types[screen.id] = screen.type
        // A screen taken over by a reset stays alive.
        if screen.id.number < firstID, !session.world.windows.contains(screen.id) {
          rows.append(
            row(screen.id, type: screen.type, parent: parent, slot: slot, window: tree.window) { parent in
              types[parent] ?? session.world.windows.place(of: parent)?.type
            })
        }
        for slot in (0..<screen.slots.count).reversed() {
          if let child = screen.slots[slot].screen { pending.append((child, screen.id, slot)) }
        }
      }
    }
    return rows
  }

  private func row(
    _ id: ScreenID, type: Int, parent: ScreenID?, slot: Int, window: String, typeOf: (ScreenID) -> Int?
  ) -> JSONValue {
    var row: JSONObject = ["id": .integer(id.number), "screen": .string(flow.screens[type].name)]
    if let parent {
      row["parent"] = .integer(parent.number)
      if let type = typeOf(parent) { row["slot"] = .string(flow.screens[type].slots[slot].name) }
    } else {
      row["window"] = .string(window)
    }
    return .object(row)
  }

  // MARK: Changes

  /// The screens that were there before and now have other params, state or selection, and the changed places
  /// of the shared state.
  private var changes: (screens: [JSONValue], shared: [JSONValue]) {
    var shared: [JSONValue] = []
    var changed: [JSONValue] = []
    for (screen, written) in pointers {
      let written = written.map { JSONValue.string($0.text) }
      guard let screen else {
        shared = written
        continue
      }
      guard screen.number < firstID, let window = session.world.windows.index(holding: screen) else {
        continue
      }
      changed.append(
        .object([
          "at": .string(session.world.windows[window].address(of: screen)), "id": .integer(screen.number),
          "pointers": .array(written),
        ]))
    }
    return (changed, shared)
  }

  /// The written places that have changed, in the order in which they were first written; nil stands for the
  /// shared state.
  private var pointers: OrderedDictionary<ScreenID?, OrderedSet<UTF8Key>> {
    var pointers: OrderedDictionary<ScreenID?, OrderedSet<UTF8Key>> = [:]
    // The first of several writes to one field holds the original value.
    var seen: Set<FieldPlace> = []
    for case .write(let id, let write) in digest.parts {
      let screen = id.flatMap { live($0) }
      if id != nil, screen == nil { continue }
      func append(_ tokens: [String]) {
        pointers[id, default: []].append(UTF8Key(JSONPointer(tokens).description))
      }
      switch write {
      case .field(let field, .set(let former)):
        let now = screen?.state[field] ?? session.world.shared[field]
        guard seen.insert(FieldPlace(screen: id, field: field)).inserted, !former.isIdentical(to: now) else {
          continue
        }
        append(tokens(of: field, in: screen))
      case .field(let field, .place(let edit)):
        // A path into a sensitive field may reveal it by its keys.
        let tail = definition(of: field, in: screen).sensitive ? [] : edit.pointer.tokens
        append(tokens(of: field, in: screen) + tail)
      case .params(let former):
        guard let screen else { continue }
        for (index, field) in flow.screens[screen.type].params.fields.enumerated()
        where !former[index].isIdentical(to: screen.params[index]) {
          append(["params", field.name])
        }
      case .selection(let former):
        guard let screen, screen.selection != former else { continue }
        append([flow.screens[screen.type].kind == .tabs ? "selected" : "focus"])
      }
    }
    return pointers
  }

  private func definition(of field: Int, in screen: Screen?) -> FieldDefinition {
    screen.map { flow.screens[$0.type].state.fields[field] } ?? flow.shared.fields[field]
  }

  private func tokens(of field: Int, in screen: Screen?) -> [String] {
    (screen == nil ? [] : ["state"]) + [definition(of: field, in: screen).name]
  }

  private func live(_ id: ScreenID) -> Screen? {
    session.world.windows.screen(id)
  }
}
