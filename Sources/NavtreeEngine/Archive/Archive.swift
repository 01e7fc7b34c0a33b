import NavtreeJSON
package import OrderedCollections

/// A session's log of its changes, a line each, until it is stored.
package final class Archive: ChangeListener {
  /// The lines that aren't stored yet.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var lines = JSONWriter()
  /// The number of those changes.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  package internal(set) var count = 0
  /// The inverses of the changes, to be applied from the last.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var steps: [Inverse] = []
  /// The session's state before the first of them.
  var mark: SessionMark
  /// The session's clock and numbers as last written.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var lastMark: SessionMark
  package let scope: StoredScope
  /// The changed places of the flow's stores.
  package internal(set) var touchedPlaces: OrderedSet<StoredPlaceInStore> = []
  /// The entries and visits of which the flow's stores keep a part.
  var dividedPlaces: Set<StoredPlaceInStore> = []
  /// Whether `steps` is kept.
  let keepsSteps: Bool
  /// Called when the log is no longer empty.
  package var wake: () -> Void = {}

  init(_ mark: SessionMark, scope: StoredScope, keepsSteps: Bool) {
    self.mark = mark
    lastMark = mark
    self.scope = scope
    self.keepsSteps = keepsSteps
  }

  func settled(_ change: SettledChange) {
    ArchiveWriter(transaction: change.transaction, archive: self).writeChange()
  }

  /// The number of bytes to be stored.
  package var byteCount: Int { lines.count }

  package func withUnsafeBytes<Result, Problem: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try lines.withUnsafeBytes(body)
  }
}

/// The state that a session returns to besides its steps: its seq, its clock and the next numbers.
struct SessionMark: Equatable {
  var seq: Int
  var now: Int
  var counters: Counters
  /// The time at which its clock was paused, if it is.
  var pausedAt: Int?

  init(_ transaction: Transaction) {
    seq = transaction.world.seq
    now = transaction.now
    counters = transaction.world.counters
    pausedAt = transaction.pausedAt
  }
}
