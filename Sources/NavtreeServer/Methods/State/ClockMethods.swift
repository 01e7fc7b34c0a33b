import NavtreeFlow
import NavtreeJSON
import NavtreeEngine

extension MethodTable {
  static let clockMethods: [Method] = [
    Method(
      "clock.get", .reads, "The time of a session's clock, and its timers.", [.session],
      result: .record([
        Shape.Member("clock", .choice(SessionClock.Kind.allCases.map(\.rawValue)), "the kind of clock"),
        .now, Shape.Member("time", .string, "the same as text"),
        Shape.Member("paused", .boolean, "true while `clock.pause` holds it", optional: true),
        Shape.Member(
          "timers", .list(.record(Shape.Member.timer)), "the timers, in the order in which they will run"),
      ]), examples: [Example("Gives the time and the timers", after: reminding)]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      var result: JSONObject = [
        "clock": .string(session.clock.kind.rawValue), "now": .integer(session.now),
        "time": .string(session.timestamp),
      ]
      if session.isPaused { result["paused"] = true }
      result["timers"] = .array(session.timers.map { .object($0.json) })
      output.appendValue(.object(result))
    },
    Method(
      "timer.list", .reads, "The timers of a session, in the order in which they will run.", [.session],
      result: .list(.record(Shape.Member.timer)), examples: [Example("Lists the timers", after: reminding)]
    ) { server, params, output throws(Failure) in
      output.appendValue(.array(try server.session(params).timers.map { .object($0.json) }))
    },
    Method(
      "clock.advance", .serves,
      "Advances a virtual clock. Due timers run in order, each at its own instant and as a change of its own.",
      [
        .session,
        Parameter(
          .by, .either([.integer, .string]), required: true, "milliseconds, or text such as `1m30s`"),
      ],
      result: .record([
        .seq, .now, Shape.Member("fired", .integer, "the number of timers that ran"),
        Shape.Member(
          "failed",
          .list(
            .record(
              Shape.Member.timer + [
                Shape.Member("error", .object, "why: `{code, message, data}`, as a request's error")
              ])),
          "the timers whose change failed; the change is undone, and the timer spent"),
        Shape.Member(
          "isCut", .boolean, "whether the limit `firings` stopped the clock early, at `now`",
          optional: true),
      ]),
      examples: [Example("Lets a minute and a half pass", #"{"by":"1m30s"}"#, after: reminding)]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let passage = try session.advance(by: try duration(params))
      var result: JSONObject = [
        "seq": .integer(session.seq), "now": .integer(session.now), "fired": .integer(passage.firedCount),
        "failed": .array(passage.failures.map(\.json)),
      ]
      if passage.isCut { result["isCut"] = true }
      output.appendValue(.object(result))
    },
    Method(
      "clock.pause", .serves,
      "Stops a real clock for one session: its time stands still, and nothing falls due.",
      [.session], result: .record([.now]),
      examples: [
        Example(
          "Holds a session's clock", #"{"session":"watch"}"#, after: [watching])
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      try session.pauseClock()
      output.appendValue(.object(["now": .integer(session.now)]))
    },
    Method(
      "clock.resume", .serves,
      "Starts a paused clock again, at the real time; every timer and timeout is put off by the length of the pause.",
      [.session], result: .record([.now]),
      examples: [
        Example(
          "Lets the clock go on", #"{"session":"watch"}"#,
          after: [watching, #"clock.pause {"session":"watch"}"#])
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      try session.resumeClock()
      output.appendValue(.object(["now": .integer(session.now)]))
    },
  ]

  private static let watching = #"session.open {"flow":"mail","session":"watch","clock":"real"}"#
  private static let reminding = [
    #"push {"screen":"message","params":{"id":3}}"#, #"dispatch {"action":{"type":"remind"}}"#,
  ]

  private static func duration(_ params: Params) throws(Failure) -> Int {
    guard let duration = try params.value(.by), let milliseconds = DurationTemplate.milliseconds(of: duration)
    else { throw params.misfit(.by, DurationTemplate.noun) }
    return milliseconds
  }
}

extension Shape.Member {
  /// The members of a row of `timer.list`.
  static let timer = [
    Shape.Member("due", .integer, "the due time, in milliseconds since 1970"), .at.ifAny, .id.ifAny, .of,
    Shape.Member("key", .string, "the key that cancels it", optional: true),
    Shape.Member(
      "idle", .choice(IdleScope.allCases.map(\.rawValue)), "whose requests begin its time anew",
      optional: true),
    Shape.Member("action", .string, "the action that it sends", optional: true),
    Shape.Member("effect", .integer, "the effect that it times out", optional: true),
  ]
}
