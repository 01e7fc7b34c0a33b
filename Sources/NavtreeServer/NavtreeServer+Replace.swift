import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavtreePersistence
import NavtreeEngine

extension NavtreeServer {
  /// Puts a session that continues from a snapshot in place of an open one.
  ///
  /// - Parameter seq: the last change that it must have; nil for any.
  func replace(
    _ name: String, with stored: StoredSession, _ flow: FlowDefinition, ifSeq seq: Int?
  ) throws(Failure) -> Opening {
    guard let former = sessions[name] else {
      throw Failure(
        .unknownSession, "no session named '\(name.echo)' is open",
        ["hint": "without 'replace' a session of that name is opened"]
      ).hinting(name, among: sessions.keys)
    }
    if let seq { try Failure.check(former.seq, is: seq) }
    return try apart { () throws(Failure) -> Opening in
      var report = RestoreReport()
      var recorded: RecordedOpening?
      let isKept = recorders[UTF8Key(name)] != nil
      let session = try former.successor(
        from: stored, flow, clock: makeClock(former.clock.kind), coverage: coverage?[flow],
        report: &report,
        willGoOn: { recorded = recordedOpening(of: $0, restoredFrom: stored, isKept: isKept) })
      if store?.isAttached(name) == true {
        try store?.replace(former, with: session)
      } else if unstored.remove(name) {
        unstored.add(session)
      }
      sessions[name] = session
      session.takeSubscriptions(of: former)
      subscriptions.move(from: former, to: session)
      log(
        .info, "the session '\(name)' is replaced, and goes on with seq \(session.seq)",
        about: ["session": .string(name)])
      return Opening(session: session, report: report, recorded: recorded)
    }
  }
}
