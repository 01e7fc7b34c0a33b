import NavtreeEngine
import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeText

extension MethodTable {
  static let possibleActions = Method(
    "state.actions", .reads,
    "The actions that a screen and those above it may take now, the navigations and links that can be requested, and the work in progress.",
    [
      .at,
      Parameter(
        .all, .boolean, "for every live screen, or those of `window`; each row has its screen's `at` and `id`"
      ),
      .window, .session,
    ],
    result: .record([
      Shape.Member(
        "actions", .list(ActionsMethod.action), "the screen's actions, those of the screens above, the flow's"
      ),
      Shape.Member(
        "navigation", .list(ActionsMethod.navigation),
        "the requests for `back`, `pop` and `dismiss` that no screen refuses, and for the tabs and panes that aren't chosen"
      ),
      Shape.Member("links", .list(ActionsMethod.link), "the flow's links, if it has any", optional: true),
      Shape.Member(
        "screens", .map(.map(.string)),
        "the flow's texts for its screens, under keys that begin with `x-`: by type, then by key",
        optional: true),
      Shape.Member(
        "owed",
        .record([
          Shape.Member("effects", .list(EffectInFlight.row), "rows as in `effect.list`"),
          Shape.Member("timers", .list(.record(Shape.Member.timer)), "rows as in `timer.list`"),
          Shape.Member("links", .list(.record(Shape.Member.waitingLink)), "rows as in `link.list`"),
        ]), "the work in progress in the session"),
    ]), errors: [.limitExceeded],
    examples: [
      Example(
        "The payload decides on one action, and the other isn't possible", #"{"session":"lamp"}"#, after: lamp
      ),
      Example(
        "What each screen can do", #"{"session":"lamp","all":true}"#,
        after: lamp + [#"dispatch {"session":"lamp","action":{"type":"turn","on":true}}"#]),
    ]
  ) { server, params, output throws(Failure) in
    let method = ActionsMethod(
      try server.session(params), sessionName: try params.string(.session))
    if try params.boolean(.all) {
      if params[.at] != nil { throw params.misplaced(.at) }
      try method.writeAll(of: try params.string(.window), into: &output)
    } else {
      try method.write(at: try Target(params).find(in: method.session), into: &output)
    }
  }

  private static let lamp = [
    #"flow.load {"yaml":"navtree: 1\nflow: lamp\nstart: lamp\nscreens:\n  lamp:\n    state: { on: boolean }\n    actions:\n      turn: { payload: { on: boolean }, when: action.on != state.on, set: { on: '${action.on}' } }\n      read: { when: state.on, reply: read }\n"}"#,
    #"session.open {"flow":"lamp","session":"lamp"}"#,
  ]
}

/// `state.actions`: what can be done in a session.
final class ActionsMethod {
  let session: Session
  /// The session's name where the request gives it, for the navigations.
  private let sessionName: String?
  /// The JSON Schemas of payloads, by their declarations.
  private var payloads: [ObjectIdentifier: [UInt8]] = [:]

  init(_ session: Session, sessionName: String?) {
    self.session = session
    self.sessionName = sessionName
  }

  /// Writes what can be done at a screen.
  func write(at cursor: Cursor, into output: inout JSONWriter) throws(Failure) {
    let start = output.count
    output.append(#"{"actions":"#)
    try output.appendList(ActionReader(session).actions(of: cursor.screen)) {
      (action, output) throws(Failure) in
      output.append("{")
      write(action, in: cursor.window, into: &output)
      try checkLength(since: start, output)
    }
    output.append(#","navigation":"#)
    output.appendList(NavigationReader(session).navigations(from: cursor.screen)) { row, output in
      output.append("{")
      write(row, in: cursor.window, into: &output)
    }
    writeRest(into: &output)
  }

  /// Writes what can be done at all screens.
  ///
  /// - Parameter window: the name of the only window that is meant; nil for all of them.
  func writeAll(of window: String?, into output: inout JSONWriter) throws(Failure) {
    let start = output.count
    var walk = SessionWalk(session)
    var navigations: [(screen: ScreenID, window: Int, row: NavigationReader.Row)] = []
    var separator: StaticString = ""
    output.append(#"{"actions":["#)
    let only = try window.map { (name) throws(Failure) in try session.window(named: name) }
    for index in session.windows.indices where only == nil || index == only {
      try walk.walk(index) { (visit) throws(Failure) in
        for action in visit.actions {
          output.append(separator)
          separator = ","
          writeBeginning(visit.screen, in: index, into: &output)
          output.append(",")
          write(action, in: index, into: &output)
        }
        navigations += visit.navigations.map { (visit.screen, index, $0) }
        try checkLength(since: start, output)
      }
    }
    output.append(#"],"navigation":"#)
    try output.appendList(navigations) { (found, output) throws(Failure) in
      writeBeginning(found.screen, in: found.window, into: &output)
      output.append(",")
      write(found.row, in: found.window, into: &output)
      try checkLength(since: start, output)
    }
    writeRest(into: &output)
  }

  private func checkLength(since start: Int, _ output: borrowing JSONWriter) throws(Failure) {
    if output.count - start > session.limits[.answers] { throw session.limits.exceeded(.answers) }
  }

  // MARK: Rows

  /// Writes the beginning of a row: `{"at":…,"id":…`.
  private func writeBeginning(_ screen: ScreenID, in window: Int, into output: inout JSONWriter) {
    output.append(#"{"at":"#, address(of: screen, in: window))
    output.append(#","id":"#, screen.number)
  }

  private func address(of screen: ScreenID, in window: Int) -> String {
    session.windows[window].address(of: screen)
  }

  private func write(_ action: PossibleAction, in window: Int, into output: inout JSONWriter) {
    output.append(#""action":"#, session.flow.actionNames[action.action])
    output.append(#","takenBy":"#, address(of: action.taker, in: window))
    output.append(#","payload":"#)
    if action.declarers.count == 1 {
      writePayload(of: action.declarers[0], into: &output)
    } else {
      output.append(#"{"allOf":"#)
      output.appendList(action.declarers) { writePayload(of: $0, into: &$1) }
      output.append("}")
    }
    let texts = action.declarers.reduce(into: JSONObject()) { $0.merge($1.texts) { first, _ in first } }
    if !texts.isEmpty { output.append(#","texts":"#, texts) }
    output.append(#","possible":"#, action.possibility.rawValue)
    if action.possibility == .no {
      output.append(#","why":"#)
      output.appendList(action.why) { refusal, output in
        refusal.trace.write(into: &output, of: session.flow)
        if let rejection = refusal.rejection {
          output.truncate(to: output.count - 1)
          output.append(#","reject":"#, rejection)
          output.append("}")
        }
      }
    }
    output.append("}")
  }

  private func writePayload(of declarer: ActionDefinition, into output: inout JSONWriter) {
    if let known = payloads[ObjectIdentifier(declarer)] {
      known.withUnsafeBytes { output.append($0) }
      return
    }
    let start = output.count
    output.appendObject(declarer.payload.jsonSchema)
    payloads[ObjectIdentifier(declarer)] = output.withUnsafeBytes { Array($0[start...]) }
  }

  private func write(_ row: NavigationReader.Row, in window: Int, into output: inout JSONWriter) {
    var params: JSONObject =
      row.at.map { ["at": .string(address(of: $0, in: window))] }
      ?? ["window": .string(session.windows[window].window)]
    params.merge(row.navigation.request(in: session.flow).params) { $1 }
    if let sessionName { params["session"] = .string(sessionName) }
    output.append(#""method":"#, row.navigation.verb.rawValue)
    output.append(#","params":"#, params)
    output.append("}")
  }

  /// Writes the links and the work in progress.
  private func writeRest(into output: inout JSONWriter) {
    let links = session.flow.links
    if !links.isEmpty {
      output.append(#","links":"#)
      output.appendList(links.table.routes.indices) { link, output in
        output.append(#"{"url":"#, links.table.routes[link].pattern.text)
        output.append(#","params":"#, links.table.routes[link].jsonSchema)
        output.append(#","waits":"#, LinkReader(session).waits(link))
        output.append("}")
      }
    }
    let screens = session.flow.screens.lazy.filter { !$0.texts.isEmpty }
    let texts = screens.map { ($0.name, JSONValue.object($0.texts)) }
    if !texts.isEmpty { output.append(#","screens":"#, JSONObject(uniqueKeysWithValues: texts)) }
    output.append(#","owed":{"effects":"#)
    output.appendList(session.owed) { $0.writeRow(in: session, sensitive: false, into: &$1) }
    output.append(#","timers":"#, .array(session.timers.map { .object($0.json) }))
    output.append(#","links":"#)
    session.writeWaitingLinks(reasons: true, into: &output)
    output.append("}}")
  }
}

// MARK: Shapes

extension ActionsMethod {
  static let action = Shape.record([
    .at.ifAny, .id.ifAny, Shape.Member("action", .string, "the action's name"),
    Shape.Member(
      "takenBy", .address,
      "the first screen that may take it, else the first that declares it; of the flow's own, the root"),
    Shape.Member("payload", .object, "the JSON Schema of its payload: of its members beside `type`"),
    Shape.Member(
      "texts", .map(.string), "the flow's texts under keys that begin with `x-`, by key", optional: true),
    Shape.Member("possible", .choice(Possibility.allCases.map(\.rawValue)), "whether it can be taken now"),
    Shape.Member(
      "why", .list(ExplainMethod.refusingRule), "if it can't: the rules that were examined, as in `explain`",
      optional: true),
  ])

  static let navigation = Shape.record([
    .at.ifAny, .id.ifAny,
    Shape.Member("method", .choice(["back", "pop", "dismiss", "select", "focus"]), "the method to request"),
    Shape.Member("params", .object, "its params"),
  ])

  static let link = Shape.record([
    Shape.Member("url", .string, "the pattern of its path"),
    Shape.Member("params", .object, "the JSON Schema of the params of path and query"),
    Shape.Member("waits", .boolean, "whether it would wait now"),
  ])
}
