import Flow
import JSON
import NavigationTree
import OrderedCollections

/// What was written of a session since it was last told, read from what takes its changes back.
///
/// Changes may be added one after another: what is kept grows with what there is and was, not with their number.
struct Touches {
  /// Ids from this one on were given since: those screens are told whole, with whatever holds them.
  private let firstNew: Int
  private(set) var screens: OrderedDictionary<ScreenID, ScreenTouch> = [:]
  private(set) var hasShared = false
  /// How many steps were noted since places were last counted.
  private var uncounted = 0

  /// More places of one value than these are kept as the whole of it.
  private static let mostPlaces = 4096

  init(firstNew: Int) {
    self.firstNew = firstNew
  }

  /// - Complexity: O(number of inverses); for a tree that a reset has replaced, O(its size).
  mutating func note(_ journal: Journal, in session: Session) {
    uncounted += journal.count
    // A screen that replaced another stands for it, until it is replaced or removed itself.
    var standIns: [ScreenID: ScreenID] = [:]
    for inverse in journal {
      switch inverse {
      case .field(.session, _, _), .place(.session, _, _): hasShared = true
      case .field(.screen(_, let id), let field, let old):
        note(id) { $0.state[field, default: ValueTouch()].replace(old) }
      case .place(.screen(_, let id), let field, let inverse):
        note(id) { $0.state[field, default: ValueTouch()].note(inverse) }
      case .params(_, let id, let old):
        note(id) { $0.params = $0.params ?? old }
      case .selected(_, let id, let slot, _):
        note(id) { $0.selection = $0.selection ?? slot }
      case .presented(_, let parent, let slot):
        note(parent) { $0.note(slot: slot, held: nil) }
      case .removed(_, let parent, let slot, let state):
        guard let root = state.screen?.id else { continue }
        note(parent) { $0.note(slot: slot, held: standIns[root] ?? root) }
      case .replaced(_, let successor, let state):
        guard let root = state.screen else { continue }
        if root.id != successor { standIns[successor] = standIns[root.id] ?? root.id }
        noteReused(from: root, in: session)
      case .windowOpened, .windowClosed, .waiting, .timerSet, .timerCleared, .kept, .effect, .pendingLinks:
        break
      }
    }
    for (successor, original) in standIns {
      guard let place = session.place(of: successor), let parent = place.parent else { continue }
      note(parent) { $0.note(slot: place.slot, held: original) }
    }
  }

  private mutating func note(_ id: ScreenID, _ body: (inout ScreenTouch) -> Void) {
    if id.number < firstNew { body(&screens[id, default: ScreenTouch()]) }
  }

  /// Notes what the screens of a tree were that live on in the one that took its place.
  private mutating func noteReused(from root: Screen, in session: Session) {
    var pending = [root]
    while let screen = pending.popLast() {
      let slots = session.flow.screens[screen.type].slots.indices
      if session.place(of: screen.id) != nil {
        note(screen.id) { touch in
          touch.params = touch.params ?? screen.params
          touch.selection = touch.selection ?? screen.selection
          for (field, value) in screen.state.enumerated() {
            touch.state[field, default: ValueTouch()].replace(value)
          }
          for slot in slots { touch.note(slot: slot, held: screen.slots[slot].screen?.id) }
        }
      }
      for slot in slots.reversed() {
        if let child = screen.slots[slot].screen { pending.append(child) }
      }
    }
  }

  /// Keeps values of which too many places were written as wholes, from time to time.
  ///
  /// - Complexity: O(1), but after many steps O(number of places), and of the values that are kept as wholes.
  mutating func condense(in session: Session) {
    guard uncounted > Self.mostPlaces else { return }
    uncounted = 0
    for (id, touch) in screens {
      for (field, value) in touch.state where value.count > Self.mostPlaces {
        guard let now = session.screen(id)?.state[field] else { continue }
        screens[id]?.state[field] = ValueTouch(before: .value(value.rewound(now)))
      }
    }
  }
}

extension Session {
  /// Where a live screen stands, in whichever window.
  func place(of id: ScreenID) -> Place? {
    for window in windows { if let place = window.place(of: id) { return place } }
    return nil
  }

  /// A live screen; what it holds is there but for the slot on the way to the focus.
  func screen(_ id: ScreenID) -> Screen? {
    for window in windows { if let screen = window.screen(id) { return screen } }
    return nil
  }

  func windowIndex(of id: ScreenID) -> Int? {
    windows.firstIndex { $0.place(of: id) != nil }
  }
}
