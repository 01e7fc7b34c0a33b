import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

extension Session {
  /// What the present change has done so far, as a receipt tells it.
  ///
  /// Screens are rows with ids and parents, without paths, so that their size doesn't grow with the depth. One
  /// that was made and removed in the same change isn't told.
  /// - Parameters:
  ///   - firstID: the first id that the change could give.
  ///   - firstNotice: where its notices begin.
  /// - Complexity: O(number of screens made, removed and changed), and of values compared.
  func effects(firstID: Int, firstNotice: Int) -> JSONObject {
    let (changed, shared) = changes(firstID: firstID)
    return [
      "created": .array(created(firstID: firstID)), "removed": .array(removed(firstID: firstID)),
      "changed": .array(changed), "shared": .array(shared), "asked": .array(asked(firstNotice: firstNotice)),
    ]
  }

  private func created(firstID: Int) -> [JSONValue] {
    var rows: [JSONValue] = []
    for number in firstID..<world.counters.screen {
      let id = ScreenID(number)
      guard let window = world.windows.first(where: { $0.place(of: id) != nil }),
        let place = window.place(of: id)
      else { continue }
      rows.append(
        row(id, type: place.type, parent: place.parent, slot: place.slot, window: window.window) {
          window.place(of: $0)?.type
        })
    }
    return rows
  }

  /// The effects that a host is asked for.
  private func asked(firstNotice: Int) -> [JSONValue] {
    notices.all[firstNotice...].compactMap { notice in
      guard case .effectRequested(_, let effect, let at) = notice else { return nil }
      var input: JSONObject = [:]
      for (field, value) in zip(effect.definition.input.fields, effect.input) {
        input[field.name] = field.sensitive ? StateView.hidden : value
      }
      return .object([
        "effect": .integer(effect.id), "name": .string(effect.definition.name),
        "at": .string(String(decoding: at, as: UTF8.self)),
        "id": .integer(effect.screen.number), "input": .object(input), "key": .string("\(name)-\(effect.id)"),
      ])
    }
  }

  private func removed(firstID: Int) -> [JSONValue] {
    var types: [ScreenID: Int] = [:]
    var rows: [JSONValue] = []
    for inverse in history.journal {
      guard let (root, window, parent, slot) = removedTree(of: inverse) else { continue }
      var pending = [(root, parent, slot)]
      while let (screen, parent, slot) = pending.popLast() {
        types[screen.id] = screen.type
        // A screen that a reset took over lives on.
        if screen.id.number < firstID, !isAlive(screen.id) {
          rows.append(
            row(screen.id, type: screen.type, parent: parent, slot: slot, window: window) { parent in
              types[parent] ?? world.windows.lazy.compactMap { $0.place(of: parent)?.type }.first
            })
        }
        for slot in (0..<screen.slots.count).reversed() {
          if let child = screen.slots[slot].screen { pending.append((child, screen.id, slot)) }
        }
      }
    }
    return rows
  }

  /// The tree that a step has removed, and where it stood.
  private func removedTree(of inverse: Inverse) -> (Screen, window: String, parent: ScreenID?, slot: Int)? {
    if case .removed(let window, let parent, let slot, let state) = inverse {
      return state.screen.map { ($0, world.windows[window].window, parent, slot) }
    }
    if case .replaced(let window, let successor, let state) = inverse {
      let place = world.windows[window].place(of: successor)
      return state.screen.map { ($0, world.windows[window].window, place?.parent, place?.slot ?? 0) }
    }
    if case .windowClosed(_, let window) = inverse { return (window.focus, window.window, nil, 0) }
    return nil
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
}

/// Which fields a change has written, whose values are otherwise now.
private struct Writes {
  /// Pointers by screen, in the order in which they were first written; nil: the shared state.
  private(set) var pointers: OrderedDictionary<ScreenID?, OrderedSet<String>> = [:]

  mutating func note(_ screen: ScreenID?, _ tokens: [String]) {
    pointers[screen, default: []].append(JSONPointer(tokens).description)
  }
}

extension Session {
  /// The screens that were there before and have other params, state or selection now, and the places of the
  /// shared state that are otherwise.
  fileprivate func changes(firstID: Int) -> ([JSONValue], shared: [JSONValue]) {
    var writes = Writes()
    // Of several writes to one field the first one knows what was there before.
    var seen: Set<String> = []
    for inverse in history.journal {
      switch inverse {
      case .field(let owner, let number, let old):
        guard let (screen, field, now) = written(owner, number) else { continue }
        guard seen.insert("\(screen?.number ?? 0) \(number)").inserted, !old.isIdentical(to: now) else {
          continue
        }
        writes.note(screen, (screen == nil ? [] : ["state"]) + [field.name])
      case .place(let owner, let number, let inverse):
        guard let (screen, field, _) = written(owner, number) else { continue }
        // What stands in a sensitive field may tell by its keys.
        let tail = field.sensitive ? [] : inverse.pointer.tokens
        writes.note(screen, (screen == nil ? [] : ["state"]) + [field.name] + tail)
      case .params(_, let id, let old):
        guard let screen = live(id) else { continue }
        for (index, field) in flow.screens[screen.type].params.fields.enumerated()
        where !old[index].isIdentical(to: screen.params[index]) {
          writes.note(id, ["params", field.name])
        }
      case .selected(_, let id, let slot, _):
        guard let screen = live(id), screen.selection != slot else { continue }
        writes.note(id, [flow.screens[screen.type].kind == .tabs ? "selected" : "focus"])
      case .presented, .removed, .replaced, .windowOpened, .windowClosed, .ledger: break
      }
    }
    var shared: [JSONValue] = []
    var changed: [JSONValue] = []
    for (screen, pointers) in writes.pointers {
      let pointers = pointers.map { JSONValue.string($0) }
      guard let screen else {
        shared = pointers
        continue
      }
      guard screen.number < firstID,
        let window = world.windows.firstIndex(where: { $0.place(of: screen) != nil })
      else { continue }
      changed.append(
        .object([
          "at": .string(address(of: screen, in: window)), "id": .integer(screen.number),
          "pointers": .array(pointers),
        ]))
    }
    return (changed, shared)
  }

  /// A field that was written, and what it holds now; nil where its screen is gone.
  private func written(_ owner: FieldOwner, _ number: Int)
    -> (screen: ScreenID?, field: FieldDefinition, now: JSONValue)?
  {
    switch owner {
    case .session: return (nil, flow.shared.fields[number], world.shared[number])
    case .screen(_, let id):
      guard let screen = live(id) else { return nil }
      return (id, flow.screens[screen.type].state.fields[number], screen.state[number])
    }
  }

  private func live(_ id: ScreenID) -> Screen? {
    for window in world.windows where window.place(of: id) != nil { return window.screen(id) }
    return nil
  }
}
