/// A screen and all below it in pre-order, a parent before what it holds.
///
/// It walks with a stack of its own, so that no depth overflows the call stack, and no further than it is asked.
public struct Subtree: Sequence, IteratorProtocol {
  /// A screen as the walk meets it.
  public typealias Visit = (screen: Screen, place: Place)

  /// The order in which the slots of a screen are entered.
  public enum Order {
    case declared
    case lastSlotFirst
  }

  private var pending: [Visit]
  private let order: Order

  /// - Parameter place: the place of the root, from which those below are counted.
  init(_ root: Screen, at place: Place, _ order: Order) {
    pending = [(root, place)]
    self.order = order
  }

  /// - Complexity: O(number of slots of the screen)
  public mutating func next() -> Visit? {
    guard let visit = pending.popLast() else { return nil }
    let count = visit.screen.slots.count
    for index in 0..<count {
      let slot = order == .declared ? count - 1 - index : index
      guard let child = visit.screen.slots[slot].screen else { continue }
      let place = Place(parent: visit.screen.id, slot: slot, depth: visit.place.depth + 1, type: child.type)
      pending.append((child, place))
    }
    return visit
  }
}

extension Screen {
  /// The screen and all below it.
  ///
  /// - Parameter place: its place; nil for the root of a window.
  public func subtree(at place: Place? = nil, order: Subtree.Order = .declared) -> Subtree {
    Subtree(self, at: place ?? Place(parent: nil, slot: 0, depth: 0, type: type), order)
  }
}
