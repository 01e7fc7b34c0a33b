package import NavtreeJSON
package import NavtreeJSONReading

/// The service behind a serve loop.
package protocol Service: RPCHandler {
  /// Whether a request has asked for the end: the answers so far are still written, nothing more is read.
  var isShutDown: Bool { get }

  /// Whether the last request is final whatever happens to the requests after it, so that it is committed
  /// before the next line is handled.
  var isFinal: Bool { get }

  /// Whether the last request was undone because the process is to end: it isn't answered.
  var isBrokenOff: Bool { get }

  /// Whether it is of use to know the requests that wait.
  var foresees: Bool { get }

  /// Receives requests that wait, each of which is called later; the params are valid during the call.
  func foresee(
    _ requests: ((_ method: UnsafeRawBufferPointer, _ params: JSONElement?) -> Void) -> Void)

  /// Notes that all foreseen requests were called.
  func endForesight()

  /// Makes the changes promised by the answers since the last time durable, before those are written.
  ///
  /// - Returns: the reason of a failure; then none of the requests since the last time has happened.
  func commit() -> RPCError?

  /// Notes whether the reader has left part of the last write: until it has taken all of it, changes may be
  /// combined.
  func setReader(isBehind: Bool)

  /// Holds notifications of followers beyond so many bytes of them, until `writeHeld`.
  func hold(beyond bytes: Int)

  /// Whether there are held notifications that are written before anything else happens.
  var owes: Bool { get }

  /// Writes held notifications to their places in the output, as many as may wait there.
  ///
  /// - Returns: the number of bytes that may leave before the next ones are written.
  func writeHeld(into output: inout JSONWriter) -> Int

  /// Receives the time, in milliseconds since 1970: the instant of all lines handled until the next call.
  func pass(to instant: Int)

  /// The time at which the service has something to do without input; nil if never.
  var nextInstant: Int? { get }

  /// The milliseconds until the service must keep up what it owns, also while its output waits; nil if never.
  var upkeepDelay: Int? { get }

  /// Keeps up what the service owns, if that is due.
  func keepUp()
}

extension Service {
  package var isFinal: Bool { isShutDown }

  package var isBrokenOff: Bool { false }

  package var foresees: Bool { false }

  package func foresee(
    _ requests: ((_ method: UnsafeRawBufferPointer, _ params: JSONElement?) -> Void) -> Void
  ) {}

  package func endForesight() {}

  package func commit() -> RPCError? { nil }

  package func setReader(isBehind: Bool) {}

  package func hold(beyond bytes: Int) {}

  package var owes: Bool { false }

  package func writeHeld(into output: inout JSONWriter) -> Int { output.count }

  package func pass(to instant: Int) {}

  package var nextInstant: Int? { nil }

  package var upkeepDelay: Int? { nil }

  package func keepUp() {}
}
