import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections
import NavtreeEngine

extension MethodTable {
  private static let effect = Parameter(
    .effect, .integer, required: true, "its number", errors: [.unknownEffect, .notInFlight, .gone])
  private static let ask = #"dispatch {"action":{"type":"refresh"}}"#

  static let effectMethods: [Method] = [
    Method(
      "effect.list", "What hosts still owe, in the order in which it was asked for.",
      [.sensitive, .session],
      result: .list(
        .record([
          Shape.Member("effect", .integer, "its number in the session"),
          Shape.Member("name", .string, "what is to be done"), .at, .id,
          Shape.Member("input", .object, "what it is to be done with"),
          Shape.Member("key", .string, "the same whenever it is asked for, and no other effect's"),
          Shape.Member("again", .boolean, "whether it was asked for before"),
        ])), examples: [Example("Lists what is owed", after: [ask])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let sensitive = try params.boolean(.sensitive)
      output.append("[")
      for (index, effect) in session.owed.enumerated() {
        output.append(index > 0 ? ",{" : "{")
        effect.writeMembers(
          at: Array(session.address(of: effect).utf8), session: session.name, sensitive: sensitive,
          into: &output)
        output.append(#","again":"#)
        output.appendBoolean(effect.isAgain)
        output.append("}")
      }
      output.append("]")
    },
    Method(
      "effect.done", "Answers an effect: the screen that asked for it gets the output, and nobody else.",
      [effect, Parameter(.output, .object, "its output, as the flow declares it"), .session],
      result: .record([.seq]), errors: ErrorKind.ofChanges,
      examples: [
        Example("Answers", #"{"effect":1,"output":{"letters":["hello"]}}"#, after: [ask])
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let effect = try params.integer(.effect, in: 0...Int.max) ?? 0
      try session.answer(effect, output: try params.object(.output) ?? [:])
      output.append(#"{"seq":"#)
      output.appendInteger(session.world.seq)
      output.append("}")
    },
    Method(
      "effect.fail",
      "Says that an effect can't be done: it is asked for again if it may be, else its screen is told.",
      [effect, Parameter(.error, .any, "why not"), .session],
      result: .record([.seq]), errors: ErrorKind.ofChanges,
      examples: [Example("Gives up", #"{"effect":1,"error":{"kind":"offline"}}"#, after: [ask])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let effect = try params.integer(.effect, in: 0...Int.max) ?? 0
      let error = try params.value(.error)
      try session.fail(effect, error: error ?? .null)
      output.append(#"{"seq":"#)
      output.appendInteger(session.world.seq)
      output.append("}")
    },
  ]
}
