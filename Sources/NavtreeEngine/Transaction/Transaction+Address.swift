import NavtreeText
import NavtreeFlow
import NavtreeJSON
package import NavigationTree

/// The screen that a request means, and its window.
///
/// Within a change the id alone is the cursor: it is never assigned again, and finds the window as long as the screen
/// lives. The answer to a request needs the window even if the screen is gone by then.
package struct Cursor {
  package let screen: ScreenID
  package let window: Int
}

extension Transaction {
  /// Moves the focus of a window to the screen that a request addresses, so that the way there is no part of a change.
  ///
  /// - Parameters:
  ///   - address: the screen; nil for the active screen of the window.
  ///   - window: the window's name if no path gives it; may be nil when there is one window.
  /// - Complexity: O(length of the address), or O(distance) to move beside it.
  func focus(on address: Address?, window: String?) throws(Failure) -> Cursor {
    guard let address else {
      let window = try window == nil && world.windows.count == 1 ? 0 : self.window(named: window)
      // Where the focus is active nothing is called: 70 instructions.
      if world.windows[window].focus.id != world.windows[window].active {
        world.windows[window].moveToActive()
      }
      return Cursor(screen: world.windows[window].focus.id, window: window)
    }
    guard let path = address.path else {
      let id = address.id ?? ScreenID(0)
      return Cursor(screen: id, window: try focus(on: id))
    }
    var window = 0
    search: while true {
      guard window < world.windows.count else { throw noScreen(at: path, deepest: nil) }
      switch world.windows[window].move(to: path) {
      case .found: break search
      case .partly: throw noScreen(at: path, deepest: (world.windows[window].focus.id, window))
      case .elsewhere: window += 1
      }
    }
    let screen = world.windows[window].focus.id
    if address.id != nil { try check(address, against: screen) }
    return Cursor(screen: screen, window: window)
  }

  /// The screen that a request means, and its window. No focus moves.
  ///
  /// - Parameters:
  ///   - address: the screen; nil: the active screen of the window.
  ///   - window: the window's name where no path gives it; may be nil when there is one window.
  /// - Complexity: O(length of the address + distance from the focus).
  func find(_ address: Address?, window: String?) throws(Failure) -> Cursor {
    guard let address else {
      let window = try self.window(named: window)
      return Cursor(screen: world.windows[window].active, window: window)
    }
    guard let path = address.path else {
      let id = address.id ?? ScreenID(0)
      return Cursor(screen: id, window: try self.window(of: id))
    }
    for window in world.windows.indices {
      switch world.windows[window].find(path) {
      case .screen(let screen):
        try check(address, against: screen)
        return Cursor(screen: screen, window: window)
      case .partly(let deepest): throw noScreen(at: path, deepest: (deepest, window))
      case .elsewhere: continue
      }
    }
    throw noScreen(at: path, deepest: nil)
  }

  /// The type of a live screen, by its name; empty for one that is gone.
  func typeName(of screen: ScreenID) -> String {
    world.windows.place(of: screen).map { flow.screens[$0.type].name } ?? ""
  }

  /// Checks that the screen at a path is the one that the address names beside it.
  private func check(_ address: Address, against screen: ScreenID) throws(Failure) {
    guard let id = address.id, id != screen, let path = address.path else { return }
    let type = typeName(of: screen)
    throw Failure(
      .staleScreen, "the screen at \(Self.text(path)) is \(type) \(screen), not \(id)",
      ["at": .string(Self.text(path)), "id": .integer(screen.number), "screen": .string(type)])
  }

  /// Moves the focus of its window to a live screen, the only place where a tree changes, and gives the window.
  @inline(__always)
  func focus(on id: ScreenID) throws(Failure) -> Int { isFirstFocus(id) ? 0 : try moveFocus(to: id) }

  @inline(never)
  private func moveFocus(to id: ScreenID) throws(Failure) -> Int {
    let window = try findWindow(of: id)
    world.windows[window].move(to: id)
    return window
  }

  /// Whether a screen is the focus of the first window, as most are that a change works on. Nothing is called for it.
  @inline(__always)
  func isFirstFocus(_ id: ScreenID) -> Bool {
    !world.windows.isEmpty && world.windows[0].focus.id == id
  }

  /// Reads a live screen; one on the way to a focus lacks the screen that it holds there.
  func read<Result>(_ id: ScreenID, _ body: (borrowing Screen) -> Result) throws(Failure) -> Result {
    guard let result = world.windows.read(id, body) else { throw gone(id) }
    return result
  }

  @inline(__always)
  func type(of screen: ScreenID) throws(Failure) -> Int {
    isFirstFocus(screen) ? world.windows[0].focus.type : try place(of: screen).type
  }

  @inline(__always)
  func depth(of screen: ScreenID) throws(Failure) -> Int {
    isFirstFocus(screen) ? world.windows[0].depth : try place(of: screen).depth
  }

  @inline(never)
  private func place(of screen: ScreenID) throws(Failure) -> Place {
    guard let place = world.windows.place(of: screen) else { throw gone(screen) }
    return place
  }

  /// The address of a live screen; the id of one that is gone.
  func address(of screen: ScreenID) -> String { world.windows.address(of: screen) ?? screen.description }

  /// The top of the chain that holds a screen.
  func top(of screen: ScreenID) throws(Failure) -> ScreenID {
    let window = try focus(on: screen)
    world.windows[window].moveToTop()
    return world.windows[window].focus.id
  }

