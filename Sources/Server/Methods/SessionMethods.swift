import Flow
import JSON
import OrderedCollections
import Session

extension MethodTable {
  static let sessionMethods: [Method] = [
    Method(
      "session.open", "Opens a session of a loaded flow.",
      [
        .flow("the flow to run"), Parameter("session", .string, "the session's name, by default the flow's"),
        Parameter("link", .string, "a URL that is opened in it at once", errors: [.noSuchLink]),
        Parameter(
          "clock", .choice(SessionClock.Kind.allCases.map(\.rawValue)),
          "what it goes by, by default what `--clock` says; a virtual clock starts at 1970-01-01T00:00:00Z, and goes by `clock.advance`"
        ),
      ],
      result: .record([
        .session, .seq, .active,
        Shape.Member("restored", .boolean, "whether it goes on where a stored session of that name stood"),
      ]),
      errors: [
        .nameTaken, .noScreenAt, .notPresentable, .flowDefect, .expressionFailed, .costExceeded,
        .limitExceeded,
      ],
      examples: [Example("Opens a second session of a flow", #"{"flow":"mail","session":"second"}"#)]
    ) { server, arguments, output throws(Failure) in
      let flow = try server.flow(named: try arguments.string(0) ?? "")
      let name = try arguments.string(1) ?? flow.name
      let link = try arguments.string(2)
      let session = try server.open(flow, as: name, clock: try arguments.choice(3))
      var window = 0
      if let link {
        do throws(Failure) {
          let outcome = try session.navigate(
            .open(url: link), in: 0, force: false, cause: "session.open")
          window = outcome.window ?? 0
        } catch {
          server.sessions[name] = nil
          throw error
        }
      }
      output.append(#"{"session":"#)
      output.appendString(name)
      output.append(#","seq":"#)
      output.appendInteger(session.seq)
      output.append(#","active":"#)
      session.writeActive(of: window, into: &output)
      output.append(#","restored":false}"#)
    },
    Method(
      "session.list", "The open sessions.",
      result: .list(
        .record([
          .session, Shape.Member("flow", .string, "the flow that it runs"), .seq,
          Shape.Member("screens", .integer, "how many screens live"),
        ])), examples: [Example("Lists the sessions")]
    ) { server, _, output throws(Failure) in
      output.appendValue(
        .array(
          server.sessions.values.map { session in
            .object([
              "session": .string(session.name), "flow": .string(session.flow.name),
              "seq": .integer(session.seq),
              "screens": .integer(session.screenCount),
            ])
          }))
    },
    Method(
      "session.close", "Closes a session.",
      [Parameter("session", .string, required: true, "its name", errors: [.unknownSession])],
      result: .record([]), examples: [Example("Closes a session", #"{"session":"mail"}"#)]
    ) {
      server, arguments, output throws(Failure) in
      let session = try server.session(arguments, 0)
      session.close()
      server.sessions[session.name] = nil
      output.append("{}")
    },
  ]
}
