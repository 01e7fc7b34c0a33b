#if Inspector
  import NIOCore

  /// The lines for the page as server-sent events, so that a reader who comes late gets them from the start, or from the
  /// oldest opening that is kept.
  struct EventLog {
    /// A reader's place.
    struct Place {
      fileprivate var generation: Int
      /// The chunk after the present one.
      fileprivate var chunk: Int
      /// The rest of the present chunk, which a reader gets whole even if the log forgets it.
      fileprivate var rest: ArraySlice<UInt8>
    }

    /// A place where a reader can begin.
    private struct Opening {
      /// The chunk that follows it.
      let chunk: Int
      /// The bytes of all chunks before.
      let position: Int
      /// The events that stand for those chunks.
      let events: [UInt8]
    }

    /// The most bytes in chunks.
    private let most: Int
    /// The chunks from the first opening on, each with the bytes up to its end.
    private var chunks: [(events: [UInt8], end: Int)] = []
    private var openings = [Opening(chunk: 0, position: 0, events: [])]
    private var byteCount = 0
    private var generation = 0

    /// The most bytes that a reader gets at once.
    private static let slice = 64 << 10
    /// The openings that are kept; between two of them is half of what is kept.
    private static let mostOpenings = 2

    init(most: Int) {
      self.most = most
    }

    var start: Place {
      Place(generation: generation, chunk: openings[0].chunk, rest: openings[0].events[...])
    }

    /// Forgets all lines; readers begin again.
    mutating func startOver() {
      let generation = generation + 1
      self = EventLog(most: most)
      self.generation = generation
    }

    /// - Parameter lines: each with its newline.
    /// - Complexity: O(*n*)
    mutating func append(_ lines: [UInt8]) {
      if lines.isEmpty { return }
      let events = Self.events(of: lines)
      byteCount += events.count
      chunks.append((events, byteCount))
    }

    /// Whether readers should be able to begin here, so that the oldest lines can go.
    var needsOpening: Bool {
      guard let last = openings.last else { return false }
      // A long opening is paid for by as many lines.
      return byteCount - last.position > max(most / Self.mostOpenings, last.events.count)
    }

    /// Lets readers begin here, and forgets the lines before the oldest opening that is kept.
    ///
    /// - Parameter lines: they stand for all lines so far; without any, nothing is done.
    mutating func open(with lines: [UInt8]) {
      if lines.isEmpty { return }
      let first = openings[0].chunk
      openings.append(
        Opening(chunk: first + chunks.count, position: byteCount, events: Self.events(of: lines)))
      guard openings.count > Self.mostOpenings else { return }
      openings.removeFirst()
      chunks.removeFirst(openings[0].chunk - first)
    }

    private static func events(of lines: [UInt8]) -> [UInt8] {
      let lines = lines.split(separator: UInt8(ascii: "\n"))
      var events: [UInt8] = []
      events.reserveCapacity(lines.reduce(0) { $0 + $1.count + 8 })
      for line in lines {
        events += "data: ".utf8
        events += line
        events += "\n\n".utf8
      }
      return events
    }

    /// The number of bytes that a reader hasn't taken.
    func rest(after place: Place) -> Int {
      let index = place.chunk - openings[0].chunk
      guard place.generation == generation, index >= 0 else { return byteCount }
      return place.rest.count + byteCount - (index > 0 ? chunks[index - 1].end : openings[0].position)
    }

    /// The next bytes for a reader; nil if it has all.
    func next(_ place: inout Place) -> ByteBuffer? {
      if place.rest.isEmpty {
        if place.generation != generation || place.chunk < openings[0].chunk { place = start }
        if place.rest.isEmpty {
          let index = place.chunk - openings[0].chunk
          guard index < chunks.count else { return nil }
          place.rest = chunks[index].events[...]
          place.chunk += 1
        }
      }
      defer { place.rest = place.rest.dropFirst(Self.slice) }
      return ByteBuffer(bytes: place.rest.prefix(Self.slice))
    }
  }
#endif
