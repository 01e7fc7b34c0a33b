internal import NavtreeJSON

/// Output that waits until its reader takes it.
///
/// There are two buffers, one being written and one being filled: nothing is moved when the reader takes a
/// part, and only output that it doesn't take makes them grow.
struct Outbox: ~Copyable {
  private var leaving = JSONWriter(capacity: startCapacity)
  /// The number of bytes already written from the leaving buffer.
  private var written = 0
  /// The buffer that answers are written to.
  var filling = JSONWriter(capacity: startCapacity)

  /// The number of waiting bytes.
  var count: Int { leaving.count - written + filling.count }

  var isEmpty: Bool { count == 0 }

  /// As much as may wait by default: growing up to it would copy each byte once. The system gives the memory as it is used.
  private static let startCapacity = 1 << 20

  /// A buffer that grew beyond this size is freed when it has been written.
  private static let keptCapacity = 4 << 20

  /// Whether the reader has left part of the output.
  var isBehind: Bool { written < leaving.count }

  /// Writes the waiting bytes with one call, or two if the last write was partial.
  ///
  /// - Parameters:
  ///   - complete: adds to the output filled in, once the last write is complete, and returns how much of it may leave.
  ///     Its argument is whether that write was partial.
  ///   - write: returns the number of bytes written.
  mutating func flush<Failure: Error>(
    completing complete: (inout JSONWriter, _ wasBehind: Bool) -> Int = { output, _ in output.count },
    _ write: (UnsafeRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    let wasBehind = isBehind
    try writeLeaving(write)
    guard !isBehind else { return }
    let count = complete(&filling, wasBehind)
    guard count > 0 else { return }
    leaving.removeAll(keepingCapacity: leaving.count <= Self.keptCapacity)
    written = 0
    swap(&leaving, &filling)
    if count < leaving.count {
      leaving.withUnsafeBytes { filling.append(UnsafeRawBufferPointer(rebasing: $0[count...])) }
      leaving.truncate(to: count)
    }
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
