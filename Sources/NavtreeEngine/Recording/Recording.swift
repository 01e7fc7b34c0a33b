/// The written places of a session's changes, until they are taken.
final class Recording: ChangeListener {
  private var changes = StateDelta()

  /// - Complexity: O(size of the written values), and of a field's whole value if a part of it was inserted
  ///   or removed beside others.
  func settled(_ change: SettledChange) {
    var writer = StateDeltaWriter(transaction: change.transaction, digest: change.digest, changes: take())
    writer.write()
    changes = writer.changes
  }

  /// Adds a timer that changed outside a change.
  func add(_ timer: PendingTimer, _ timers: Timers) { timers.tell(timer.number, to: &changes) }

  func take() -> StateDelta {
    defer { changes = StateDelta() }
    return changes
  }
}
