#if Inspector
  import NIOCore

  /// All lines for the page as server-sent events, so that a reader who comes late gets them from the start.
  struct EventLog {
    /// A reader's place.
    struct Place {
      fileprivate var generation: Int
      fileprivate var chunk = 0
      fileprivate var offset = 0
      fileprivate var taken = 0
    }

    private var chunks: [ByteBuffer] = []
    private var byteCount = 0
    private var generation = 0

    /// The most bytes that a reader gets at once.
    private static let slice = 64 << 10

    var start: Place { Place(generation: generation) }

    /// Forgets all lines; readers begin again.
    mutating func startOver() {
      chunks = []
      byteCount = 0
      generation += 1
    }

    /// - Parameter lines: each with its newline.
    /// - Complexity: O(*n*)
    mutating func append(_ lines: [UInt8]) {
      if lines.isEmpty { return }
      var chunk = ByteBuffer()
      chunk.reserveCapacity(lines.count + lines.count / 8)
      for line in lines.split(separator: UInt8(ascii: "\n")) {
        chunk.writeStaticString("data: ")
        chunk.writeBytes(line)
        chunk.writeStaticString("\n\n")
      }
      byteCount += chunk.readableBytes
      chunks.append(chunk)
    }

    /// The number of bytes that a reader hasn't taken.
    func rest(after place: Place) -> Int { byteCount - (place.generation == generation ? place.taken : 0) }

    /// The next bytes for a reader; nil if it has all.
    func next(_ place: inout Place) -> ByteBuffer? {
      if place.generation != generation { place = start }
      guard place.chunk < chunks.count else { return nil }
      let chunk = chunks[place.chunk]
      let count = min(chunk.readableBytes - place.offset, Self.slice)
      guard let slice = chunk.getSlice(at: chunk.readerIndex + place.offset, length: count) else {
        return nil
      }
      place.offset += count
      place.taken += count
      if place.offset == chunk.readableBytes {
        place.chunk += 1
        place.offset = 0
      }
      return slice
    }
  }
#endif
