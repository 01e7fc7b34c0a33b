/// The bounds of one JSON-RPC batch, whose list has to be held until it is whole.
package struct RPCBatchLimits: Sendable {
  /// The requests that it may hold.
  let requests: Int
  /// The bytes of answers after which its further requests are refused.
  let answers: Int

  package init(requests: Int = .max, answers: Int = .max) {
    self.requests = requests
    self.answers = answers
  }
}
