import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

extension Session {
  /// Begins to note what changes make of the session.
  package func noteChanges() { observers.recorded = StateChanges() }

  /// Gives what was noted since the last time.
  package func takeNotedChanges() -> StateChanges {
    defer { if observers.recorded != nil { observers.recorded = StateChanges() } }
    return observers.recorded ?? StateChanges()
  }

  /// Notes what the present change, which is settled, has made of the session.
  ///
  /// - Complexity: O(size of what was written), and of a field's whole value where a part of it was inserted or
  ///   taken out beside others.
  func notePresentChange() {
    guard var changes = observers.recorded else { return }
    observers.recorded = nil
    let crowded = crowdedFields
    for step in history.journal { note(step, crowded, in: &changes) }
    observers.recorded = changes
  }

  /// A field of a screen, or with nil one that is shared.
  private struct FieldPlace: Hashable {
    let screen: ScreenID?
    let field: Int

    init(_ owner: FieldOwner, _ field: Int) {
      switch owner {
      case .screen(_, let screen): self.screen = screen
      case .session: screen = nil
      }
      self.field = field
    }
  }

  /// The fields that the present change has written inside more than once: the later writes may have moved what
  /// the earlier ones wrote.
  private var crowdedFields: Set<FieldPlace> {
    if history.journal.count < 2 { return [] }
    var seen: Set<FieldPlace> = []
    var crowded: Set<FieldPlace> = []
    for case .place(let owner, let field, _) in history.journal {
      if !seen.insert(FieldPlace(owner, field)).inserted { crowded.insert(FieldPlace(owner, field)) }
    }
    return crowded
  }

  private func note(_ step: Inverse, _ crowded: Set<FieldPlace>, in changes: inout StateChanges) {
    switch step {
    case .field(let owner, let field, _): note(FieldPlace(owner, field), [], in: &changes)
    case .place(let owner, let field, let inverse):
      let place = FieldPlace(owner, field)
      note(place, crowded.contains(place) ? [] : inverse.pointer.tokens, in: &changes)
    case .params(_, let screen, _):
      guard let standing = standing(screen) else { return }
      let definition = flow.screens[standing.screen.type]
      changes.write(
        .object(definition.params.object(standing.screen.params, sensitive: false)),
        at: "\(Self.row(screen))/params"
      )
    case .presented(_, let parent, let slot):
      guard let standing = standing(parent),
        let child = world.windows[standing.window].child(of: standing.screen, in: slot)
      else { return }
      noteTree(child.id, in: &changes)
    case .removed(_, _, _, let state): noteGone(state.screen, in: &changes)
    case .replaced(_, let successor, let state):
      noteGone(state.screen, in: &changes)
      noteTree(successor, in: &changes)
    case .selected(_, let screen, _, _):
      guard let standing = standing(screen), let (key, value) = selection(of: standing.screen) else { return }
      changes.write(value, at: "\(Self.row(screen))/\(key)")
    case .windowOpened:
      // On a way through the history the number is that of the window then.
      for window in world.windows {
        changes.write(.integer(window.rootID.number), at: "/windows/\(window.window)")
        noteTree(window.rootID, in: &changes)
      }
    case .windowClosed(_, let window):
      if !world.windows.contains(where: { $0.window == window.window }) {
        changes.remove("/windows/\(window.window)")
      }
      noteGone(window.focus, in: &changes)
    case .ledger(let step): step.tell(world.ledgers, to: &changes)
    }
  }

  private func note(_ place: FieldPlace, _ tail: [String], in changes: inout StateChanges) {
    let definition: FieldDefinition
    let whole: JSONValue
    let above: String
    if let screen = place.screen {
      guard let standing = standing(screen)?.screen else { return }
      definition = flow.screens[standing.type].state.fields[place.field]
      whole = standing.state[place.field]
      above = "\(Self.row(screen))/state"
    } else {
      definition = flow.shared.fields[place.field]
      whole = world.shared[place.field]
      above = "/shared"
    }
    let field = "\(above)/\(definition.name)"
    if definition.sensitive { return changes.write(StateView.hidden, at: field) }
    let pointer = JSONPointer(tail)
    if let value = whole[pointer] {
      changes.write(value, at: field + pointer.description)
    } else {
      changes.remove(field + pointer.description)
    }
  }

  private func noteTree(_ root: ScreenID, in changes: inout StateChanges) {
    guard let window = world.windows.firstIndex(where: { $0.place(of: root) != nil }) else { return }
    world.windows[window].walk(from: root) { visit in
      let standing = StandingScreen(screen: visit.screen, place: visit.place, window: window)
      changes.write(row(of: standing, sensitive: false), at: Self.row(visit.screen.id))
    }
  }

  private func noteGone(_ root: Screen?, in changes: inout StateChanges) {
    var pending = root.map { [$0] } ?? []
    while let screen = pending.popLast() {
      if !isAlive(screen.id) { changes.remove(Self.row(screen.id)) }
      for slot in 0..<screen.slots.count {
        if let child = screen.slots[slot].screen { pending.append(child) }
      }
    }
  }

  private func standing(_ screen: ScreenID) -> StandingScreen? {
    for (index, window) in world.windows.enumerated() {
      if let place = window.place(of: screen), let found = window.screen(screen) {
        return StandingScreen(screen: found, place: place, window: index)
      }
    }
    return nil
  }

  private static func row(_ screen: ScreenID) -> String { "/screens/\(screen.number)" }
}
