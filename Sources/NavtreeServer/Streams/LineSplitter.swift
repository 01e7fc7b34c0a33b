package import NavtreeFiles
internal import NavtreeJSON
internal import NavtreeJSONReading
internal import NavtreeSystem

/// Cuts a stream of bytes into lines, wherever the stream itself was cut.
///
/// Lines are given out where they were read. Only a line that a read left unfinished is copied, if there is
/// no room after it.
package struct LineSplitter: ~Copyable {
  package enum Line {
    /// A line without its newline. `JSONParser.padding` more readable bytes follow it in memory; it is valid
    /// until the next read.
    case whole(UnsafeRawBufferPointer)
    /// A line beyond the limit. It is dropped, and reported once, before its end is seen.
    case tooLong
  }

  private enum State {
    /// The next bytes belong to a line that is kept.
    case keeping
    /// The next bytes belong to a line beyond the limit, and are dropped up to the next newline.
    case dropping
  }

  private let limit: Int
  private var state = State.keeping
  private var hasEnded = false
  private var buffer: UnsafeMutableRawBufferPointer
  /// The bytes that were read and not yet given out.
  private var unread = 0..<0
  /// The unread bytes before this offset have no newline.
  private var searched = 0

  /// - Parameter limit: the maximum number of bytes in a line, without its newline.
  package init(limit: Int) {
    // No line reaches half of the address space: sums with the limit can't overflow.
    self.limit = min(max(limit, 0), Int.max / 2)
    buffer = .allocate(byteCount: 256 << 10, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Takes in the stream's next bytes.
  ///
  /// - Parameters:
  ///   - count: the maximum number of bytes.
  ///   - read: writes the bytes at the start of the given memory, and returns their number; a number that
  ///     isn't positive means that there are none.
  /// - Returns: the result of `read`.
  /// - Complexity: amortised O(1) per byte, plus `read`.
  package mutating func append<Failure: Error>(
    atMost count: Int, _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    makeRoom(for: count)
    let end = unread.upperBound
    let added = try read(UnsafeMutableRawBufferPointer(rebasing: buffer[end..<end + count]))
    unread = unread.lowerBound..<end + min(max(added, 0), count)
    return added
  }

  /// Takes in what a stream has.
  ///
  /// - Returns: the number of bytes, 0 at the stream's end; nil if there are none now.
  package mutating func append(atMost count: Int, from stream: FileDescriptor) throws(SystemError) -> Int? {
    let added = try append(atMost: count) { (buffer) throws(SystemError) in
      try stream.read(into: buffer) ?? -1
    }
    return added < 0 ? nil : added
  }

  /// Whether the bytes so far end within a line; asked before they are given out.
  package var isWithinLine: Bool {
    unread.isEmpty ? state == .dropping : buffer[unread.upperBound - 1] != UInt8(ascii: "\n")
  }

  /// Marks the end of the stream: the bytes after the last newline are a line.
  package mutating func end() {
    hasEnded = true
  }

  /// The next line; nil if more must be read for it, or if there is none.
  ///
  /// - Complexity: O(*n*) in its length.
  package mutating func next() -> Line? {
    while let newline = firstNewline {
      let line = unread.lowerBound..<newline
      unread = newline + 1..<unread.upperBound
      searched = unread.lowerBound
      switch state {
      case .dropping: state = .keeping
      case .keeping: return line.count > limit ? .tooLong : .whole(bytes(line))
      }
    }
    searched = unread.upperBound
    return unfinished()
  }

  /// Gives the whole lines that wait, in order. `next` gives them again.
  ///
  /// - Complexity: O(*n*) in the bytes that wait.
  package func eachWaiting(_ body: (UnsafeRawBufferPointer) -> Void) {
    guard case .keeping = state, let base = buffer.baseAddress else { return }
    var start = unread.lowerBound
    while start < unread.upperBound, let found = memchr(base + start, 0x0A, unread.upperBound - start) {
      let end = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if end - start <= limit { body(bytes(start..<end)) }
      start = end + 1
    }
  }

  /// The result for bytes without a newline.
  private mutating func unfinished() -> Line? {
    let rest = unread
    switch state {
    case .dropping:
      forget()
      return nil
    case .keeping:
      if rest.count > limit {
        state = .dropping
        forget()
        return .tooLong
      }
      guard hasEnded, !rest.isEmpty else { return nil }
      forget()
      return .whole(bytes(rest))
    }
  }

  private mutating func forget() {
    unread = 0..<0
    searched = 0
  }

  private var firstNewline: Int? {
    guard searched < unread.upperBound, let start = buffer.baseAddress,
      let found = memchr(start + searched, 0x0A, unread.upperBound - searched)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  private func bytes(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: buffer[range])
  }

  /// Makes room for this many bytes, and the padding, after the unread ones.
  private mutating func makeRoom(for count: Int) {
    if unread.isEmpty { forget() }
    let kept = unread
    guard kept.upperBound + count + JSONParser.padding > buffer.count else { return }
    let needed = kept.count + count + JSONParser.padding
    if needed > buffer.count {
      // Doubling bounds how often a byte is copied; the kept part is never longer than the limit.
      let most = limit + count + JSONParser.padding
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: max(min(2 * buffer.count, most), needed), alignment: 16)
      larger.copyMemory(from: bytes(kept))
      buffer.deallocate()
      buffer = larger
    } else {
      buffer.copyMemory(from: bytes(kept))
    }
    searched -= kept.lowerBound
    unread = 0..<kept.count
  }
}
