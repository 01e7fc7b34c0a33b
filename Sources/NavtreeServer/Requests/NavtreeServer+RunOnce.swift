import NavtreeEngine
import NavtreeJSON
import NavtreeJSONReading
import NavtreePersistence

extension NavtreeServer {
  /// Runs a method whose caller has given the request a key, or the seq that the session must have.
  ///
  /// A request that was answered before under its key gets that answer, and nothing happens.
  func runOnce(_ method: Method, _ params: Params, into output: inout JSONWriter) throws(Failure) {
    guard let request = try digest(of: method, params) else {
      try checkSeq(method, params)
      return try method.runTraced(on: self, params, into: &output)
    }
    let session = try session(of: request, params)
    if let known = session.answer(toRequest: request.key) {
      guard known.content == request.content else {
        throw Failure(
          .invalidParams, "'request' is the key of another request",
          ["pointer": "/request", "hint": "a key stands for one method with the same params"])
      }
      return output.appendObject(known.answer)
    }
    try checkSeq(method, params)
    let start = output.count
    try method.runTraced(on: self, params, into: &output)
    // One that waits is remembered when it has run.
    if session.answer(toRequest: request.key) != nil { return }
    let text = output.withUnsafeBytes { Array($0[start...]) }
    session.remember(request.answered(text))
  }

  /// The request as it is remembered; nil if it has no key.
  ///
  /// The session keeps it, and the seq is only a condition: neither is a part of it.
  func digest(of method: Method, _ params: Params) throws(Failure) -> RequestDigest? {
    guard method.nature.changesSession, let key = try params.string(.request) else { return nil }
    if key.isEmpty { throw params.misfit(.request, "a string with at least one character") }
    return RequestDigest(
      key: key, method: method.name, params: try params.named(but: [.session, .ifSeq, .request]))
  }

  /// The session that a call is about. Where none is named, the key of an effect says which, also once it is answered.
  private func session(of request: RequestDigest?, _ params: Params) throws(Failure) -> Session {
    guard params.gives(.effect), let key = params[.effect]?.string, !params.gives(.session),
      sessions.count > 1
    else { return try session(params) }
    let known = request.flatMap { request in
      sessions.values.first { $0.answer(toRequest: request.key)?.content == request.content }
    }
    if let known { return use(known) }
    return try EffectCall.session(of: key, self, params)
  }

  private func checkSeq(_ method: Method, _ params: Params) throws(Failure) {
    if method.checksSeq { return }
    guard let expected = try params.seqCondition() else { return }
    try Failure.check(try seq(method, params), is: expected)
  }

  /// The last change of the session that a call is about.
  private func seq(_ method: Method, _ params: Params) throws(Failure) -> Int {
    do {
      return try session(of: nil, params).seq
    } catch {
      // A session that isn't open can be deleted.
      guard !method.nature.changesSession, let name = try params.string(.session),
        let stored = try store?.find(name)
      else { throw error }
      return stored.seq
    }
  }
}

extension Params {
  /// The seq that the session must have, if the caller names one.
  func seqCondition() throws(Failure) -> Int? { try integer(.ifSeq, in: 0...Int.max) }
}
