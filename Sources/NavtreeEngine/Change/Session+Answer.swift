import NavtreeFlow
package import NavtreeJSON
package import NavigationTree
import NavtreeText

/// Parts of answers.
///
/// They are read here, because a reader in another module copies a whole window to read its path, 1,700 instructions,
/// and checks the exclusivity of what it reads, 90 instructions.
extension Session {
  /// The number of the last change.
  package var seq: Int { world.seq }

  /// Whether the last dispatch gets a value back from its rules; without one it isn't copied.
  package var hasReply: Bool { change.reply != nil }

  /// The value that the last dispatch gets back from its rules.
  package var reply: JSONValue? { change.reply }

  /// The screen that handled the last dispatched action.
  package var handler: ScreenID? { change.handler }

  /// A live screen; the slot of it on the way to the focus is empty.
  package func screen(_ id: ScreenID) -> Screen? { world.windows.screen(id) }

  /// A live screen of a window, with its subtree except the slot on the way to the focus.
  package func screen(_ id: ScreenID, in window: Int) -> Screen? {
    if world.windows[window].focus.id == id { return world.windows[window].focus }
    if let child = world.windows[window].focus.slots.screen(id) { return child }
    return world.windows[window].screen(id)
  }

  /// The index of the name of an action of the flow, given as in a request.
  package func action(named name: UnsafeRawBufferPointer) -> Int? {
    flow.actionNames.index(of: name, &lastAction)
  }

  /// Whether the focus of a window has this path.
  package func isFocus(_ path: UnsafeRawBufferPointer, in window: Int) -> Bool {
    window < world.windows.count && world.windows[window].path.unretained.equals(path)
  }

  /// Appends the address of the screen that handled the last dispatched action, as UTF-8.
  package func appendHandler(to text: inout JSONWriter) {
    change.handlerAddress.withUnsafeBytes { text.append(short: $0) }
  }

  /// Appends the address of a window's active screen, as UTF-8: its path, or its id if that is too long.
  package func appendActive(of window: Int, to text: inout JSONWriter) {
    let path = world.windows[window].activePath.unretained
    if path.count <= Self.longestPath {
      text.append(short: path)
    } else {
      text.append("#")
      text.appendInteger(world.windows[window].active.number)
    }
  }
}
