/// What a serve loop serves.
package protocol Service: RPCHandler {
  /// Whether a request has asked for the end: what has been answered is still written, nothing more is read.
  var isShutDown: Bool { get }

  /// Makes what the answers since the last time promise durable, before they are written.
  func commit()

  /// How many milliseconds the loop may wait for input, or -1 for any number; `writeCaused` is called after them.
  var patience: Int32 { get }
}

extension Service {
  package func commit() {}

  package var patience: Int32 { -1 }
}
