import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension MethodTable {
  private static let number = Parameter(
    .subscription, .integer, required: true, "the subscription's number", errors: [.unknownSubscription])

  static let subscriptionMethods: [Method] = [
    Method(
      "subscribe", .follows,
      "Follows a place, a screen, a part of one or a query; each change is reported as `state.changed`.",
      [
        Parameter(
          .at, .target,
          "a path follows the place, whichever screen is there, and gives null while it is empty; an id follows the screen and ends with it; by default the active screen is followed",
          errors: [.noScreenAt, .staleScreen, .gone]),
        .pointer,
        Parameter(
          .depth, .integer, "the number of levels followed, the screen's own being the first; by default 64"),
        .computed, .sensitive,
        Parameter(
          .form, .choice(SubscriptionRequest.Form.allCases.map(\.rawValue) + [transitions, actions]),
          "how changes are reported: as a JSON Patch of the value (the default), as the value itself, or as the changes of a list whose elements a key tells apart; `transitions` as `state.transitions`, or `actions` as `state.action`, of all windows or of `window`, are followed instead of a value"
        ),
        Parameter(
          .key, .string,
          "the member that tells the elements of a list apart; by default the one that the list declares, else `id`"
        ),
        Parameter(.initial, .boolean, "false: leave the value out of the answer"),
        Parameter(
          .query, .object, "follow a query instead: the params of `state.query`", errors: [.unknownScreen]),
        Parameter(
          .lifecycle, .boolean,
          "follow the lifecycle events of screens instead: "
            + "presented, appeared, disappeared, dismissed, paramsChanged"),
        Parameter(
          .acknowledge, .boolean,
          "true, with `form: transitions`: the host says `transition.done` when it has shown them; one subscription of a session at a time"
        ),
        .window, .session,
      ],
      result: .record([
        .subscription, .seq,
        Shape.Member("value", .any, "the value to which the first change applies", optional: true),
      ]), errors: [.expressionFailed, .costExceeded, .limitExceeded],
      examples: [
        Example("Follows a screen", ##"{"at":"#2","depth":1}"##),
        Example("Follows the place on top of the inbox", #"{"at":"/main/inbox/message"}"#),
        Example("Follows one value", #"{"at":"/main/inbox","pointer":"/state/query","form":"value"}"#),
        Example("Follows the transitions of a window", #"{"form":"transitions","window":"main"}"#),
        Example("Says when they are shown", #"{"form":"transitions","acknowledge":true}"#),
        Example("Follows the actions", #"{"form":"actions"}"#),
        Example("Follows the actions of a window", #"{"form":"actions","window":"main"}"#),
        Example("Follows a query", #"{"query":{"screen":"message","where":"state.starred"}}"#),
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      guard server.subscriptions.count < server.limits[.subscriptions] else {
        throw server.limits.exceeded(.subscriptions)
      }
      let request = try request(params, of: session)
      let initial = try params.boolean(.initial, default: true)
      let number = server.subscriptions.next
      output.append(#"{"subscription":"#, number)
      output.append(#","seq":"#, session.seq)
      let mark = output.count
      output.append(#","value":"#)
      let start = output.count
      let hasValue = try session.subscribe(request, as: number, into: &output)
      let bytes = output.count - start
      guard server.subscriptions.followedBytes + bytes <= server.limits[.followedBytes] else {
        session.unsubscribe(number)
        throw server.limits.exceeded(.followedBytes)
      }
      if !hasValue || !initial { output.truncate(to: mark) }
      output.append("}")
      server.subscriptions.add(session, bytes: bytes)
      if session.acknowledging == number { server.acknowledges = true }
    },
    Method(
      "unsubscribe", .follows, "Ends a subscription.", [number], result: .record([]),
      examples: [
        Example("Ends a subscription", #"{"subscription":1}"#, after: [#"subscribe {"at":"/main/inbox"}"#])
      ]
    ) { server, params, output throws(Failure) in
      let number = try params.integer(.subscription, in: 1...Int.max) ?? 0
      guard let session = server.subscriptions.session(of: number) else {
        throw Failure(
          .unknownSubscription, "there is no subscription \(number)", ["subscription": .integer(number)])
      }
      server.subscriptions.end(number, of: session)
      output.append("{}")
    },
    Method(
      "transition.done", .serves, "Says that the transitions of the changes up to one are shown.",
      [
        Parameter(.seq, .integer, required: true, "the `seq` of a `state.transitions`"), .session,
      ],
      result: .record([
        .seq, Shape.Member("pending", .integer, "the number of transitions that are still to be shown"),
      ]),
      examples: [
        Example(
          "Has shown a message", #"{"seq":1}"#,
          after: [#"subscribe {"form":"transitions","acknowledge":true}"#, open])
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let seq = try params.integer(.seq, in: 0...Int.max) ?? 0
      guard seq <= session.seq else {
        throw Failure(
          .invalidParams, "the session's last change is \(session.seq): \(seq) is still to come",
          ["pointer": "/seq", "seq": .integer(session.seq)])
      }
      session.acknowledge(through: seq)
      output.append(#"{"seq":"#, session.seq)
      output.append(#","pending":"#, session.pendingTransitions)
      output.append("}")
    },
  ]

  private static let open = #"dispatch {"action":{"type":"open","id":7}}"#

  private static let transitions = "transitions"
  private static let actions = "actions"

  private static func request(_ params: Params, of session: Session) throws(Failure) -> SubscriptionRequest {
    let others: [ParameterName] = [.at, .pointer, .depth, .computed, .sensitive, .key, .query, .lifecycle]
    func window() throws(Failure) -> String? {
      guard let name = try params.string(.window) else { return nil }
      return session.windows[try session.window(named: name)].window
    }
    switch try params.string(.form) {
    case transitions:
      for name in others where params[name] != nil { throw params.misplaced(name) }
      return .transitions(window: try window(), acknowledges: try params.boolean(.acknowledge))
    case actions:
      for name in others + [.initial, .acknowledge] where params[name] != nil { throw params.misplaced(name) }
      return .actions(window: try window())
    default: break
    }
    if params[.acknowledge] != nil { throw params.misplaced(.acknowledge) }
    let form = try params.choice(.form) ?? SubscriptionRequest.Form.patch
    let query = try params.object(.query)
    let lifecycle = try params.boolean(.lifecycle)
    guard query != nil || lifecycle else { return try state(params, form, of: session) }
    // Parameters of a place, which mean nothing for a query or lifecycle events.
    let ofPlaces: [ParameterName] = [.at, .pointer, .depth, .computed, .sensitive, .key, .window]
    for name in ofPlaces where params[name] != nil { throw params.misplaced(name) }
    guard let query else {
      if params[.form] != nil { throw params.misplaced(.form) }
      return .lifecycle
    }
    if lifecycle { throw params.misplaced(.lifecycle) }
    return .query(try Query(try queryRequest(query), in: session, pointer: "/query"), form)
  }

  private static func state(_ params: Params, _ form: SubscriptionRequest.Form, of session: Session)
    throws(Failure) -> SubscriptionRequest
  {
    let pointer = try params.pointer(.pointer) ?? JSONPointer()
    let view = StateView(
      levels: try params.integer(.depth, in: 1...StateView.deepest) ?? StateView.standardDepth,
      computed: try params.boolean(.computed), sensitive: try params.boolean(.sensitive))
    let key = try params.string(.key)
    if key != nil, form != .list { throw params.misplaced(.key) }
    let address = try params.address(.at)
    let name = try params.string(.window)
    if let path = address?.path, address?.id == nil {
      let text = String(decoding: path, as: UTF8.self)
      guard let path = NavigationPath(text) else {
        throw Failure(.noScreenAt, "'\(text.echo)' is no address", ["at": .string(text.echo)])
      }
      if let name {
        _ = try session.window(named: name)
        if let bytes = address?.path { try Target.check(bytes, isIn: name) }
      }
      return .state(.place(window: path.window, slots: path.slots), pointer, view, form, key: key)
    }
    let screen = try Target(params).find(in: session).screen
    return .state(.screen(screen), pointer, view, form, key: key)
  }

  /// The params of `state.query` in a member of other params.
  private static func queryRequest(_ members: JSONObject) throws(Failure) -> QueryRequest {
    let names = ["screen", "where", "select", "expr"]
    var texts: [String: String] = [:]
    var sensitive = false
    for (name, value) in members {
      switch (name, value) {
      case (_, .string(let text)) where names.contains(name): texts[name] = text
      case ("sensitive", .boolean(let boolean)): sensitive = boolean
      default:
        let isKnown = names.contains(name) || name == "sensitive"
        throw Failure(
          .invalidParams,
          isKnown
            ? "'\(name)' must be \(name == "sensitive" ? "true or false" : "a string")"
            : "a query has no '\(name.echo)'",
          ["pointer": .string(JSONPointer(["query", name.echo]).description)]
        ).hinting(isKnown ? "" : name, among: names + ["sensitive"])
      }
    }
    return try QueryRequest(
      screen: texts["screen"], condition: texts["where"], select: texts["select"], expression: texts["expr"],
      sensitive: sensitive, pointer: "/query")
  }
}
