/// The limits of one JSON-RPC batch, which is held in memory as a whole.
package struct RPCBatchLimits: Sendable {
  /// The maximum number of requests.
  let requests: Int
  /// The number of bytes of answers after which its further requests are refused.
  let answers: Int

  package init(requests: Int = .max, answers: Int = .max) {
    self.requests = requests
    self.answers = answers
  }
}
