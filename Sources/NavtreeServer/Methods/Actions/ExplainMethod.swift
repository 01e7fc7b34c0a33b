import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

/// `explain`: a dispatch that is only rehearsed, and its effects.
enum ExplainMethod {
  private static let parts = Shape.list(
    .record([
      Shape.Member("part", .string, "the part of the guard, as written"),
      Shape.Member("line", .integer, "where it begins", optional: true),
      Shape.Member("column", .integer, "where in that line", optional: true),
      Shape.Member("endColumn", .integer, "its end column", optional: true),
      Shape.Member("value", .any, "its value", optional: true),
      Shape.Member("values", .array, "its values for the first elements, inside a macro", optional: true),
      Shape.Member("omitted", .string, "a description of a value that is too long", optional: true),
      Shape.Member("error", .string, "why it fails", optional: true),
    ]))

  private static let part = Shape.Member(
    "file", .string, "its file, if that is a part of the flow", optional: true)

  static let rule = Shape.record(rules)
  static let refusingRule = Shape.record(
    rules + [
      Shape.Member("reject", .string, "the message with which it rejects", optional: true)
    ])

  private static let rules: [Shape.Member] = [
    .at, .id, Shape.Member("action", .string, "the action's name"),
    Shape.Member("rule", .integer, "the rule's place in the action, from 0"),
    part,
    Shape.Member("line", .integer, "where it begins in its file"),
    Shape.Member("column", .integer, "where in that line"),
    Shape.Member("when", .string, "its guard", optional: true),
    Shape.Member("holds", .boolean, "whether the rule runs"),
    Shape.Member(
      "parts", parts, "the parts of the guard in the order in which they are evaluated, the whole last",
      optional: true),
    Shape.Member(
      "guards",
      .list(
        .record([
          Shape.Member("name", .string, "the named guard"),
          part,
          Shape.Member("line", .integer, "where its condition begins"),
          Shape.Member("column", .integer, "where in that line"),
          Shape.Member("holds", .boolean, "whether it holds"),
          Shape.Member("parts", parts, "its parts, as those of the rule's guard"),
        ])), "the named guards that it reads, and those that these read", optional: true),
  ]

  /// Rehearses an action, and gives its effects or the reason of its failure.
  static func explain(
    _ server: NavtreeServer, _ session: Session, _ params: Params, into output: inout JSONWriter
  ) throws(Failure) {
    let target = try Target(params)
    let explanation = Explanation(of: session) { () throws(Failure) in
      try target.focus(in: session)
    } _: { (cursor) throws(Failure) in
      let call = try ActionCall.find(params[.action], in: session, at: cursor.screen, server)
      var answer = JSONWriter()
      try call.send(
        in: session, to: cursor, bubbles: try params.boolean(.bubbles, default: true), into: &answer)
    }
    let trace = explanation.trace
    if let failure = trace.failure, failure.isInterruption { throw failure }
    output.append("{")
    if trace.failure == nil {
      output.append(#""handledBy":"#, session.handlerText)
      output.append(#","active":"#, explanation.active)
      if let reply = session.reply { output.append(#","reply":"#, reply) }
      output.append(",")
    }
    output.append(#""file":"#, session.flow.file)
    output.append(#","rules":"#)
    output.appendList(trace.rules) { $0.write(into: &$1, of: session.flow) }
    output.append(#","declined":"#)
    output.appendList(trace.decliners) { $0.write(into: &$1) }
    if let failure = trace.failure {
      output.append(#","error":"#, RPCError(failure).json)
    } else {
      output.append(",")
      trace.receipt.writeMembers(into: &output)
      output.append(#","patch":"#, explanation.patch.value)
    }
    output.append("}")
  }
}