  /// The active screen of the window that holds a screen.
  func active(beside screen: ScreenID) -> ScreenID {
    world.windows.index(holding: screen).map { world.windows[$0].active } ?? screen
  }

  /// The screen of an owner or, for the session, the root of the window in which the work was begun, or of the first
  /// window if that has closed.
  func screen(of owner: Owner) throws(Failure) -> ScreenID {
    switch owner {
    case .screen(let id):
      _ = try window(of: id)
      return id
    case .session: return world.windows[window(of: owner) ?? 0].rootID
    }
  }

  /// The window of a screen, or of the session's work; nil if the screen is gone.
  func window(of owner: Owner) -> Int? {
    switch owner {
    case .screen(let id): world.windows.index(holding: id)
    case .session(let name): world.windows.index(named: name) ?? 0
    }
  }

  /// The window that holds a screen.
  @inline(__always)
  func window(of id: ScreenID) throws(Failure) -> Int { isFirstFocus(id) ? 0 : try findWindow(of: id) }

  @inline(never)
  private func findWindow(of id: ScreenID) throws(Failure) -> Int {
    if let window = world.windows.index(holding: id) { return window }
    guard id.number > 0, id.number < world.counters.screen else {
      throw Failure(.noScreenAt, "there never was a screen \(id)", ["at": .string(id.description)])
    }
    throw gone(id)
  }

  func window(named name: String?) throws(Failure) -> Int {
    guard let name else {
      if world.windows.count == 1 { return 0 }
      throw Failure(
        .invalidParams, "which window? there are \(world.windows.count)",
        advice: .nameWindow(world.windows.map(\.window)))
    }
    if let window = world.windows.index(named: name) { return window }
    let names = world.windows.map(\.window)
    throw Failure(.unknownWindow, "no window named '\(name.echo)'").hinting(name, among: names)
      .with("hint", .string("the windows are \(names.joined(separator: ", "))"))
  }

  /// The failure of naming a removed screen: when and by what it was removed, and its former address.
  func gone(_ id: ScreenID) -> Failure {
    var failure = Failure(.gone, "the screen \(id) was removed", ["at": .string(id.description)])
    guard let stone = world.ledgers.tombstones[id] else { return failure }
    failure.data["screen"] = .string(flow.screens[stone.type].name)
    failure.data["removedBySeq"] = .integer(stone.seq)
    failure.data["byAction"] = .string(stone.cause)
    failure.data["formerAt"] = .string(formerAddress(of: id))
    return failure
  }

  /// The former address of a removed screen.
  ///
  /// - Complexity: O(depth), at most O(4,096).
  private func formerAddress(of id: ScreenID) -> String {
    var names: [String] = []
    var length = 0
    var screen = id
    while let stone = world.ledgers.tombstones[screen] {
      guard let parent = stone.parent else { return Self.path(stone.window, names) }
      guard let type = world.ledgers.tombstones[parent]?.type ?? world.windows.place(of: parent)?.type else {
        break
      }
      names.append(flow.catalog.shapes[type].slots[stone.slot].name)
      length += names[names.count - 1].utf8.count + 1
      if length > Self.longestPath { return id.description }
      screen = parent
    }
    if let window = world.windows.index(holding: screen) {
      let above = world.windows[window].address(of: screen, limit: Self.longestPath - length)
      if above.utf8.first == UInt8(ascii: "/") { return ([above] + names.reversed()).joined(separator: "/") }
    }
    return id.description
  }

  private func noScreen(
    at path: UnsafeRawBufferPointer, deepest: (screen: ScreenID, window: Int)?
  ) -> Failure {
    let text = Self.text(path)
    guard let (screen, index) = deepest else {
      return Failure(.noScreenAt, "there is no screen at \(text.echo)", ["at": .string(text.echo)])
        .hinting(
          String(text.dropFirst().prefix { $0 != "/" }), among: world.windows.map(\.window), prefix: "/")
    }
    let window = world.windows[index]
    let known = window.address(of: screen)
    var failure = Failure(
      .noScreenAt, "there is no screen at \(text.echo)",
      ["at": .string(text.echo), "deepest": .string(known)])
    let rest = text.dropFirst(window.address(of: screen, limit: .max).count)
    let missing = String(rest.dropFirst().prefix { $0 != "/" })
    let slots = window.place(of: screen).map { flow.catalog.shapes[$0.type].slots.map(\.name) } ?? []
    if slots.contains(missing) {
      failure.data["hint"] = .string("nothing is presented in '\(missing)' of \(known)")
    } else {
      failure = failure.hinting(missing, among: slots)
    }
    return failure
  }

  /// Appends the address of a window's active screen, as the content of a JSON string: its path, or its id if that is
  /// too long.
  func appendActive(of window: Int, to text: inout JSONWriter) {
    let path = world.windows[window].activePath.unretained
    if path.count <= Self.longestPath {
      if world.windows.arePlain { text.append(short: path) } else { text.append(escaped: path) }
    } else {
      text.append("#")
      text.appendInteger(world.windows[window].active.number)
    }
  }

  /// Paths longer than this are given as ids.
  static var longestPath: Int { NavigationZipper.longestPath }

  static func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func path(_ window: String, _ names: [String]) -> String {
    "/" + ([window] + names.reversed()).joined(separator: "/")
  }
}
