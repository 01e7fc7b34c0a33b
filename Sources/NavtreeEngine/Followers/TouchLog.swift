import NavtreeFlow
import NavtreeJSON
package import NavigationTree

/// A place that a change may touch, as finely as it is read.
package struct Touch: Hashable, Sendable {
  package enum Kind: UInt8, Sendable {
    /// A field of a screen.
    case params, state
    /// The selected tab of a screen, or its pane in focus.
    case selection
    /// The content of a slot of a screen.
    case slot
    /// A screen's own place in the tree: it came, went or moved, with everything above it.
    case place
    /// A shared field.
    case shared
    /// The windows and their roots.
    case windows
    /// Anything about which screens are where.
    case structure
    /// Any change at all.
    case change
    /// A name that the engine never touches.
    case other
  }

  package let kind: Kind
  /// The screen's number; 0 for the session.
  package let screen: Int
  /// The field's or the slot's number; ``any`` for all of them.
  package let number: Int

  package static let any = -1

  package init(_ kind: Kind, of screen: ScreenID? = nil, _ number: Int = Self.any) {
    self.init(kind, screen: screen?.number ?? 0, number)
  }

  package init(_ kind: Kind, screen: Int, _ number: Int = Self.any) {
    self.kind = kind
    self.screen = screen
    self.number = number
  }
}

/// The places that changes have touched, until they are taken.
///
/// A place that was touched is in it; one that is in it may be as it was.
package final class TouchLog {
  private var touches: Set<Touch> = []

  /// The places since the last time; a numbered one stands for all of its kind too.
  package func take() -> Set<Touch> {
    defer { touches = [] }
    return touches
  }

  private func add(_ touch: Touch) {
    touches.insert(touch)
    if touch.number != Touch.any { touches.insert(Touch(touch.kind, screen: touch.screen)) }
  }

  /// - Complexity: O(number of steps, and of screens that came or went).
  func add(_ change: SettledChange) {
    add(Touch(.change))
    let windows = change.transaction.world.windows
    for part in change.digest.parts {
      switch part {
      case .write(let screen, .field(let field, _)):
        add(Touch(screen == nil ? .shared : .state, of: screen, field))
      case .write(let screen, .params(let former)):
        let now = screen.flatMap { windows.screen($0)?.params } ?? []
        for (field, value) in former.enumerated() where !now.indices.contains(field) || now[field] != value {
          add(Touch(.params, of: screen, field))
        }
      case .write(let screen, .selection):
        add(Touch(.selection, of: screen))
        add(Touch(.structure))
      case .tree(.windowOpened):
        add(Touch(.windows))
        add(Touch(.structure))
        for window in windows { addPlaces(of: window.subtree()) }
      case .tree(.presented(let parent, let slot)):
        add(Touch(.slot, of: parent, slot))
        add(Touch(.structure))
        if let child = windows.child(of: parent, in: slot) { addPlaces(of: windows.subtree(of: child.id)) }
      case .tree(.removed(let tree)): add(tree, in: windows, of: change.transaction)
      case .ledger: break
      }
    }
  }

  private func add(_ tree: RemovedTree, in windows: Windows, of transaction: Transaction) {
    add(Touch(.structure))
    add(tree.parent.map { Touch(.slot, of: $0, tree.slot) } ?? Touch(.windows))
    addPlaces(of: tree.root.subtree())
    guard case .replaced(let successor) = tree.end else { return }
    addPlaces(of: windows.subtree(of: successor))
    // A reset takes over screens, with other values.
    for (screen, _) in tree.root.subtree() where windows.contains(screen.id) {
      let definition = transaction.flow.screens[screen.type]
      for field in definition.params.fields.indices { add(Touch(.params, of: screen.id, field)) }
      for field in definition.state.fields.indices { add(Touch(.state, of: screen.id, field)) }
      for slot in definition.slots.indices { add(Touch(.slot, of: screen.id, slot)) }
      add(Touch(.selection, of: screen.id))
    }
  }

  private func addPlaces(of subtree: Subtree) {
    for (screen, _) in subtree { add(Touch(.place, of: screen.id)) }
  }
}
