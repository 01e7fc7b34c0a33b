import NavtreeFlow
import NavtreeJSON
import NavtreeEngine

extension MethodTable {
  static let planMethods: [Method] = [
    Method(
      "plan", .reads,
      "The shortest sequence of actions, answers and times to a screen, a URL or a condition; the session isn't changed.",
      [
        Parameter(
          .screen, .string, "plan to a screen of this type being active in a window", errors: [.unknownScreen]
        ),
        Parameter(.at, .string, "plan to the screen at this path being active in its window"),
        Parameter(
          .link, .string,
          "plan to the screen that this URL stands for being active, or to the URL being opened",
          errors: [.noSuchLink]),
        Parameter(
          .when, .string,
          "plan to a condition: an expression over `screens`, `owed`, `shared`, `guards`, `now` and `active`, the path of the first window's active screen"
        ),
        .session,
        Parameter(.flow, .string, "plan from the start of this flow", errors: [.unknownFlow]),
        Parameter(
          .snapshot, .shared(.snapshot), "plan from this snapshot, of the flow given or its own",
          errors: [.storage]),
        Parameter(
          .maxStates, .integer,
          "the most states to look at, from 1 to the limit `states`; default 10,000 or the limit"),
      ],
      result: .record([
        Shape.Member(
          "plan", .choice(["reached", "unreachable", "bounded"]),
          "whether a way leads there, none does, or none was found and some may have been missed"),
        Shape.Member(
          "moves",
          .list(
            .record([
              Shape.Member("method", .string, "the method"),
              Shape.Member("params", .object, "its params, without the session"),
            ])), "if reached, the requests that lead there, in order", optional: true),
        Shape.Member(
          "shortest", .boolean, "false if a shorter way may lead there; else left out", optional: true),
        Shape.Member("states", .integer, "the number of states that were looked at"),
        Shape.Member(
          "bounds", .list(.string), "if bounded, why some state may have been missed", optional: true),
      ]), errors: [.flowDefect, .expressionFailed, .costExceeded, .limitExceeded],
      examples: [
        Example("Plans to a screen", #"{"screen":"message"}"#),
        Example(
          "Finds no way among the states that it may look at",
          #"{"when":"size(screens) > 99","maxStates":20}"#),
      ]
    ) { server, params, output throws(Failure) in
      guard let planner = server.planner else {
        throw Failure(.invalidParams, "this server makes no plans", ["pointer": ""])
      }
      let most = server.limits[.states]
      let states = try params.integer(.maxStates, in: 1...Int.max) ?? min(10_000, most)
      guard states <= most else { throw server.limits.exceeded(.states) }
      let request = PlanRequest(
        session: try server.planned(params), target: try target(params), maxStates: states,
        keepUp: server.renew)
      output.appendValue(try planner(request))
    }
  ]

  private static func target(_ params: Params) throws(Failure) -> PlanRequest.Target {
    let targets: [PlanRequest.Target?] = [
      try params.string(.screen).map { .screen($0) }, try params.string(.at).map { .at($0) },
      try params.string(.link).map { .link($0) }, try params.string(.when).map { .when($0) },
    ]
    let given = targets.compactMap(\.self)
    guard given.count == 1, let target = given.first else {
      throw Failure(
        .invalidParams, "one of 'screen', 'at', 'link' and 'when' must say where to", ["pointer": ""])
    }
    return target
  }
}

extension NavtreeServer {
  /// The session to plan from: the one that is named, or one that nobody else sees, from a snapshot or a flow's start.
  fileprivate func planned(_ params: Params) throws(Failure) -> Session {
    let name = try params.string(.flow)
    guard let snapshot = try params.value(.snapshot) else {
      guard let name else { return try session(params) }
      let flow = try flow(named: name)
      return try Session(flow, name: flow.name, limits: limits)
    }
    let stored: StoredSession
    do {
      stored = try StoredSession(snapshot, at: ["snapshot"])
    } catch {
      throw Failure(
        .invalidParams, "the snapshot's \(error.pointer) \(error.message)",
        ["pointer": .string(error.pointer.description)])
    }
    let flow = try flow(named: name ?? stored.flow)
    var report = RestoreReport()
    return try Session(
      restoring: stored, flow, name: flow.name, limits: limits, clock: SessionClock(.virtual), report: &report
    )
  }
}
