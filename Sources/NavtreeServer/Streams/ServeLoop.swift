package import NavtreeFiles
internal import NavtreeJSON
package import NavtreeSystem

/// The loop of a process that answers lines: read, handle, commit, write, on one thread.
///
/// It never waits for one stream while the other is ready. Waiting data is bounded by a line of input and its
/// answers: while the reader doesn't take its output, nothing is read.
package struct ServeLoop: ~Copyable {
  /// The reason why it ended.
  package enum End: Equatable, Sendable {
    /// The input ended or a request asked for the end, and everything is written; or the reader closed its
    /// end.
    case done
    case signal(Int32)
    case inputFailed(SystemError)
    case outputFailed(SystemError)
    /// The system can't report which stream is ready.
    case waitingFailed(SystemError)
  }

  private let streams: StandardStreams
  private let service: NavtreeServer
  private let layer: RPCLayer
  private let lineLimit: Int
  private let unwrittenLimit: Int
  private let clock: SystemClock
  private let meter: Meter?
  private let host: HostKeeper?
  private var splitter: LineSplitter
  private var outbox = Outbox()
  /// Further requests; nil without any.
  private var companion: ServeCompanion?
  /// Whether all lines read so far are handled.
  private var isCaughtUp = true
  private var hasInputEnded = false
  /// Whether the reader has left part of the last write.
  private var wasBehind = false
  /// Whether the service knows the lines that were read and aren't handled yet.
  private var hasForeseen = false

  private static let chunk = 128 << 10

  /// - Parameters:
  ///   - maximumDepth: the maximum nesting of arrays and objects in a line.
  ///   - batchLimits: the limits of one JSON-RPC batch.
  ///   - lineLimit: the maximum number of bytes in a line.
  ///   - unwrittenLimit: the number of output bytes at which handling lines pauses.
  ///   - meter: measures the turns.
  ///   - host: keeps values of the sessions, asked over the same streams.
  ///   - companion: further requests, whose notifications go to the output as all others do.
  package init(
    _ service: NavtreeServer, on streams: StandardStreams, maximumDepth: Int,
    batchLimits: RPCBatchLimits, lineLimit: Int, unwrittenLimit: Int, clock: SystemClock = SystemClock(),
    meter: Meter? = nil, host: HostKeeper? = nil, companion: ServeCompanion? = nil
  ) {
    self.service = service
    self.clock = clock
    self.meter = meter
    self.host = host
    self.companion = companion
    self.streams = streams
    self.lineLimit = lineLimit
    self.unwrittenLimit = max(unwrittenLimit, 1)
    layer = RPCLayer(maximumDepth: maximumDepth, batchLimits: batchLimits)
    splitter = LineSplitter(limit: lineLimit)
  }

  /// Serves until the input ends, the reader closes its end, a request asks for the end, or SIGTERM, SIGINT
  /// or SIGHUP arrives.
  ///
  /// From then on these signals no longer end the process.
  package mutating func run() -> End {
    let flags = streams.output.stopBlocking()
    defer { streams.output.restore(flags) }
    do {
      let signals = try TerminationSignals.catchAll()
      defer { signals.letFinish() }
      return serve(until: signals)
    } catch {
      return .waitingFailed(error)
    }
  }

  private mutating func serve(until signals: TerminationSignals) -> End {
    // The start of the uncommitted output.
    var mark = 0
    service.hold(beyond: unwrittenLimit)
    service.writeCaused(into: &outbox.filling)
    while true {
      // While the reader doesn't take its output, timers don't add to it.
      if !isFull && !service.owes && !service.isShutDown {
        service.pass(to: clock.now)
        service.writeCaused(into: &outbox.filling)
      }
      service.keepUp()
      service.writeCaused(into: &outbox.filling)
      if !service.owes {
        foresee()
        handleLines(until: signals)
      }
      if !isWithinAnswer, let error = service.commit() {
        layer.refuseAll(after: mark, error, in: &outbox.filling)
        service.writeCaused(into: &outbox.filling)
      }
      handleCompanion()
      do {
        let service = service
        try outbox.flush { output, wasBehind in
          wasBehind || service.owes ? service.writeHeld(into: &output) : output.count
        } _: { bytes throws(SystemError) in
          let count = try streams.output.write(bytes)
          meter?.hasWritten(count)
          return count
        }
        if outbox.isBehind != wasBehind {
          wasBehind = outbox.isBehind
          service.setReader(isBehind: wasBehind)
        }
      } catch {
        return error.isClosedPipe ? .done : .outputFailed(error)
      }
      mark = outbox.filling.count
      meter?.endTurn(at: clock.now)
      if let signal = signals.received { return .signal(signal) }
      if isCaughtUp, hasForeseen {
        hasForeseen = false
        service.endForesight()
      }
      let isOver = service.isShutDown || (hasInputEnded && isCaughtUp)
      let owes = service.owes
      if owes && !outbox.isBehind { continue }
      if isOver && outbox.isEmpty { return .done }
      if !isOver && !isCaughtUp && !isFull { continue }
      if let end = wait(isOver: isOver, signals) { return end }
    }
  }

  private var isFull: Bool { outbox.count >= unwrittenLimit || isWithinAnswer }

  /// Whether the host can't be asked, since it has taken a part of a line.
  private var isWithinAnswer: Bool { host != nil && outbox.isBehind }

  private mutating func handleLines(until signals: TerminationSignals) {
    isCaughtUp = false
    let service = service
    let handler: any RPCHandler = service
    while !isFull && !service.isFinal && signals.received == nil {
      switch splitter.next() {
      case .whole(let line):
        let mark = outbox.filling.count
        layer.handle(line, with: handler, into: &outbox.filling)
        if service.isBrokenOff { return outbox.filling.truncate(to: mark) }
      case .tooLong: layer.refuseLine(longerThan: lineLimit, into: &outbox.filling)
      case nil:
        isCaughtUp = true
        return
      }
    }
  }

  /// Tells the service the lines that wait, if it is of use, until all of them are handled.
  private mutating func foresee() {
    guard !hasForeseen, service.foresees else { return }
    hasForeseen = true
    service.foresee { note in splitter.eachWaiting { line in layer.peek(line, note) } }
  }

  /// Handles the companion's requests, each committed by itself, when everything else is.
  private mutating func handleCompanion() {
    guard let companion, !isFull, !service.owes, !service.isShutDown else { return }
    companion.answer { line, output in
      let mark = outbox.filling.count
      layer.answer(line, with: service, into: &output)
      service.writeCaused(into: &outbox.filling)
      if let error = service.commit() {
        layer.refuseAll(after: 0, error, in: &output)
        outbox.filling.truncate(to: mark)
        service.writeCaused(into: &outbox.filling)
      }
    }
    if companion.hasEnded { self.companion = nil }
  }

  /// Waits until there is something to do, and reads if input is ready.
  private mutating func wait(isOver: Bool, _ signals: TerminationSignals) -> End? {
    let isFull = isFull || service.owes
    let mayRead = !isOver && isCaughtUp && !isFull
    if mayRead, host?.give(to: &splitter) == true { return nil }
    // `poll` ignores a negative number. With no events requested, it reports only the loss of the reader.
    var descriptors = [
      pollfd(fd: mayRead ? streams.input.number : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: streams.output.number, events: outbox.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
      pollfd(fd: signals.descriptor.number, events: Int16(POLLIN), revents: 0),
      pollfd(
        fd: mayRead ? companion?.descriptor.number ?? -1 : -1, events: companion?.events ?? 0, revents: 0),
    ]
    switch poll(&descriptors, nfds_t(descriptors.count), patience(isForOutput: isOver || isFull)) {
    case 0: break
    case ..<0:
      let error = SystemError.last
      return error.isInterruption ? nil : .waitingFailed(error)
    default:
      if descriptors[1].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return .done }
      if descriptors[3].revents != 0 { companion?.exchange() }
      if descriptors[0].revents != 0 { return read() }
    }
    return nil
  }

  /// The milliseconds until there is something to do without input, or -1 for no limit.
  ///
  /// - Parameter isForOutput: whether the service can do nothing until the reader takes its output.
  private func patience(isForOutput: Bool) -> Int32 {
    let instant = min((isForOutput ? nil : service.nextInstant) ?? .max, meter?.due ?? .max)
    return clock.patience(until: instant, atMost: service.upkeepDelay ?? .max)
  }

  private mutating func read() -> End? {
    let count: Int?
    do {
      count = try splitter.append(atMost: Self.chunk, from: streams.input)
    } catch {
      return .inputFailed(error)
    }
    host?.isWithinLine = splitter.isWithinLine
    meter?.hasRead(count ?? 0)
    if count == 0 {
      hasInputEnded = true
      host?.hasEnded = true
      splitter.end()
    }
    return nil
  }
}
