import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension MethodTable {
  static let historyMethods: [Method] = [
    Method(
      "history.list", .reads,
      "The reachable states, oldest first; the present one is the last that isn't undone.",
      [.session],
      result: .list(
        .record([
          .seq, Shape.Member("cause", .string, "the action or method that led to it"),
          Shape.Member("id", .integer, "the screen that handled the action", optional: true),
          Shape.Member("origin", .string, "who caused it, if its request said so", optional: true),
          Shape.Member("undone", .boolean, "true: it can be redone", optional: true),
        ])),
      examples: [
        Example("Lists two changes, of which one was undone", after: [opened, "pop", "history.undo"])
      ]
    ) { server, params, output throws(Failure) in
      output.appendList(try server.session(params).historyEntries) { entry, output in
        output.append(#"{"seq":"#, entry.seq)
        output.append(#","cause":"#, entry.cause)
        if let screen = entry.screen { output.append(#","id":"#, screen.number) }
        if let origin = entry.origin { output.append(#","origin":"#, origin) }
        if entry.isUndone { output.append(#","undone":true"#) }
        output.append("}")
      }
    },
    Method(
      "history.undo", .drives, "Undoes the last changes.",
      [Parameter(.count, .integer, "the number, by default 1; at most all that are kept"), .session],
      result: passed, errors: failures + [.nothingToUndo],
      examples: [Example("Takes a change back", after: [opened])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let count = try params.integer(.count, in: 1...Int.max) ?? 1
      write(session, sameAs: try session.undo(count), to: &output)
    },
    Method(
      "history.redo", .drives, "Redoes the changes undone last.",
      [Parameter(.count, .integer, "the number, by default 1; at most all that were undone"), .session],
      result: passed, errors: failures + [.nothingToRedo],
      examples: [Example("Does it again", after: [opened, "history.undo"])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let count = try params.integer(.count, in: 1...Int.max) ?? 1
      write(session, sameAs: try session.redo(count), to: &output)
    },
    Method(
      "history.goto", .drives, "Returns to the state after a change.",
      [Parameter(.seq, .integer, required: true, "the change's seq", errors: [.unknownSeq]), .session],
      result: passed, errors: failures,
      examples: [Example("Goes to the state at the opening", #"{"seq":0}"#, after: [opened])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let seq = try params.integer(.seq, in: 0...Int.max) ?? 0
      write(session, sameAs: try session.goTo(seq: seq), to: &output)
    },
  ]

  /// An invariant that every kept state satisfied can fail now only if it depends on the clock.
  private static let failures: [ErrorKind] = [.invariantBroken, .expressionFailed, .costExceeded]

  private static let opened = #"dispatch {"action":{"type":"open","id":1}}"#

  private static let passed = Shape.record([
    .seq, Shape.Member("sameAs", .integer, "the change that first led to that state"),
  ])

  private static func write(_ session: Session, sameAs seq: Int, to output: inout JSONWriter) {
    output.append(#"{"seq":"#, session.seq)
    output.append(#","sameAs":"#, seq)
    output.append("}")
  }
}
