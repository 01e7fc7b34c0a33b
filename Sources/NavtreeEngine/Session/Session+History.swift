package import NavtreeFlow
package import NavtreeJSON
package import NavigationTree
import NavtreeText

/// Windows that open and close, and travels through the history, each as a change of its own.
extension Session {
  package func openWindow(_ name: String, _ request: ScreenRequest, hint: JSONValue? = nil) throws(Failure)
    -> ScreenID
  {
    let root = try transaction.openWindow(name, request, hint: hint)
    transaction.noteRequest(at: [root])
    return root
  }

  package func closeWindow(_ name: String, force: Bool, hint: JSONValue? = nil) throws(Failure) {
    try transaction.closeWindow(name, force: force, hint: hint)
    transaction.noteRequest()
  }

  @discardableResult
  package func undo(_ count: Int) throws(Failure) -> Int { try transaction.undo(count) }

  @discardableResult
  package func redo(_ count: Int) throws(Failure) -> Int { try transaction.redo(count) }

  @discardableResult
  package func goTo(seq: Int) throws(Failure) -> Int { try transaction.goTo(seq: seq) }

  package var historyEntries: [HistoryEntry] { transaction.historyEntries }

  /// A separate session that continues from here, or from any state in the history.
  ///
  /// Its next seq and ids are those that came next here, and its history ends there. Equal data is shared
  /// until one of the two changes it.
  /// - Complexity: O(1), or the size of the changes since then. The first change of either copies whatever it
  ///   writes to: the history's steps and, if it moves the focus or changes the tree, the path to that or the
  ///   index of the window's screens.
  /// - Parameters:
  ///   - keyPrefix: the prefix of the keys of its effects; nil for the name.
  ///   - notices: takes its notifications to the host; nil for those that take this session's.
  package func fork(
    as name: String, keyPrefix: String? = nil, at seq: Int? = nil, notices: Notices? = nil
  ) throws(Failure) -> Session {
    let fork = try transaction.fork(as: name, keyPrefix: keyPrefix ?? name, at: seq, notices: notices)
    return Session(fork, queries: queries)
  }

  /// A fork for a rehearsal, of which nobody learns: it knows the requests that were answered under a key.
  package func rehearsal() throws(Failure) -> Session {
    let copy = try fork(as: name, keyPrefix: keyPrefix, notices: Notices())
    copy.transaction.world.ledgers.answers = transaction.world.ledgers.answers
    return copy
  }
}
