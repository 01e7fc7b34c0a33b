import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// The receipt of a change that isn't settled, read from its digest.
struct ReceiptReader {
  let transaction: Transaction
  let digest: ChangeDigest
  /// The first id that the change could give.
  let firstID: Int
  /// The start of its notices.
  let firstNotice: Int

  private var flow: FlowDefinition { transaction.flow }

  /// - Complexity: O(number of screens made, removed and changed), and of values compared.
  var receipt: Receipt {
    let (changed, shared) = changes
    return Receipt(created: created, removed: removed, changed: changed, shared: shared, asked: asked)
  }

  private var created: [Receipt.Row] {
    (firstID..<transaction.world.counters.screen).compactMap { number in
      let id = ScreenID(number)
      guard let index = transaction.world.windows.index(holding: id) else { return nil }
      let window = transaction.world.windows[index]
      return window.place(of: id).map { row(id, at: $0, in: window.window) { window.place(of: $0)?.type } }
    }
  }

  private var asked: [(effect: EffectInFlight, at: [UInt8])] {
    transaction.notices.all[firstNotice...].compactMap { notice in
      if case .effectRequested(_, let effect, let at) = notice { (effect, at) } else { nil }
    }
  }

  private var removed: [Receipt.Row] {
    var types: [ScreenID: Int] = [:]
    var rows: [Receipt.Row] = []
    for case .removed(let tree) in digest.trees {
      for (screen, place) in tree.root.subtree(at: tree.place) {
        types[screen.id] = screen.type
        // A screen that a reset took over lives on.
        if screen.id.number >= firstID || transaction.world.windows.contains(screen.id) { continue }
        rows.append(
          row(screen.id, at: place, in: tree.window) { parent in
            types[parent] ?? transaction.world.windows.place(of: parent)?.type
          })
      }
    }
    return rows
  }

  private func row(
    _ id: ScreenID, at place: Place, in window: String, typeOf: (ScreenID) -> Int?
  ) -> Receipt.Row {
    let holder = place.parent.flatMap(typeOf)
    return Receipt.Row(
      id: id, type: flow.screens[place.type].name, parent: place.parent,
      slot: holder.map { flow.screens[$0].slots[place.slot].name }, window: window)
  }

  // MARK: Changes

  /// The screens that were there before and now have other params, state or selection, and the changed places
  /// of the shared state.
  private var changes: (screens: [Receipt.Written], shared: [String]) {
    var shared: [String] = []
    var changed: [Receipt.Written] = []
    for (screen, written) in pointers {
      let written = written.map(\.text)
      guard let screen else {
        shared = written
        continue
      }
      guard screen.number < firstID, let at = transaction.world.windows.address(of: screen) else { continue }
      changed.append(Receipt.Written(at: at, id: screen, pointers: written))
    }
    return (changed, shared)
  }

  /// The written places that have changed, in the order in which they were first written; nil stands for the
  /// shared state.
  private var pointers: OrderedDictionary<ScreenID?, OrderedSet<UTF8Key>> {
    var pointers: OrderedDictionary<ScreenID?, OrderedSet<UTF8Key>> = [:]
    // Of several writes to one field the first one knows what was there before.
    var seen: Set<FieldPlace> = []
    for case .write(let id, let write) in digest.parts {
      let screen = id.flatMap { live($0) }
      if id != nil, screen == nil { continue }
      func append(_ tokens: [String]) {
        pointers[id, default: []].append(UTF8Key(JSONPointer(tokens).description))
      }
      switch write {
      case .field(let field, .set(let former)):
        let now = screen?.state[field] ?? transaction.world.shared[field]
        guard seen.insert(FieldPlace(screen: id, field: field)).inserted, !former.isIdentical(to: now) else {
          continue
        }
        append(tokens(of: field, in: screen))
      case .field(let field, .place(let edit)):
        // What stands in a sensitive field may tell by its keys.
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
    transaction.world.windows.screen(id)
  }
}
