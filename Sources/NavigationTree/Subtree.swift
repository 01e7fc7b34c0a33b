/// A screen and all below it in pre-order, parents before children.
///
/// It walks lazily and with a stack of its own, so that no depth overflows the call stack.
public struct Subtree: Sequence, IteratorProtocol {
  /// A screen as the walk meets it.
  public typealias Visit = (screen: Screen, place: Place)

  /// The order in which the slots of a screen are entered.
  public enum Order {
    case declared
    case lastSlotFirst
  }

  private var upcoming: Visit?
  /// The screens after that one, the next last; a screen that holds no others allocates none.
  private var pending: [Visit] = []
  private let order: Order
  /// Screens at this depth are the last to be visited.
  private let deepest: Int
  /// The window whose focus is taken out of the tree; nil if no slot is empty for that reason.
  private let window: Window?

  /// Keeps a walk small that needs no window.
  private final class Window {
    let zipper: NavigationZipper

    init(_ zipper: NavigationZipper) { self.zipper = zipper }
  }

  /// A walk over no screen.
  package init() { self.init(nil) }

  /// - Parameter root: the first screen, from whose place those below are counted, if any.
  init(_ root: Visit?, _ order: Order = .declared, levels: Int = .max, in window: NavigationZipper? = nil) {
    upcoming = root
    self.order = order
    let depth = root?.place.depth ?? 0
    deepest = levels > Int.max - depth ? .max : depth + levels - 1
    self.window = window.map(Window.init)
  }

  /// - Complexity: O(number of slots of the screen)
  public mutating func next() -> Visit? {
    guard let visit = upcoming.take() else { return nil }
    defer { if !pending.isEmpty { upcoming = pending.removeLast() } }
    if visit.place.depth >= deepest { return visit }
    let count = visit.screen.slots.count
    for index in 0..<count { enter(order == .declared ? count - 1 - index : index, of: visit) }
    return visit
  }

  /// The next screen; only the slots that a closure picks are entered.
  ///
  /// - Parameter picked: picks from the slots that hold a screen, in the order of their declaration.
  /// - Complexity: O(number of slots of the screen)
  public mutating func next(entering picked: (Screen, _ occupied: [Int]) -> [Int]) -> Visit? {
    guard let visit = upcoming.take() else { return nil }
    defer { if !pending.isEmpty { upcoming = pending.removeLast() } }
    let occupied = (0..<visit.screen.slots.count).filter { child(of: visit, in: $0) != nil }
    for slot in picked(visit.screen, occupied).reversed() { enter(slot, of: visit) }
    return visit
  }

  private mutating func enter(_ slot: Int, of visit: Visit) {
    guard let child = child(of: visit, in: slot) else { return }
    let place = Place(parent: visit.screen.id, slot: slot, depth: visit.place.depth + 1, type: child.type)
    pending.append((child, place))
  }

  private func child(of visit: Visit, in slot: Int) -> Screen? {
    visit.screen.slots[slot].screen
      ?? window?.zipper.childOnTheWay(of: visit.screen, in: slot, depth: visit.place.depth)
  }
}

extension Screen {
  /// The screen and all below it.
  ///
  /// - Parameter place: its place; nil for the root of a window.
  public func subtree(at place: Place? = nil, order: Subtree.Order = .declared) -> Subtree {
    Subtree((self, place ?? Place(parent: nil, slot: 0, depth: 0, type: type)), order)
  }
}

extension NavigationZipper {
  /// A live screen and all below it, wherever the focus is; empty when no screen has that id.
  ///
  /// - Parameters:
  ///   - id: nil for the root.
  ///   - order: the order in which the slots of a screen are entered.
  ///   - levels: the number of levels to visit, the screen's own being the first.
  public func subtree(of id: ScreenID? = nil, order: Subtree.Order = .declared, levels: Int = .max) -> Subtree
  {
    let id = id ?? rootID
    guard let screen = screen(id), let place = places[id] else { return Subtree(nil) }
    let holdsFocus = place.depth < depth && isOnTheWay(id, depth: place.depth)
    return Subtree((screen, place), order, levels: levels, in: holdsFocus ? self : nil)
  }
}
