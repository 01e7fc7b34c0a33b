import NavtreeFlow
package import NavtreeJSON
package import NavigationTree
import NavtreeText

/// What a session and its last change are, for answers.
///
/// They are read here, because a reader in another module copies a whole window to read its path, and checks the
/// exclusivity of what it reads.
extension Session {
  /// The number of the last change.
  package var seq: Int { transaction.world.seq }

  /// The number of the change that answers the last request: screens that refused to make way for a link may have been
  /// asked since, each in a change of its own.
  package var answerSeq: Int { transaction.world.seq - transaction.change.askedCount }

  /// Whether the last dispatch gets a value back from its rules; without one it isn't copied.
  package var hasReply: Bool { transaction.change.reply != nil }

  /// The value that the last dispatch gets back from its rules.
  package var reply: JSONValue? { transaction.change.reply }

  /// The screen that handled the last dispatched action.
  package var handler: ScreenID? { transaction.change.handler }

  /// The address of the screen that handled the last dispatched action.
  package var handlerText: String {
    transaction.change.handlerAddress.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  /// The present number of a window in which the last change, or the one in progress, began: it may have closed others.
  package func answering(_ window: Int) -> Int { transaction.answering(window) }

  /// The splits that show one pane alone.
  package var collapsed: Set<ScreenID> { transaction.listeners.sightings.collapsed }

  /// A live screen; the slot of it on the way to the focus is empty.
  package func screen(_ id: ScreenID) -> Screen? {
    if transaction.isFirstFocus(id) { return transaction.world.windows[0].focus }
    // Behind a push the active screen is in a slot of the focus.
    if !transaction.world.windows.isEmpty, let child = transaction.world.windows[0].focus.slots.screen(id) {
      return child
    }
    return transaction.world.windows.screen(id)
  }

  /// The index of the name of an action of the flow, given as in a request.
  package func action(named name: UnsafeRawBufferPointer) -> Int? {
    flow.actionNames.index(of: name, &lastAction)
  }

  /// The focus of the first window, if it has this path.
  package func firstFocus(at path: UnsafeRawBufferPointer) -> Cursor? {
    guard !transaction.world.windows.isEmpty, transaction.world.windows[0].path.unretained.equals(path) else {
      return nil
    }
    return Cursor(screen: transaction.world.windows[0].focus.id, window: 0)
  }

  /// Appends the address of the screen that handled the last dispatched action, as the content of a JSON string.
  package func appendHandler(to text: inout JSONWriter) {
    transaction.change.handlerAddress.withUnsafeBytes {
      if transaction.world.windows.arePlain { text.append(short: $0) } else { text.append(escaped: $0) }
    }
  }

  package func appendActive(of window: Int, to text: inout JSONWriter) {
    transaction.appendActive(of: window, to: &text)
  }

  /// Whether any timer is set.
  package var hasTimers: Bool { !transaction.world.ledgers.timers.isEmpty }
}

/// Places in the session.
extension Session {
  package func focus(on address: Address?, window: String?) throws(Failure) -> Cursor {
    try transaction.focus(on: address, window: window)
  }

  package func focus(on id: ScreenID) throws(Failure) -> Cursor {
    Cursor(screen: id, window: try transaction.focus(on: id))
  }

  package func find(_ address: Address?, window: String?) throws(Failure) -> Cursor {
    try transaction.find(address, window: window)
  }

  package func window(named name: String?) throws(Failure) -> Int { try transaction.window(named: name) }

  package func gone(_ id: ScreenID) -> Failure { transaction.gone(id) }

  /// The failure of an action that no screen on the path takes, with the actions that they declare.
  ///
  /// - Parameter bubbles: whether other screens were asked.
  /// - Complexity: O(number of types and their actions), plus O(depth) where the screen isn't the focus.
  package func unknownAction(_ name: String, from id: ScreenID, bubbles: Bool = true) -> Failure {
    transaction.unknownAction(name, from: id, bubbles: bubbles)
  }
}
