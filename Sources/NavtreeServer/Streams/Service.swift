package import NavtreeJSON

/// What a serve loop serves.
package protocol Service: RPCHandler {
  /// Whether a request has asked for the end: what has been answered is still written, nothing more is read.
  var isShutDown: Bool { get }

  /// Whether what was asked last is final whatever becomes of what is asked next, so that it is committed before
  /// the next line is handled.
  var isFinal: Bool { get }

  /// Makes what the answers since the last time promise durable, before they are written.
  ///
  /// - Returns: why it couldn't; nothing that was asked since the last time has happened then.
  func commit() -> RPCError?

  /// Notes whether the reader has left something of the last write: until it has taken all of that, changes may
  /// be told as one.
  func note(readerIsBehind: Bool)

  /// Writes what was held back while the reader was behind to its places in the output that followed.
  func writeHeld(into output: inout JSONWriter)

  /// Is told what time it is, in milliseconds since 1970: the instant of all lines that are handled before it is
  /// told again.
  func pass(to instant: Int)

  /// When the service has something to do though no line has come; nil: never.
  var nextInstant: Int? { get }
}

extension Service {
  package var isFinal: Bool { isShutDown }

  package func commit() -> RPCError? { nil }

  package func note(readerIsBehind: Bool) {}

  package func writeHeld(into output: inout JSONWriter) {}

  package func pass(to instant: Int) {}

  package var nextInstant: Int? { nil }
}
