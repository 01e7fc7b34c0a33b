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

  /// The reason why a batch of so many requests is refused; nil for one that is answered.
  package func refusal(ofCount count: Int) -> RPCError? {
    if count == 0 { return .invalidRequest("a batch is never empty") }
    guard count > requests else { return nil }
    return .invalidRequest("the batch has more than \(requests) requests", limit: "requests", of: requests)
  }
}
