import NavtreeFlow
import NavtreeJSON
import OrderedCollections
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
      "snapshot.save",
      "A session as one value from which it can be restored: all but sensitive fields, those that are kept nowhere, subscriptions and history.",
      [
        Parameter(.sensitive, .boolean, "with the values of sensitive fields, which are left out otherwise"),
        .session,
      ], result: .shared(.snapshot), examples: [Example("Saves a session")]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let scope = StoredScope(isSensitive: try params.boolean(.sensitive))
      session.stored(scope).write(into: &output)
    },
    Method(
      "snapshot.restore",
      "Opens a session that goes on where a saved one stood, after the flow's migrations from that version on; what hosts owed then, they are asked for again.",
      [
        Parameter(.snapshot, .shared(.snapshot), required: true, "what snapshot.save gave"),
        Parameter(.session, .string, "the session's name, by default the flow's"),
        Parameter(
          .flow, .string, "the flow to run, by default the one that it was saved by", errors: [.unknownFlow]),
      ],
      result: .record([
        .session, .seq, .active,
        Shape.Member("report", RestoreReport.shape, "what became of what was saved"),
      ]), errors: [.nameTaken, .storage, .flowDefect, .expressionFailed, .costExceeded, .limitExceeded],
      examples: [Example("Restores a session of which not all fits the flow any more", mail)]
    ) { server, params, output throws(Failure) in
      let stored: StoredSession
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
      let flow = try server.flow(named: try params.string(.flow) ?? stored.flow)
      var report = RestoreReport()
      let session = try server.restore(
        stored, flow, as: try params.string(.session) ?? flow.name, report: &report)
      session.writeOpening(in: 0, into: &output)
      output.append(#","report":"#)
      output.appendValue(report.json)
      output.append("}")
    },
  ]
}

extension RestoreReport {
  static let shape = Shape.list(
    .record([
      Shape.Member("field", .string, "a field, a screen's type, or a part of the session"),
      Shape.Member("fate", .choice(Fate.allCases.map(\.rawValue)), "what became of it"),
      Shape.Member("count", .integer, "how often"),
      Shape.Member("pointer", .string, "where the first of them is in the snapshot", optional: true),
      Shape.Member("reason", .string, "why", optional: true),
    ]))
}
