import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections

/// The writes to a session since the last report, read from the inverses of its changes.
///
/// Changes add up: the kept data grows with the state, not with their number.
final class Touches {
  /// Ids from this one on were given since: those screens are reported as wholes, with their holders.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var firstNew: Int
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var screens = ShortDictionary<ScreenID, ScreenTouch>()
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private(set) var hasShared = false
  /// The number of steps since places were last counted.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var uncounted = 0
  /// The memory of a reported screen, for the next one.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  private var spare: ScreenTouch?

  /// A value with more written places than this is kept as a whole.
  private static let mostPlaces = 4096
  /// The memory of more fields than this is released.
  private static let mostSpareFields = 16

  init(firstNew: Int) {
    self.firstNew = firstNew
  }

  /// Forgets the writes, which are all reported.
  ///
  /// - Complexity: O(size of the writes), whose memory is kept if it is that of a single screen.
  func removeAll(firstNew: Int) {
    self.firstNew = firstNew
    hasShared = false
    uncounted = 0
    if screens.count == 1, screens[at: 0].state.count <= Self.mostSpareFields {
      let touch = screens[at: 0]
      touch.removeAll()
      spare = touch
      screens.removeAll(keepingCapacity: true)
    } else if !screens.isEmpty {
      screens.removeAll()
    }
  }

  /// Adds the places that the present change of a session has touched. A single write of a field needs no digest.
  ///
  /// - Complexity: O(number of steps); for a tree that has moved, or that a reset has replaced, O(its size).
  func addChange(of transaction: Transaction) {
    uncounted += transaction.history.journal.count
    if transaction.history.journal.count == 1,
      case .field(let owner, let field, let old) = transaction.history.journal[0]
    {
      return replace(field, of: owner, old)
    }
    // A screen that replaced another takes its part, until it is replaced or removed itself.
    var standIns: OrderedDictionary<ScreenID, ScreenID> = [:]
    for part in transaction.digest.parts {
      switch part {
      case .write(let screen, let write): add(screen, write)
      case .tree(.presented(let parent, let slot)):
        change(parent) { $0.touch(slot: slot, held: nil) }
        if let child = transaction.world.windows.child(of: parent, in: slot), child.id.number < firstNew {
          for (moved, _) in transaction.world.windows.subtree(of: child.id) {
            change(moved.id) { $0.standsElsewhere = true }
          }
        }
      case .tree(.removed(let tree)):
        switch tree.end {
        case .removed:
          guard let parent = tree.parent else { continue }
          change(parent) { $0.touch(slot: tree.slot, held: standIns[tree.root.id] ?? tree.root.id) }
        case .replaced(let successor):
          if tree.root.id != successor { standIns[successor] = standIns[tree.root.id] ?? tree.root.id }
          addReused(from: tree.root, in: transaction)
        case .windowClosed: break
        }
      case .tree(.windowOpened), .ledger: break
      }
    }
    for (successor, original) in standIns {
      guard let place = transaction.world.windows.place(of: successor), let parent = place.parent else {
        continue
      }
      change(parent) { $0.touch(slot: place.slot, held: original) }
    }
  }

  private func add(_ screen: ScreenID?, _ write: ChangeDigest.Write) {
    guard let screen else {
      hasShared = true
      return
    }
    switch write {
    case .field(let field, .set(let old)): replace(field, of: screen, old)
    case .field(let field, .place(let edit)): change(screen) { $0.touch(field: field) { $0.enter(edit) } }
    case .params(let old): change(screen) { $0.params = $0.params ?? old }
    case .selection(let slot): change(screen) { $0.selection = $0.selection ?? slot }
    }
  }

  /// Adds a write of a whole field, of a screen or with nil of the session.
  private func replace(_ field: Int, of screen: ScreenID?, _ old: JSONValue) {
    guard let screen else {
      hasShared = true
      return
    }
    change(screen) { $0.touch(field: field) { $0.replace(old) } }
  }

  private func change(_ id: ScreenID, _ body: (ScreenTouch) -> Void) {
    guard id.number < firstNew else { return }
    if let index = screens.index(of: id) { return body(screens[at: index]) }
    let touch = spare ?? ScreenTouch()
    spare = nil
    screens.append(touch, for: id)
    body(touch)
  }

  /// Adds the former screens of a tree that its replacement has taken over.
  private func addReused(from root: Screen, in transaction: Transaction) {
    for (screen, _) in root.subtree() where transaction.world.windows.contains(screen.id) {
      change(screen.id) { touch in
        touch.standsElsewhere = true
        touch.params = touch.params ?? screen.params
        touch.selection = touch.selection ?? screen.selection
        for (field, value) in screen.state.enumerated() {
          touch.touch(field: field) { $0.replace(value) }
        }
        for slot in transaction.flow.screens[screen.type].slots.indices {
          touch.touch(slot: slot, held: screen.slots[slot].screen?.id)
        }
      }
    }
  }

  /// Keeps values with too many written places as wholes, from time to time.
  ///
  /// - Complexity: O(1), but after many steps O(number of places), and of the values kept as wholes.
  func condense(in transaction: Transaction) {
    guard uncounted > Self.mostPlaces else { return }
    uncounted = 0
    for (id, touch) in screens.elements {
      for (index, (field, value)) in touch.state.elements.enumerated() where value.count > Self.mostPlaces {
        guard let now = transaction.world.windows.screen(id)?.state[field] else { continue }
        touch.state[at: index] = ValueTouch(before: .value(value.rewound(now)))
      }
    }
  }
}
