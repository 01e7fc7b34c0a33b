internal import NavtreeJSON
internal import NavtreeJSONReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Cuts a stream of bytes into lines, wherever the stream itself was cut.
///
/// Lines are handed out where they were read. Only one that a read left unfinished is copied, when there is no
/// room behind it.
package struct LineSplitter: ~Copyable {
  package enum Line {
    /// A line without its newline. `JSONParser.padding` more readable bytes follow it in memory; it is valid
    /// until the next read.
    case whole(UnsafeRawBufferPointer)
    /// A line beyond the limit. Nothing of it is kept, and it is reported once, before its end is seen.
    case tooLong
  }

  private enum State {
    /// What comes is part of a line that is kept.
    case keeping
    /// What comes is part of a line beyond the limit, and dropped up to the next newline.
    case dropping
  }

  private let limit: Int
  private var state = State.keeping
  private var hasEnded = false
  private var buffer: UnsafeMutableRawBufferPointer
  /// The bytes that were read and not yet handed out.
  private var unread = 0..<0
  /// Before this offset no newline is unread.
  private var searched = 0

  /// - Parameter limit: how many bytes a line may have, its newline not among them.
  package init(limit: Int) {
    // No line comes near half of the address space: sums with the limit can't overflow.
    self.limit = min(max(limit, 0), Int.max / 2)
    buffer = .allocate(byteCount: 256 << 10, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Takes the stream's next bytes in.
  ///
  /// - Parameters:
  ///   - count: how many there may be at most.
  ///   - read: writes them at the start of the memory that it is given, and answers how many there are; what
  ///     isn't positive says that there are none.
  /// - Returns: what `read` answered.
  /// - Complexity: amortised O(1) a byte, besides `read`.
  package mutating func append(atMost count: Int, _ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    makeRoom(for: count)
    let end = unread.upperBound
    let added = read(UnsafeMutableRawBufferPointer(rebasing: buffer[end..<end + count]))
    unread = unread.lowerBound..<end + min(max(added, 0), count)
    return added
  }

  /// Says that nothing more comes: what stands after the last newline is a line.
  package mutating func end() {
    hasEnded = true
  }

  /// The next line; nil when more has to be read for it, or when there is none.
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

  /// What is to be said of bytes without a newline.
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

  /// Makes room for so many bytes, and the padding, behind the unread ones.
  private mutating func makeRoom(for count: Int) {
    if unread.isEmpty { forget() }
    let kept = unread
    guard kept.upperBound + count + JSONParser.padding > buffer.count else { return }
    let needed = kept.count + count + JSONParser.padding
    if needed > buffer.count {
      // Doubling bounds how often a byte is copied; what is kept is never longer than the limit.
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
