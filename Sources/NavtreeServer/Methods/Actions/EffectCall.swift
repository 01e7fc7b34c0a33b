import NavtreeJSON
import NavtreeJSONReading
import NavtreeEngine

/// The effect that a host answers, by its number in a session or by its key.
enum EffectCall {
  /// Answers the effect, and writes the answer of the method.
  static func run(
    _ server: NavtreeServer, _ params: Params, into output: inout JSONWriter,
    _ body: (Session, Int) throws(Failure) -> Void
  ) throws(Failure) {
    let session: Session
    if let key = params[.effect]?.string {
      session = try Self.session(of: key, server, params)
      guard let effect = session.effectInFlight(key) else {
        throw hinting(session.noEffect(key), server, besides: session) { $0.effectInFlight(key) != nil }
      }
      try body(session, effect)
    } else {
      guard let effect = params[.effect]?.integer, effect >= 0 else {
        throw params.misfit(.effect, "an integer from 0 on, or a key")
      }
      session = try server.session(params)
      do throws(Failure) {
        try body(session, effect)
      } catch {
        guard [.unknownEffect, .notInFlight, .gone].contains(error.kind) else { throw error }
        throw hinting(error, server, besides: session) { $0.owes(effect) }
      }
    }
    output.append(#"{"seq":"#, session.answerSeq)
    output.append("}")
  }

  /// The session that a call names, else the one that has requested the effect.
  ///
  /// - Complexity: O(number of sessions), if several are open and none is named.
  static func session(of key: String, _ server: NavtreeServer, _ params: Params) throws(Failure)
    -> Session
  {
    guard params[.session] == nil, server.sessions.count > 1 else { return try server.session(params) }
    var holders = server.sessions.values.filter { $0.effectInFlight(key) != nil }
    let askers = holders.filter { session in session.effectInFlight(key).map(session.owes) ?? false }
    if !askers.isEmpty { holders = askers }
    guard let holder = holders.first else {
      if let conflict = server.conflict(ofEffect: key) { throw conflict }
      let failures = server.sessions.values.map { $0.noEffect(key) }
      throw failures.first { $0.kind != .unknownEffect } ?? failures[0]
    }
    guard holders.count == 1 else {
      throw Failure(
        .invalidParams, "which session? the effect is in flight in \(holders.count)",
        ["pointer": "/session", "hint": "give 'session'"])
    }
    return server.use(holder)
  }

  /// The failure, with a hint if the effect is another session's.
  private static func hinting(
    _ failure: Failure, _ server: NavtreeServer, besides session: Session, _ has: (Session) -> Bool
  ) -> Failure {
    guard let other = server.sessions.values.first(where: { $0 !== session && has($0) }) else {
      return failure
    }
    return failure.with(
      "hint",
      .string("the session '\(other.name)' has such an effect in flight: name it with 'session'"))
  }
}
