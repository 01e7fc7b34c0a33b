import NavtreeJSON
package import OrderedCollections

/// What a session writes down of its changes, a line each, until it is stored.
package final class ChangeLog {
  /// The lines that aren't stored yet.
  var lines = JSONWriter()
  /// How many changes they are.
  package internal(set) var count = 0
  /// What takes the changes back, step by step from the last.
  var steps: [Inverse] = []
  /// How the session stood before the first of them.
  var mark: SessionMark
  /// What was written of the session's clock and numbers last.
  var written: SessionMark
  package let scope: StoredScope
  /// What has changed of what stores of the flow keep.
  package internal(set) var touched: OrderedSet<StoredPlaceInStore> = []
  /// The entries and visits of which stores of the flow keep something.
  var divided: Set<StoredPlaceInStore> = []
  /// Whether `steps` is kept.
  let keepsSteps: Bool
  /// Called when there is something to store after nothing was.
  package var wake: () -> Void = {}

  init(_ mark: SessionMark, scope: StoredScope, keepsSteps: Bool) {
    self.mark = mark
    written = mark
    self.scope = scope
    self.keepsSteps = keepsSteps
  }

  package var isEmpty: Bool { count == 0 }

  /// How many bytes wait to be stored.
  package var byteCount: Int { lines.count }

  package func withUnsafeBytes<Result, Problem: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    try lines.withUnsafeBytes(body)
  }
}

/// What takes a session back beside its steps: its seq, its clock and the next numbers.
struct SessionMark: Equatable {
  var seq: Int
  var now: Int
  var counters: Counters
  /// When its clock was paused, if it is.
  var pausedAt: Int?

  init(_ session: Session) {
    seq = session.world.seq
    now = session.now
    counters = session.world.counters
    pausedAt = session.pausedAt
  }
}
