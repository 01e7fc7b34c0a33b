package import NavtreeFiles
import NavtreeEngine
import NavtreeJSON
package import NavtreeServer
import NavtreeSystem

/// The loop of a process that speaks the Model Context Protocol: a line is read, answered and written, on one thread.
///
/// While a long request is answered, lines that come are read, so that one of them may cancel it.
package final class AgentLoop {
  private let server: AgentServer
  private let streams: StandardStreams
  private let clock = SystemClock()
  private var splitter: LineSplitter
  private var hasInputEnded = false
  private var failure: SystemError?
  /// The times that the present request has asked.
  private var asked = 0
  private var lastProgress = 0
  /// The bytes read since the present request began.
  private var readAhead = 0

  private static let chunk = 64 << 10
  /// The times that a long request asks whether it is to end, between two looks at the input.
  private static let stride = 256
  /// The most bytes that are read before a request is answered.
  private static let mostAhead = 1 << 20
  /// The milliseconds between two notifications of progress.
  private static let pace = 500

  /// The loop of this process, for the question that has no context: see `isInterrupted`.
  nonisolated(unsafe) private static var running: AgentLoop?

  package init(_ server: AgentServer, on streams: StandardStreams) {
    self.server = server
    self.streams = streams
    splitter = LineSplitter(limit: server.engine.limits[.line])
    server.tell = { [unowned self] message in write([message]) }
  }

  /// Whether the present request is to end before it is done: `Limits.isInterrupted`.
  package static var isInterrupted: Bool { running?.lookUp() ?? false }

  /// Answers lines until the input ends, or the reader closes its end. A signal ends the process: what was answered is
  /// in the store.
  package func run() throws(SystemError) {
    signal(SIGPIPE, SIG_IGN)
    Self.running = self
    defer { Self.running = nil }
    while failure == nil {
      server.engine.pass(to: clock.now)
      _ = server.engine.commit()
      while failure == nil, let line = splitter.next() {
        switch line {
        case .whole(let bytes):
          server.engine.pass(to: clock.now)
          asked = 0
          readAhead = 0
          write(server.answer(bytes))
        case .tooLong: write([server.refuseLine()])
        }
      }
      write(server.news())
      if hasInputEnded || failure != nil { break }
      server.engine.keepUp()
      if streams.input.isReadable(within: patience) { read() }
    }
    if failure == nil { write(server.finish()) }
    if let failure, !failure.isClosedPipe { throw failure }
  }

  /// The milliseconds until something happens without input; -1 for no limit.
  private var patience: Int32 {
    let engine = server.engine
    return clock.patience(until: engine.nextInstant ?? .max, atMost: engine.upkeepDelay ?? .max)
  }

  private func read() {
    do {
      let count = try splitter.append(atMost: Self.chunk, from: streams.input)
      readAhead += count ?? 0
      if count == 0 {
        hasInputEnded = true
        splitter.end()
      }
    } catch {
      failure = error
    }
  }

  private func write(_ lines: [JSONValue]) {
    if lines.isEmpty || failure != nil { return }
    do {
      try streams.output.writeAll(lines.map { "\($0)\n" }.joined())
    } catch {
      failure = error
    }
  }

  /// Looks whether a line cancels the present request, or the client is gone, and tells it that the request goes on.
  private func lookUp() -> Bool {
    if server.isCancelled { return true }
    asked &+= 1
    guard asked % Self.stride == 0 else { return false }
    if failure != nil || streams.output.isAbandoned { return true }
    let hasMore = !hasInputEnded && failure == nil && readAhead < Self.mostAhead && streams.input.isReadable()
    if hasMore { read() }
    // Lines may have come together with the request.
    if hasMore || asked == Self.stride { splitter.eachWaiting { server.peek($0) } }
    let now = clock.now
    if now - lastProgress >= Self.pace {
      lastProgress = now
      server.tellProgress()
    }
    return server.isCancelled
  }
}
