internal import NavtreeJSON

/// Output that waits until its reader takes it.
///
/// There are two buffers, one that is being written and one that is being filled: nothing is moved when the
/// reader takes a part, and what it never takes is all that grows.
struct Outbox: ~Copyable {
  private var leaving = JSONWriter()
  /// How many bytes of the leaving ones are gone.
  private var written = 0
  /// Where answers are written to.
  var filling = JSONWriter()

  /// How many bytes wait.
  var count: Int { leaving.count - written + filling.count }

  var isEmpty: Bool { count == 0 }

  /// A buffer that once grew beyond this is given back when it has been written.
  private static let keptCapacity = 4 << 20

  /// Whether the reader has left something of what was written.
  var isBehind: Bool { written < leaving.count }

  /// Writes what waits with one call, or two when the last one left something over.
  ///
  /// - Parameters:
  ///   - complete: adds to what was filled in after something was left over, once that is written.
  ///   - write: answers how many bytes were taken.
  mutating func flush<Failure: Error>(
    completing complete: (inout JSONWriter) -> Void = { _ in },
    _ write: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    let wasBehind = isBehind
    try writeLeaving(write)
    guard !isBehind else { return }
    if wasBehind { complete(&filling) }
    guard !filling.isEmpty else { return }
    leaving.removeAll(keepingCapacity: leaving.count <= Self.keptCapacity)
    written = 0
    swap(&leaving, &filling)
    try writeLeaving(write)
  }

  private mutating func writeLeaving<Failure: Error>(
    _ write: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    guard written < leaving.count else { return }
    let start = written
    written += try leaving.withUnsafeBytes { bytes throws(Failure) in
      try write(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
  }
}
