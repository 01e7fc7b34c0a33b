import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import NavtreeEngine

extension MethodTable {
  static let actionMethods: [Method] = [
    Method(
      "dispatch", .drives, "Sends an action to one screen, from which it bubbles to the screen's ancestors.",
      [
        .session, .at,
        Parameter(
          .action, .shared(.action), required: true, "`{type, …}`: its name and its payload"),
        Return.parameter, .window, bubbles, .origin,
      ],
      result: .record(
        [.seq, .handledBy, .active, .reply, .id.ifAny, .handled.ifAny, .waits.ifAny]
          + ([.declined] + effects + [.patch, .state]).map(\.ifAny)),
      errors: ErrorKind.ofChanges + [.unknownScreen, .privateAction],
      examples: [
        Example("Sends an action to the active screen", #"{"action":{"type":"search","query":"ada"}}"#),
        Example(
          "The message knows no such action: it bubbles to the folder that holds it",
          #"{"at":"/main/inbox/message","action":{"type":"search","query":"ada"}}"#, after: [open]),
        Example("Asks what it did", #"{"action":{"type":"open","id":7},"return":["receipt","patch"]}"#),
        Example(
          "Asks again under its key: nothing happens", #"{"action":{"type":"open","id":7},"request":"k-1"}"#,
          after: [#"dispatch {"action":{"type":"open","id":7},"request":"k-1"}"#, "pop"]),
      ]
    ) { server, params, output throws(Failure) in
      try server.findSession(params).use { (session) throws(Failure) in
        let (call, cursor) = try ActionCall.find(params, in: session, server)
        let bubbles = try params.boolean(.bubbles, default: true)
        if let parts = params[.return] {
          let parts = try params.returns(parts)
          try call.send(in: session, to: cursor, bubbles: bubbles, returning: parts, into: &output)
        } else {
          try call.send(in: session, to: cursor, bubbles: bubbles, into: &output)
        }
      }
    },
    Method(
      "explain", .reads, "Explains what a dispatch would do and why, or why it would fail; changes nothing.",
      [
        .session, .at,
        Parameter(.action, .shared(.action), required: true, "the action to explain"), .window, bubbles,
      ],
      result: .record(
        [
          .handledBy.ifAny, .active.ifAny, .reply, Shape.Member("file", .string, "the flow's file"),
          Shape.Member("rules", .list(ExplainMethod.rule), "the rules that were examined, in order"),
          .declined,
        ] + (effects + [.patch]).map(\.ifAny) + [
          Shape.Member("error", .object, "what `dispatch` would answer as its error", optional: true)
        ]),
      examples: [
        Example("Would star the message", #"{"action":{"type":"star"}}"#, after: [open]),
        Example(
          "Says why not: it is starred already", #"{"action":{"type":"star"}}"#,
          after: [open, #"dispatch {"action":{"type":"star"}}"#]),
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      try ExplainMethod.explain(server, session, params, into: &output)
    },
    Method(
      "batch", .drives, "Sends several actions, each to its own address, as one change or as a change each.",
      [
        .session,
        Parameter(
          .actions,
          .list(
            .record([
              .at.ifAny, Shape.Member("action", .shared(.action), "the action"),
              Shape.Member(
                "window", .string, "the window, if there are several and no `at`", optional: true),
            ])), required: true, "the entries, in order"),
        Parameter(
          .atomic, .boolean,
          "true (the default): one change, undone by the first failure, whose error has its `index`; false: a change each"
        ),
        .origin,
      ],
      result: .record([
        .seq,
        Shape.Member(
          "results",
          .list(
            .record(
              [
                .seq.ifAny, .handledBy.ifAny, .active.ifAny, .reply, .id.ifAny, .handled.ifAny,
                .waits.ifAny,
              ] + [
                Shape.Member("error", .object, "why it failed, if each is its own change", optional: true)
              ])), "the outcome of each, as `dispatch` answers it"),
      ]), errors: ErrorKind.ofChanges + [.staleScreen, .unknownScreen, .unknownWindow, .privateAction],
      examples: [
        Example(
          "Opens a message and stars it",
          #"{"actions":[{"action":{"type":"open","id":7}},{"action":{"type":"star"}}]}"#),
        Example(
          "The second fails, the third happens",
          #"{"atomic":false,"actions":[{"action":{"type":"open","id":7}},{"at":"/main/nowhere","action":{"type":"star"}},{"action":{"type":"star"}}]}"#
        ),
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      guard let actions = params[.actions], actions.kind == .array else { throw params.misfit(.actions) }
      let batch = try BatchMethod(server, session, actions)
      if try params.boolean(.atomic, default: true) {
        try batch.runAtomically(into: &output)
      } else {
        try batch.runOneByOne(into: &output)
      }
    },
    Method(
      "broadcast", .drives,
      "Sends an action to every live screen of a type, as one change, without bubbling.",
      [
        Parameter(
          .screen, .string, required: true, "the type of the screens", errors: [.unknownScreen]),
        Parameter(
          .where, .string, "a condition in the scope of each screen, evaluated before anything happens"),
        Parameter(.action, .shared(.action), required: true, "the action that each screen gets"),
        Parameter(
          .window, .string, "the window whose screens are meant; by default all windows'",
          errors: [.unknownWindow]),
        .session, .origin,
      ],
      result: .record([
        .seq, Shape.Member("handledBy", BroadcastMethod.receivers, "the screens that took it"),
        Shape.Member("declined", BroadcastMethod.decliners, "the screens that didn't"),
      ]), errors: ErrorKind.ofChanges + [.privateAction],
      examples: [
        Example(
          "Stars all messages", #"{"screen":"message","action":{"type":"star"}}"#,
          after: [open, #"dispatch {"action":{"type":"older"}}"#]),
        Example(
          "Stars some of them", #"{"screen":"message","where":"params.id > 6","action":{"type":"star"}}"#,
          after: [open, #"dispatch {"action":{"type":"older"}}"#]),
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      try BroadcastMethod.run(server, session, params, into: &output)
    },
  ]

  private static let bubbles = Parameter(
    .bubbles, .boolean, "false: ask that screen alone; by default true")
  private static let open = #"dispatch {"action":{"type":"open","id":7}}"#
  private static let effects: [Shape.Member] = [.created, .removed, .changed, .shared, .asked]
}

/// The members that describe a change in a receipt and in an explanation.
extension Shape.Member {
  private static let row = Shape.record([
    .id, .type, Shape.Member("parent", .integer, "the id of the screen that holds it", optional: true),
    Shape.Member("slot", .string, "the slot in that screen", optional: true),
    Shape.Member("window", .string, "a root's window", optional: true),
  ])

  fileprivate static let declined = Shape.Member(
    "declined",
    .list(
      .record([
        .at, .id, Shape.Member("reason", .choice(["noRuleHolds"]), "why it didn't take it"),
      ])), "the screens that were asked and didn't take the action, or what navtree sent them, at most 100")
  fileprivate static let created = Shape.Member("created", .list(row), "the screens created")
  fileprivate static let removed = Shape.Member("removed", .list(row), "the screens removed")
  fileprivate static let changed = Shape.Member(
    "changed",
    .list(
      .record([
        .at, .id, Shape.Member("pointers", .list(.string), "the changed places in `state.get`"),
      ])), "the remaining screens that changed")
  fileprivate static let shared = Shape.Member(
    "shared", .list(.string), "the places of the shared state that changed")
  fileprivate static let asked = Shape.Member(
    "asked",
    .list(
      .record([
        .effect, .effectName, .at.ifAny, .id.ifAny, .of, .input, .key,
      ])), "the effects requested")
  fileprivate static let patch = Shape.Member(
    "patch", .shared(.patch), "from the former to the present `state.get` of the window's root")
  fileprivate static let state = Shape.Member(
    "state", .shared(.screen), "the present `state.get` of the window's root")
}
