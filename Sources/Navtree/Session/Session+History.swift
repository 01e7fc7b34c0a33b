import NavtreeEngine
import NavtreeJSONReading

/// A state that a session can return to.
public struct HistoryEntry: Sendable, Hashable {
  /// The number of the change after which the session was so.
  public let seq: Int
  /// The action or call that led to it.
  public let cause: String
  /// Who caused it, if the call said so.
  public let origin: String?
  /// Whether it is reached by a redo.
  public let isUndone: Bool
}

extension Session {
  /// Undoes the last changes, as one change; at most all that are kept.
  ///
  /// - Throws: ``NavtreeError/Kind/nothingToUndo``.
  /// - Complexity: The size of the changes.
  public func undo(_ count: Int = 1) throws(NavtreeError) {
    _ = try perform { () throws(Failure) in
      try admit(at: shown)
      return try engine.undo(count)
    }
  }

  /// Redoes the changes undone last, as one change; at most all of them.
  ///
  /// - Throws: ``NavtreeError/Kind/nothingToRedo``.
  /// - Complexity: The size of the changes.
  public func redo(_ count: Int = 1) throws(NavtreeError) {
    _ = try perform { () throws(Failure) in
      try admit(at: shown)
      return try engine.redo(count)
    }
  }

  /// Returns to the state after a change, as one change.
  ///
  /// - Throws: ``NavtreeError/Kind/unknownSeq`` if the history doesn't reach it.
  /// - Complexity: The size of the changes in between.
  public func goTo(seq: Int) throws(NavtreeError) {
    _ = try perform { () throws(Failure) in
      try admit(at: shown)
      return try engine.goTo(seq: seq)
    }
  }

  /// The states that the session can return to, oldest first.
  ///
  /// - Complexity: O(number of kept changes).
  public var history: [HistoryEntry] {
    engine.historyEntries.map {
      HistoryEntry(seq: $0.seq, cause: $0.cause, origin: $0.origin, isUndone: $0.isUndone)
    }
  }

  /// The session as one value, from which ``init(restoring:_:clock:limits:name:)`` continues it elsewhere or later.
  ///
  /// It has no history and no sequences, and none of the fields that are kept nowhere.
  /// - Parameter sensitive: Whether it has the values of sensitive fields.
  /// - Complexity: O(size of the session).
  public func snapshot(sensitive: Bool = false) -> JSONValue {
    var text = JSONWriter()
    engine.stored(StoredScope(isSensitive: sensitive)).write(into: &text)
    return Self.value(text)
  }

  /// A separate session that continues from here, or from a state in the history: to try what would happen.
  ///
  /// It has no store, no handlers and no sequences. Effects in flight stay the original's; it may answer them by hand.
  /// A real clock is shared with the original.
  /// - Parameters:
  ///   - seq: The change after whose state it begins; by default the last one.
  ///   - name: The name in the keys of its effects; by default this one's with `-fork`.
  /// - Throws: ``NavtreeError/Kind/unknownSeq`` if the history doesn't reach that change.
  /// - Complexity: O(1), or the size of the changes since then. What is equal is shared until one of both changes it.
  public func fork(at seq: Int? = nil, name: String? = nil) throws(NavtreeError) -> Session {
    if mode != .open { throw refusal }
    let name = name ?? "\(self.name)-fork"
    let notices = Notices()
    do throws(Failure) {
      let fork = try engine.fork(
        as: name, keyPrefix: Opening.keyPrefix(name, Clock(kind: engine.clock.kind, start: 0)), at: seq,
        notices: notices)
      fork.holdEffects()
      return Session(Opening(fork: fork, of: self, notices))
    } catch {
      throw NavtreeError(error)
    }
  }

  // MARK: Time

  /// Advances a virtual clock. Due timers run in order, each at its own instant and as a change of its own.
  ///
  /// - Parameter milliseconds: 0 or more.
  /// - Returns: The number of timers that ran. Those whose change failed are reported to ``onProblem``.
  /// - Throws: ``NavtreeError/Kind/invalidParams`` on a real clock.
  /// - Complexity: The cost of the due timers.
  @discardableResult
  public func advance(by milliseconds: Int) throws(NavtreeError) -> Int {
    guard milliseconds >= 0 else { throw NavtreeError(.invalidParams, "time doesn't go back") }
    return try perform { () throws(Failure) in try engine.advance(by: milliseconds).firedCount }
  }

  /// The instant at which the next timer runs, in milliseconds since 1970; nil if none is set.
  ///
  /// - Complexity: O(log *n*) in the number of timers, amortized.
  public var nextTimer: Int? { engine.nextTimer }

  /// Stores whatever waits.
  ///
  /// - Throws: ``NavtreeError/Kind/storage``.
  /// - Complexity: O(size of the changes).
  public func flush() throws(NavtreeError) {
    if mode != .open { throw refusal }
    do throws(Failure) { try keeper?.flush(at: engine.now) } catch { throw NavtreeError(error) }
  }

  /// The value of a text that the engine has written.
  static func value(_ text: borrowing JSONWriter) -> JSONValue {
    text.withUnsafeBytes { (try? JSONValue(parsing: Array($0))) ?? .null }
  }
}
