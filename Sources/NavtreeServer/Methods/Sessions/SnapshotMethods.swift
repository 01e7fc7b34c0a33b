import NavtreeFlow
import NavtreeJSON
import NavtreeEngine

extension MethodTable {
  private static let mail = """
    {"snapshot":{"snapshot":1,"flow":"mail","version":1,"hash":"","seq":3,"next":{},"windows":["main"],"rows":[\
    {"id":1,"parent":null,"slot":null,"window":"main","screen":"settings","params":{},"state":{},"focus":"topics"},\
    {"id":2,"parent":1,"slot":"topics","screen":"topics","params":{},"state":{"chosen":"swift","colour":"red"}}],\
    "shared":{}},"session":"second"}
    """

  static let snapshotMethods: [Method] = [
    Method(
      "snapshot.save", .reads,
      "A session as one value from which it can be restored, without sensitive fields, fields that are kept nowhere, subscriptions and history.",
      [
        Parameter(.sensitive, .boolean, "include the values of sensitive fields"),
        .session,
      ], result: .shared(.snapshot), examples: [Example("Saves a session")]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let scope = StoredScope(isSensitive: try params.boolean(.sensitive))
      session.stored(scope).write(into: &output)
    },
    Method(
      "snapshot.restore", .process,
      "Opens a session from a snapshot, after the flow's migrations from the snapshot's version on; effects that were in flight are requested again.",
      [
        Parameter(.snapshot, .shared(.snapshot), required: true, "the snapshot that `snapshot.save` gave"),
        Parameter(.session, .string, "the session's name, by default the flow's"),
        Parameter(
          .flow, .string, "the flow to run, by default the snapshot's own", errors: [.unknownFlow]),
        Parameter(
          .replace, .boolean,
          "true: put it in place of the open session of that name, which goes on with the next seq and an empty history",
          errors: [.unknownSession]),
        Parameter(
          .ifSeq, .integer,
          "with `replace`, the change that must be the open session's last: else the request fails with `conflict`",
          errors: [.conflict]),
      ],
      result: .record([
        .session, .seq, .active,
        Shape.Member("report", RestoreReport.shape, "the fate of the saved values"),
      ]), errors: [.nameTaken, .storage, .flowDefect, .expressionFailed, .costExceeded, .limitExceeded],
      checksSeq: true,
      examples: [Example("Restores a session that no longer fits the flow completely", mail)]
    ) { server, params, output throws(Failure) in
      var stored: StoredSession
      do {
        stored = try StoredSession(try params.value(.snapshot) ?? .null, at: ["snapshot"])
      } catch let fault as StoredFault {
        throw Failure(
          .invalidParams, "the snapshot's \(fault.pointer) \(fault.message)",
          ["pointer": .string(fault.pointer.description)])
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure(.invalidParams, "\(error)")
      }
      // These answers were given by another session.
      stored.parts[.requests] = nil
      let flow = try server.flow(named: try params.string(.flow) ?? stored.flow)
      let name = try params.string(.session) ?? flow.name
      let opening: NavtreeServer.Opening
      let seq = try params.seqCondition()
      if try params.boolean(.replace) {
        opening = try server.replace(name, with: stored, flow, ifSeq: seq)
        server.record(replacing: opening)
      } else {
        if seq != nil {
          throw Failure(
            .invalidParams, "'ifSeq' goes with 'replace': without it no open session is changed",
            ["pointer": "/ifSeq", "hint": "'replace': true puts the snapshot in place of the open session"])
        }
        opening = try server.restore(stored, flow, as: name)
        server.record(opening)
      }
      opening.session.writeOpening(in: 0, into: &output)
      output.append(#","report":"#, opening.report?.json ?? [])
      output.append("}")
    },
  ]
}

extension RestoreReport {
  static let shape = Shape.list(
    .record([
      Shape.Member("field", .string, "a field, a screen's type, or a part of the session"),
      Shape.Member("fate", .choice(Fate.allCases.map(\.rawValue)), "its fate"),
      Shape.Member("count", .integer, "the number of such values"),
      Shape.Member("pointer", .string, "the place of the first one in the snapshot", optional: true),
      Shape.Member("reason", .string, "why", optional: true),
    ]))
}
