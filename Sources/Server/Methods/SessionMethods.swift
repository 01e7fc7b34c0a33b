import Flow
import JSON
import OrderedCollections
import Session

extension MethodTable {
  static let sessionMethods: [Method] = [
    Method(
      "session.open", "Opens a session of a loaded flow.",
      [.flow("the flow to run"), Parameter("session", .string, "the session's name, by default the flow's")]
    ) { server, arguments, output throws(Failure) in
      let flow = try server.flow(named: try arguments.string(0) ?? "")
      let name = try arguments.string(1) ?? flow.name
      let session = try server.open(flow, as: name)
      output.append(#"{"session":"#)
      output.appendString(name)
      output.append(#","seq":"#)
      output.appendInteger(session.seq)
      output.append(#","active":"#)
      session.writeActive(of: 0, into: &output)
      output.append(#","restored":false}"#)
    },
    Method("session.list", "The open sessions.") { server, _, output throws(Failure) in
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
    Method("session.close", "Closes a session.", [Parameter("session", .string, required: true, "its name")])
    {
      server, arguments, output throws(Failure) in
      let session = try server.session(arguments, 0)
      server.sessions[session.name] = nil
      output.append("{}")
    },
  ]
}
