import NavtreeJSON
import NavtreeEngine

extension MethodTable {
  static let historyMethods: [Method] = [
    Method(
      "history.list",
      "The states that the session can go to, oldest first; the present one is the last that isn't undone.",
      [.session],
      result: .list(
        .record([
          .seq, Shape.Member("cause", .string, "the action or the method that led to it"),
          Shape.Member("id", .integer, "the screen that handled the action", optional: true),
          Shape.Member("undone", .boolean, "true: it can be redone", optional: true),
        ])),
      examples: [
        Example(
          "Lists two changes, of which one was undone",
          after: [opened, "pop", "history.undo"])
      ]
    ) { server, params, output throws(Failure) in
      output.appendArray(try server.session(params).historyList)
    },
    Method(
      "history.undo", "Undoes the last changes.",
      [Parameter(.count, .integer, "how many, by default 1; at most as many as are kept"), .session],
      result: passed, errors: failures + [.nothingToUndo],
      examples: [Example("Takes a change back", after: [opened])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let count = try params.integer(.count, in: 1...Int.max) ?? 1
      write(session, sameAs: try session.undo(count), to: &output)
    },
    Method(
      "history.redo", "Does the changes again that were undone last.",
      [Parameter(.count, .integer, "how many, by default 1; at most as many as were undone"), .session],
      result: passed, errors: failures + [.nothingToRedo],
      examples: [Example("Does it again", after: [opened, "history.undo"])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let count = try params.integer(.count, in: 1...Int.max) ?? 1
      write(session, sameAs: try session.redo(count), to: &output)
    },
    Method(
      "history.goto", "Goes to the state in which the session was after a change.",
      [Parameter(.seq, .integer, required: true, "the change's", errors: [.unknownSeq]), .session],
      result: passed, errors: failures,
      examples: [Example("Goes to how the session was opened", #"{"seq":0}"#, after: [opened])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let seq = try params.integer(.seq, in: 0...Int.max) ?? 0
      write(session, sameAs: try session.goTo(seq: seq), to: &output)
    },
  ]

  /// What every state held once may fail now only where it depends on the clock.
  private static let failures: [ErrorKind] = [.invariantBroken, .expressionFailed, .costExceeded]

  private static let opened = #"dispatch {"action":{"type":"open","id":1}}"#

  private static let passed = Shape.record([
    .seq, Shape.Member("sameAs", .integer, "the change that led to the state for the first time"),
  ])

  private static func write(_ session: Session, sameAs seq: Int, to output: inout JSONWriter) {
    output.append(#"{"seq":"#)
    output.appendInteger(session.world.seq)
    output.append(#","sameAs":"#)
    output.appendInteger(seq)
    output.append("}")
  }
}
