import NavtreeFlow
import NavtreeJSON
import NavtreePersistence
import NavtreeEngine

extension MethodTable {
  static let sessionMethods: [Method] = [
    Method(
      "session.open", .process,
      "Opens a session of a loaded flow; with a store, resumes the stored session of that name.",
      [
        .flow("the flow to run"), Parameter(.session, .string, "the session's name, by default the flow's"),
        Parameter(.link, .string, "a URL that is opened in it at once", errors: [.noSuchLink]),
        Parameter(
          .clock, .choice(SessionClock.Kind.allCases.map(\.rawValue)),
          "the kind of clock, by default that of `--clock`; a virtual clock starts at `now` and moves only by `clock.advance`"
        ),
        Parameter(
          .now, .integer,
          "a virtual clock's first instant, in milliseconds since 1970, by default 0; a stored session keeps its own time"
        ),
        Parameter(
          .shared, .object,
          "values of shared fields, before the start is chosen; a stored session keeps its own"),
        Parameter(.record, .boolean, "record its requests for `recording.export`"),
        Parameter(
          .wait, .either([.integer, .string]),
          "how long to wait for another process that has it open, at most 1m: milliseconds, or text such as `10s`; by default 0. This process answers nothing else meanwhile"
        ),
      ],
      result: .record([
        .session, .seq, .active,
        Shape.Member("restored", .boolean, "whether a stored session of that name was resumed"),
        Shape.Member(
          "report", RestoreReport.shape,
          "the fate of the stored values, if the flow has changed and not all of them fit", optional: true),
      ]),
      errors: [
        .storage, .conflict, .nameTaken, .noScreenAt, .notPresentable, .flowDefect, .expressionFailed,
        .costExceeded, .limitExceeded,
      ], examples: [Example("Opens a second session of a flow", #"{"flow":"mail","session":"second"}"#)]
    ) { server, params, output throws(Failure) in
      let flow = try server.flow(named: try params.text(.flow))
      let name = try params.string(.session) ?? flow.name
      let link = try params.string(.link)
      let isKept = try params.boolean(.record)
      let shared = try params.object(.shared)
      let kind = try params.choice(.clock) ?? server.clockKind
      let now = try params.integer(.now, in: 0...SessionClock.lastInstant)
      if now != nil, kind == .real {
        throw Failure(
          .invalidParams, "'now' goes with a virtual clock, and this one is real", ["pointer": "/now"],
          advice: .useVirtualClock)
      }
      let wait = try params.value(.wait).map { (value) throws(Failure) -> Int in
        guard let wait = DurationTemplate.milliseconds(of: value), wait <= 60_000 else {
          throw params.misfit(.wait, "\(DurationTemplate.noun) up to 1m")
        }
        return wait
      }
      let patience = server.store?.patience ?? 0
      server.store?.patience = wait ?? patience
      defer { server.store?.patience = patience }
      let opening = try server.open(
        flow, as: name, clock: try params.choice(.clock), now: now ?? 0, link: link, shared: shared ?? [:],
        isKept: isKept)
      var params: JSONObject = [:]
      if let link { params["link"] = .string(link) }
      if let shared { params["shared"] = .object(shared) }
      server.record(opening, params: params, isKept: isKept)
      opening.session.writeOpening(in: opening.window, into: &output)
      guard let report = opening.report else { return output.append(#","restored":false}"#) }
      output.append(#","restored":true"#)
      if !report.isWhole { output.append(#","report":"#, report.json) }
      output.append("}")
    },
    Method(
      "session.list", .process, "The open sessions, then the stored sessions that aren't open.",
      result: .list(
        .record([
          .session, Shape.Member("flow", .string, "the flow that it runs"), .seq,
          Shape.Member("open", .boolean, "whether it is open in this process"),
          Shape.Member("screens", .integer, "the number of live screens, if open", optional: true),
        ])), errors: [.storage], examples: [Example("Lists the sessions")]
    ) { server, _, output throws(Failure) in
      output.append("[")
      var separator = ""
      for session in server.sessions.values {
        output.append(raw: separator)
        output.appendValue([
          "session": .string(session.name), "flow": .string(session.flow.name), "seq": .integer(session.seq),
          "open": true, "screens": .integer(session.screenCount),
        ])
        separator = ","
      }
      // A store may have many: a page of them is held at a time.
      try server.store?.eachPage { page in
        for entry in page where server.sessions[entry.name] == nil {
          output.append(raw: separator)
          output.appendValue([
            "session": .string(entry.name), "flow": .string(entry.flow), "seq": .integer(entry.seq),
            "open": false,
          ])
          separator = ","
        }
      }
      output.append("]")
    },
    Method(
      "session.close", .process, "Closes a session; its stored copy remains.",
      [Parameter(.session, .string, required: true, "its name", errors: [.unknownSession]), .ifSeq],
      result: .record([]), errors: [.storage, .conflict],
      examples: [Example("Closes a session", #"{"session":"mail"}"#)]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      try server.close(session)
      output.append("{}")
    },
    Method(
      "session.delete", .process, "Deletes a session, open or not, and its stored copy.",
      [Parameter(.session, .string, required: true, "its name", errors: [.unknownSession]), .ifSeq],
      result: .record([]), errors: [.storage, .conflict],
      examples: [Example("Deletes a session", #"{"session":"mail"}"#)]
    ) { server, params, output throws(Failure) in
      try server.delete(try params.text(.session))
      output.append("{}")
    },
    Method(
      "session.flush", .process,
      "Commits all changes that wait; with `--durability commit` those of the requests before it, without a store nothing.",
      result: .record([]), errors: [.storage], examples: [Example("Commits what waits")]
    ) { server, _, output throws(Failure) in
      try server.flush()
      output.append("{}")
    },
    Method(
      "session.fork", .process,
      "Opens a session that continues from the present or a former state of another one.",
      [
        Parameter(.session, .string, required: true, "the other one's name", errors: [.unknownSession]),
        Parameter(
          .seq, .integer, "the change after whose state it begins, by default the last one",
          errors: [.unknownSeq]),
        Parameter(
          .as, .string, "the session's name, by default the other one's with a number", errors: [.nameTaken]),
        Parameter(
          .effects, .choice(ForkedEffects.allCases.map(\.rawValue)),
          "hold (the default): effects in flight are listed and may be answered, but no host is asked for them; ask: they are requested again, under the same keys"
        ),
        Parameter(.store, .boolean, "persist it in the store; by default it ends with the process"),
      ],
      result: .record([.session, .seq, .active]), errors: [.limitExceeded, .storage],
      examples: [
        Example(
          "Tries something else", #"{"session":"mail","as":"trial"}"#,
          after: [#"dispatch {"action":{"type":"open","id":1}}"#])
      ]
    ) { server, params, output throws(Failure) in
      let original = try server.session(params)
      let seq = try params.integer(.seq, in: 0...Int.max)
      let effects = try params.choice(.effects) ?? ForkedEffects.hold
      let fork = try server.fork(
        original, at: seq, as: try params.string(.as), effects: effects,
        isStored: try params.boolean(.store))
      fork.writeOpening(in: 0, into: &output)
      output.append("}")
    },
    Method(
      "session.compare", .reads,
      "The JSON Patch from the document of one session to that of another.",
      [
        Parameter(.session, .string, required: true, "the first session's name", errors: [.unknownSession]),
        Parameter(.with, .string, required: true, "the other session's name", errors: [.unknownSession]),
        Parameter(.sensitive, .boolean, "include sensitive fields that differ, with their values"),
      ],
      result: .shared(.patch),
      examples: [
        Example(
          "Compares what was tried", #"{"session":"mail","with":"trial"}"#,
          after: [
            #"session.fork {"session":"mail","as":"trial"}"#,
            #"dispatch {"session":"trial","action":{"type":"search","query":"Ada"}}"#,
          ])
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let other = try server.session(params, .with)
      let sensitive = try params.boolean(.sensitive)
      let document = SessionDocument(of: session, sensitive: sensitive)
      output.appendValue(document.patch(to: SessionDocument(of: other, sensitive: sensitive)).value)
    },
  ]
}
