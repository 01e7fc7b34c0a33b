import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import NavtreeEngine

extension MethodTable {
  private static let open = #"dispatch {"action":{"type":"open","id":7}}"#

  static let stateMethods: [Method] = [
    Method(
      "state.get", .reads,
      "A screen and the screens it holds, as nested JSON or as flat rows, or one value of it.",
      [
        Parameter(
          .at, .either([.target, .list(.target)]),
          "the screen; by default the window's active one; or a list of screens, each read by itself",
          errors: [.noScreenAt, .staleScreen, .gone, .limitExceeded]),
        Parameter(
          .depth, .integer, "the number of levels, including the screen's own; by default 64, flat: all"),
        Parameter(.flat, .boolean, "rows in pre-order, with ids and parents, instead of nested JSON"),
        .pointer, .computed, .sensitive, .window, .session,
      ],
      result: .either([
        .shared(.screen), .list(.shared(.row)), .any,
        .list(
          .either([
            .record([Shape.Member("value", .any, "the answer for that screen alone")]),
            .record([Shape.Member("error", .object, "why there is none")]),
          ])),
      ]),
      errors: [.expressionFailed, .costExceeded],
      examples: [
        Example("A screen and the screens it holds", #"{"at":"/main/inbox"}"#, after: [open]),
        Example("As rows", #"{"at":"/main/inbox","flat":true}"#, after: [open]),
        Example("One value", #"{"at":"/main/inbox","pointer":"/params/name"}"#),
        Example("Several at once", #"{"at":["/main/inbox",9],"pointer":"/params"}"#),
        Example(
          "With computed values, the screen alone", #"{"at":"/main/inbox","depth":1,"computed":true}"#,
          after: [open]),
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let flat = try params.boolean(.flat)
      let depth = try params.integer(.depth, in: 1...(flat ? Int.max : StateView.deepest))
      let pointer = try params.statePointer(.pointer)
      if pointer != nil, flat {
        throw Failure(
          .invalidParams, "'pointer' leads to one value, and 'flat' gives rows", ["pointer": "/flat"])
      }
      let view = StateView(
        levels: depth ?? (flat ? .max : StateView.standardDepth), computed: try params.boolean(.computed),
        sensitive: try params.boolean(.sensitive))
      let reading = StateReading(session: session, view: view, flat: flat, pointer: pointer)
      if let places = params[.at], places.kind == .array {
        guard places.count <= server.limits[.actions] else {
          throw server.limits.exceeded(.actions).with("pointer", "/at")
        }
        try reading.write(places, window: try params.string(.window), into: &output)
      } else {
        try reading.write(try Target(params), into: &output)
      }
    },
    Method(
      "state.query", .reads,
      "The screens of a type for which a condition holds, in the order of their creation; or the value of an expression over all screens.",
      [
        Parameter(.screen, .string, "the type of the screens", errors: [.unknownScreen]),
        Parameter(
          .where, .string, "the condition, an expression over each screen; by default all match"),
        Parameter(.select, .string, "an expression whose value is given for each screen"),
        Parameter(
          .expr, .string,
          "an expression to evaluate instead, over `screens` (in pre-order, each with id, type, window, depth, active, params and state), `owed`, `shared` and `now`"
        ),
        .sensitive, .session,
      ],
      result: .either([
        .list(
          .record([.at, .id, Shape.Member("value", .any, "the value of `select`", optional: true)])), .any,
      ]), errors: [.expressionFailed, .costExceeded],
      examples: [
        Example(
          "The messages that are open",
          #"{"screen":"message","where":"params.id > 5","select":"state.starred"}"#, after: [open]),
        Example(
          "A value over all screens", #"{"expr":"screens.filter(s, s.type == 'message').size()"}"#,
          after: [open]),
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let request = try QueryRequest(
        screen: try params.string(.screen), condition: try params.string(.where),
        select: try params.string(.select), expression: try params.string(.expr),
        sensitive: try params.boolean(.sensitive))
      var reader = QueryReader(try Query(request, in: session), in: session)
      output.appendValue(try reader.answer())
    },
    Method(
      "state.active", .reads, "The active screen of each window.", [.session],
      result: .list(.record([.window, .at, .id, .type])),
      examples: [Example("Asks what the user sees", after: [open])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      output.appendList(session.windows.indices) { index, output in
        let window = session.windows[index]
        output.append(#"{"window":"#, window.window)
        output.append(#","at":"#)
        session.writeActive(of: index, into: &output)
        output.append(#","id":"#, window.active.number)
        output.append(#","screen":"#, session.typeName(of: window.active, in: index))
        output.append("}")
      }
    },
    Method(
      "state.outline", .reads, "The trees of all windows as text for people.", [.session], result: .string,
      examples: [Example("Draws the tree", after: [open])]
    ) { server, params, output throws(Failure) in
      output.appendString(Outline(of: try server.session(params)).text)
    },
    possibleActions,
  ]
}

extension Session {
  /// The type of a screen, by its name.
  func typeName(of screen: ScreenID, in window: Int) -> String {
    windows[window].place(of: screen).map { flow.screens[$0.type].name } ?? ""
  }
}
