import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension MethodTable {
  private static let effect = Parameter(
    .effect, .either([.integer, .string]), required: true, "its number, or its key",
    errors: [.unknownEffect, .notInFlight, .gone])
  private static let ask = #"dispatch {"action":{"type":"refresh"}}"#
  private static let follow = #"dispatch {"action":{"type":"follow"}}"#

  static let effectMethods: [Method] = [
    Method(
      "effect.list", .reads,
      "The effects in flight or in a queue, in the order in which they were asked for.",
      [.sensitive, .session], result: .list(EffectInFlight.row),
      examples: [Example("Lists the effects in flight", after: [ask])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let sensitive = try params.boolean(.sensitive)
      output.appendList(session.effectsInFlight) { $0.writeRow(in: session, sensitive: sensitive, into: &$1) }
    },
    Method(
      "effect.done", .serves, "Answers an effect; only the screen that requested it gets the output.",
      [effect, Parameter(.output, .object, "its output, as the flow declares it"), .session],
      result: .record([.seq]), errors: ErrorKind.ofChanges,
      examples: [
        Example("Answers", #"{"effect":1,"output":{"letters":["hello"]}}"#, after: [ask]),
        Example("Answers by the key", #"{"effect":"mail-1","output":{"letters":["hello"]}}"#, after: [ask]),
      ]
    ) { server, params, output throws(Failure) in
      let result = try params.object(.output) ?? [:]
      try EffectCall.run(server, params, into: &output) { (session, effect) throws(Failure) in
        try session.answer(effect, output: result)
      }
    },
    Method(
      "effect.next", .serves,
      "Gives an answer before the last one; the effect stays in flight, and its timeout begins anew.",
      [effect, Parameter(.output, .object, "the answer, as the effect's `next` declares it"), .session],
      result: .record([.seq]), errors: ErrorKind.ofChanges,
      examples: [
        Example("Tells of a new letter", #"{"effect":1,"output":{"letters":["hello"]}}"#, after: [follow])
      ]
    ) { server, params, output throws(Failure) in
      let result = try params.object(.output) ?? [:]
      try EffectCall.run(server, params, into: &output) { (session, effect) throws(Failure) in
        try session.answerNext(effect, output: result)
      }
    },
    Method(
      "effect.fail", .serves,
      "Reports that an effect failed; it is requested again if it has retries left, else its screen is notified.",
      [effect, Parameter(.error, .any, "the reason"), .session],
      result: .record([.seq]), errors: ErrorKind.ofChanges,
      examples: [Example("Gives up", #"{"effect":1,"error":{"kind":"offline"}}"#, after: [ask])]
    ) { server, params, output throws(Failure) in
      let reason = try params.value(.error) ?? .null
      try EffectCall.run(server, params, into: &output) { (session, effect) throws(Failure) in
        try session.fail(effect, error: reason)
      }
    },
  ]
}
