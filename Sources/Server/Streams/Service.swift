/// What a serve loop serves.
package protocol Service: RPCHandler {
  /// Whether a request has asked for the end: what has been answered is still written, nothing more is read.
  var isShutDown: Bool { get }

  /// Makes what the answers since the last time promise durable, before they are written.
  func commit()

  /// Is told what time it is, in milliseconds since 1970: the instant of all lines that are handled before it is
  /// told again.
  func pass(to instant: Int)

  /// When the service has something to do though no line has come; nil: never.
  var nextInstant: Int? { get }
}

extension Service {
  package func commit() {}

  package func pass(to instant: Int) {}

  package var nextInstant: Int? { nil }
}
