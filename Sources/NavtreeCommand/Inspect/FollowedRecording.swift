#if Inspector
  import NavtreeEngine
  import NavtreeFiles
  import NavtreeSystem
  import NavtreeFlow
  import NavtreeInspector
  import NavtreeJSON
  import NavtreeJSONReading
  import NavtreeReport
  import NavtreeServer

  /// The sessions of another process, which writes their recording.
  final class FollowedRecording: Inspected {
    private let recording = FileDescriptor(0)
    private let secrets = FileDescriptor(InspectorLink.secretsNumber)
    private let host = HostLine(FileDescriptor(InspectorLink.hostNumber))
    private let drives: Bool
    private let stream: ReportStream
    private var calls: InspectedCalls
    private var lines = PartialLines()
    private var secretLines = PartialLines()
    private var lineCount = 0
    private var isCaughtUp = false
    private var isOver = false
    private let clock = SystemClock()

    /// The time for lines before others get a turn, in milliseconds.
    private static let turn = 30

    init(drives: Bool, isSensitive: Bool) {
      self.drives = drives
      calls = InspectedCalls(isSensitive: isSensitive)
      stream = ReportStream(
        ReportStream.Head(title: "navtree inspect", isLive: true, drives: drives), isSensitive: isSensitive,
        graph: FlowPicture.svg
      ) { (name, file) throws(Failure) in
        guard let outcome = try? InputFile(named: file).load() else {
          throw Failure(.unknownFlow, "the flow '\(name)' can't be read again from \(file)")
        }
        return outcome
      }
    }

    func follow() -> InspectedProgress {
      var progress = InspectedProgress()
      // Asked before the last lines are read.
      let hasEnded = isOver || host.hasEnded
      var isMore = true
      let end = clock.now + Self.turn
      while clock.now < end {
        if let line = lines.next() {
          add(line)
        } else if isMore {
          // No sooner, so that what waits does so in the file.
          isMore = lines.read(recording)
        } else {
          break
        }
      }
      progress.hasMore = isMore || lines.hasLine
      if !progress.hasMore, !isCaughtUp, lineCount > 0 {
        isCaughtUp = true
        stream.end()
      }
      if hasEnded, !progress.hasMore, !isOver {
        stream.note("the host has ended")
        isOver = true
      }
      progress.hasEnded = hasEnded
      progress.lines = stream.takeLines()
      return progress
    }

    func opening() -> [UInt8] { stream.opening() }

    func answer(_ request: [UInt8]) -> [UInt8] {
      let host = self.host
      return calls.answer(
        request, on: stream,
        host: drives ? { (method, params) throws(RPCError) in try host.call(method, params) } : nil)
    }

    private func add(_ bytes: [UInt8]) {
      lineCount += 1
      guard let line = try? JSONValue(parsing: bytes, maximumDepth: 4096) else { return }
      do throws(Failure) {
        try stream.add(line, secrets: line["secrets"] == nil ? [] : takeSecrets())
      } catch {
        stream.note(error.message)
      }
    }

    /// The secrets of the present line, which were written before it.
    private func takeSecrets() -> [JSONValue] {
      var isMore = true
      while true {
        if let bytes = secretLines.next() {
          let entry = try? JSONValue(parsing: bytes, maximumDepth: 4096)
          if entry?["line"]?.integer == lineCount { return entry?["values"]?.array ?? [] }
        } else if isMore {
          isMore = secretLines.read(secrets)
        } else {
          return []
        }
      }
    }
  }

  /// Complete lines of a file that grows.
  private struct PartialLines {
    private var bytes: [UInt8] = []
    /// The bytes of the file that are read.
    private var readCount = 0
    /// The bytes of the file that have no room any more.
    private var releasedCount = 0
    /// The bytes before are taken.
    private var start = 0
    /// The bytes from the start to there have no newline.
    private var searched = 0

    private static let chunk = 256 << 10

    /// - Returns: whether there may be more.
    mutating func read(_ file: FileDescriptor) -> Bool {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
      let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.chunk, alignment: 16)
      defer { room.deallocate() }
      guard let count = try? file.read(into: room) else { return false }
      bytes += room[..<count]
      readCount += count
      if readCount - releasedCount >= Self.chunk {
        file.release(releasedCount..<readCount)
        releasedCount = readCount
      }
      return count == Self.chunk
    }

    var hasLine: Bool { bytes[searched...].contains(UInt8(ascii: "\n")) }

    mutating func next() -> [UInt8]? {
      guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
        searched = bytes.count
        return nil
      }
      let line = Array(bytes[start..<end])
      start = end + 1
      searched = start
      return line
    }
  }
#endif
