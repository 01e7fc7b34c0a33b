import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension MethodTable {
  private static let effect = Parameter(
    .effect, .integer, required: true, "its number", errors: [.unknownEffect, .notInFlight, .gone])
  private static let ask = #"dispatch {"action":{"type":"refresh"}}"#

  static let effectMethods: [Method] = [
    Method(
      "effect.list", "The effects in flight, in the order in which they were requested.",
      [.sensitive, .session],
      result: .list(
        .record([
          .effect, .effectName, .at.ifAny, .id.ifAny, .of, .input, .key,
          Shape.Member("again", .boolean, "whether it was requested before"),
          Shape.Member(
            "held", .boolean, "true in a fork, if it is in flight in the original and not requested here",
            optional: true),
        ])), examples: [Example("Lists the effects in flight", after: [ask])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let sensitive = try params.boolean(.sensitive)
      output.appendList(session.owed) { effect, output in
        output.append("{")
        effect.writeMembers(
          at: Array(session.address(of: effect).utf8), sensitive: sensitive, into: &output)
        output.append(#","again":"#, effect.isAgain)
        if session.isHeld(effect) { output.append(#","held":true"#) }
        output.append("}")
      }
    },
    Method(
      "effect.done", "Answers an effect; only the screen that requested it gets the output.",
      [effect, Parameter(.output, .object, "its output, as the flow declares it"), .session],
      result: .record([.seq]), errors: ErrorKind.ofChanges,
      examples: [Example("Answers", #"{"effect":1,"output":{"letters":["hello"]}}"#, after: [ask])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let effect = try params.integer(.effect, in: 0...Int.max) ?? 0
      try session.answer(effect, output: try params.object(.output) ?? [:])
      output.append(#"{"seq":"#, session.seq)
      output.append("}")
    },
    Method(
      "effect.fail",
      "Reports that an effect failed; it is requested again if it has retries left, else its screen is notified.",
      [effect, Parameter(.error, .any, "the reason"), .session],
      result: .record([.seq]), errors: ErrorKind.ofChanges,
      examples: [Example("Gives up", #"{"effect":1,"error":{"kind":"offline"}}"#, after: [ask])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let effect = try params.integer(.effect, in: 0...Int.max) ?? 0
      let error = try params.value(.error)
      try session.fail(effect, error: error ?? .null)
      output.append(#"{"seq":"#, session.seq)
      output.append("}")
    },
  ]
}
