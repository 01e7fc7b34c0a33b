package import NavigationTree
import NavtreeJSON

/// The windows of a session, in the order in which they were opened.
///
/// Each holds its tree, focused where it was last written. Only this type finds a screen in any window.
package struct Windows: RandomAccessCollection, MutableCollection {
  private var zippers: [NavigationZipper] = []
  /// Whether JSON escapes nothing in any window's name, as is usual: paths are written as they are then.
  private(set) var arePlain = true
  /// The number of screens that windows which are closed have walked.
  private var walkedByClosed = 0

  package var startIndex: Int { 0 }
  package var endIndex: Int { zippers.count }

  package subscript(window: Int) -> NavigationZipper {
    _read { yield zippers[window] }
    _modify { yield &zippers[window] }
  }

  mutating func append(_ window: NavigationZipper) {
    zippers.append(window)
    arePlain = arePlain && Self.isPlain(window)
  }

  private static func isPlain(_ window: NavigationZipper) -> Bool {
    !window.window.utf8.contains { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }
  }

  mutating func insert(_ window: NavigationZipper, at index: Int) {
    walkedByClosed -= window.walked
    zippers.insert(window, at: index)
    arePlain = arePlain && Self.isPlain(window)
  }

  mutating func remove(at index: Int) -> NavigationZipper {
    let window = zippers.remove(at: index)
    if !arePlain { arePlain = zippers.allSatisfy(Self.isPlain) }
    walkedByClosed += window.walked
    return window
  }

  /// The number of screens that were walked by a focus, added or removed since the session began.
  ///
  /// - Complexity: O(number of windows).
  var walked: Int {
    if zippers.count == 1 { return walkedByClosed &+ zippers[0].walked }
    var sum = walkedByClosed
    for window in zippers.indices { sum &+= zippers[window].walked }
    return sum
  }

  /// The window with a name.
  ///
  /// - Complexity: O(number of windows).
  package func index(named name: String) -> Int? {
    zippers.firstIndex { $0.window.hasSameBytes(as: name) }
  }

  /// The live screens of a type in the order in which they were made.
  ///
  /// - Complexity: O(*n* log *n*) in their number.
  mutating func ids(ofType type: Int) -> [ScreenID] {
    zippers.indices.flatMap { zippers[$0].screens(ofType: type) }.sorted()
  }

  /// The window that holds a live screen; nil if no screen has that id.
  ///
  /// - Complexity: O(number of windows).
  package func index(holding id: ScreenID) -> Int? {
    // Most requests and changes mean a focus, which is found without a search.
    for window in zippers.indices where zippers[window].focus.id == id { return window }
    return zippers.firstIndex { $0.contains(id) }
  }

  /// Whether a screen is alive.
  ///
  /// - Complexity: O(number of windows).
  package func contains(_ id: ScreenID) -> Bool {
    index(holding: id) != nil
  }

  /// The place of a live screen in its window, its type included.
  ///
  /// - Complexity: O(number of windows).
  package func place(of id: ScreenID) -> Place? {
    for window in zippers.indices { if let place = zippers[window].place(of: id) { return place } }
    return nil
  }

  /// The slot that holds a live screen; nil for a root.
  ///
  /// - Complexity: O(number of windows).
  package func holder(of id: ScreenID) -> Holder? {
    index(holding: id).flatMap { zippers[$0].holder(of: id) }
  }

  /// Reads a live screen, a focus where it lies; nil if no screen has that id.
  ///
  /// - Complexity: O(number of windows + distance from the path of the focus).
  func read<Result>(_ id: ScreenID, _ body: (borrowing Screen) -> Result) -> Result? {
    guard let window = index(holding: id) else { return nil }
    if zippers[window].focus.id == id { return body(zippers[window].focus) }
    return zippers[window].screen(id).map { body($0) }
  }

  /// The screen in a slot of a live one.
  ///
  /// - Complexity: O(number of windows + distance from the path of the focus).
  package func child(of id: ScreenID, in slot: Int) -> Screen? {
    guard let window = index(holding: id), let screen = zippers[window].screen(id) else { return nil }
    return zippers[window].child(of: screen, in: slot)
  }

  /// The name of the window that holds a live screen; empty if no screen has that id.
  ///
  /// - Complexity: O(number of windows).
  package func name(ofWindowHolding id: ScreenID) -> String {
    index(holding: id).map { zippers[$0].window } ?? ""
  }

  /// A live screen and all below it; empty if no screen has that id.
  func subtree(of id: ScreenID, order: Subtree.Order = .declared, levels: Int = .max) -> Subtree {
    index(holding: id).map { zippers[$0].subtree(of: id, order: order, levels: levels) } ?? Subtree()
  }

  /// A live screen, with the trees in its slots except the slot on the path to the focus.
  ///
  /// - Complexity: O(number of windows + distance from the path of the focus).
  package func screen(_ id: ScreenID) -> Screen? {
    // A window isn't copied for its focus and the screens that this presents.
    for window in zippers.indices {
      if zippers[window].focus.id == id { return zippers[window].focus }
      if let child = zippers[window].focus.slots.screen(id) { return child }
    }
    return index(holding: id).flatMap { zippers[$0].screen(id) }
  }

  /// The address of a live screen.
  ///
  /// - Complexity: O(number of windows + depth).
  package func address(of id: ScreenID) -> String? {
    index(holding: id).map { zippers[$0].address(of: id) }
  }
}
