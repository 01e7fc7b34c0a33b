import NavtreeFlow
import NavtreeJSON
import NavigationTree

/// Writes what a change has made of a session, from its digest.
struct StateDeltaWriter {
  let transaction: Transaction
  let digest: ChangeDigest
  var changes: StateDelta
  var isSensitive = false

  private var document: SessionDocument { SessionDocument(of: transaction, sensitive: isSensitive) }

  mutating func write() {
    let crowded = crowdedFields
    for part in digest.parts {
      switch part {
      case .write(let screen, let content): write(content, of: screen, crowded)
      case .tree(let change): write(change)
      case .ledger(let step): step.tell(transaction.world.ledgers, to: &changes)
      }
    }
  }

  /// The fields that the change has written inside more than once: later writes may have moved earlier ones.
  private var crowdedFields: Set<FieldPlace> {
    if digest.parts.count < 2 { return [] }
    var seen: Set<FieldPlace> = []
    var crowded: Set<FieldPlace> = []
    for case .write(let screen, .field(let field, .place)) in digest.parts {
      let place = FieldPlace(screen: screen, field: field)
      if !seen.insert(place).inserted { crowded.insert(place) }
    }
    return crowded
  }

  private mutating func write(
    _ write: ChangeDigest.Write, of screen: ScreenID?, _ crowded: Set<FieldPlace>
  ) {
    switch write {
    case .field(let field, .set): self.write(field, of: screen, [])
    case .field(let field, .place(let edit)):
      let isCrowded = crowded.contains(FieldPlace(screen: screen, field: field))
      self.write(field, of: screen, isCrowded ? [] : edit.pointer.tokens)
    case .params:
      guard let screen = screen.flatMap({ transaction.world.windows.screen($0) }) else { return }
      let params = transaction.flow.screens[screen.type].params.object(screen.params, sensitive: isSensitive)
      changes.write(.object(params), at: "\(Self.row(screen.id))/params")
    case .selection:
      guard let screen = screen.flatMap({ transaction.world.windows.screen($0) }),
        let (key, value) = document.selection(of: screen)
      else { return }
      changes.write(value, at: "\(Self.row(screen.id))/\(key)")
    }
  }

  private mutating func write(_ field: Int, of screen: ScreenID?, _ tail: [String]) {
    let definition: FieldDefinition
    let whole: JSONValue
    let above: String
    if let screen {
      guard let standing = transaction.world.windows.screen(screen) else { return }
      definition = transaction.flow.screens[standing.type].state.fields[field]
      whole = standing.state[field]
      above = "\(Self.row(screen))/state"
    } else {
      definition = transaction.flow.shared.fields[field]
      whole = transaction.world.shared[field]
      above = "/shared"
    }
    let place = "\(above)/\(definition.name)"
    if definition.sensitive, !isSensitive { return changes.write(StateView.hidden, at: place) }
    let pointer = JSONPointer(tail)
    if let value = whole[pointer] {
      changes.write(value, at: place + pointer.description)
    } else {
      changes.remove(place + pointer.description)
    }
  }

  // MARK: Trees

  private mutating func write(_ change: ChangeDigest.TreeChange) {
    let windows = transaction.world.windows
    switch change {
    case .presented(let parent, let slot):
      if let child = windows.child(of: parent, in: slot) { writeTree(child.id) }
    case .windowOpened:
      for window in windows { writeTree(window.rootID) }
    case .removed(let tree):
      if case .windowClosed = tree.end, !windows.contains(where: { $0.window == tree.window }) {
        changes.remove("/windows/\(tree.window)")
      }
      writeGone(tree.root)
      if case .replaced(let successor) = tree.end { writeTree(successor) }
    }
  }

  private mutating func writeTree(_ root: ScreenID) {
    guard let index = transaction.world.windows.index(holding: root) else { return }
    let window = transaction.world.windows[index]
    if window.rootID == root { changes.write(.integer(root.number), at: "/windows/\(window.window)") }
    for (screen, place) in window.subtree(of: root) {
      changes.write(document.row(of: screen, at: place), at: Self.row(screen.id))
    }
  }

  private mutating func writeGone(_ root: Screen) {
    for (screen, _) in root.subtree(order: .lastSlotFirst)
    where !transaction.world.windows.contains(screen.id) {
      changes.remove(Self.row(screen.id))
    }
  }

  private static func row(_ screen: ScreenID) -> String { "/screens/\(screen.number)" }
}
