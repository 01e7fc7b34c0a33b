import NavtreeFlow
import NavtreeJSON
import NavigationTree
import NavtreeEngine

extension MethodTable {
  private static let name = Parameter(.window, .string, required: true, "the window's name")
  private static let second = #"window.open {"window":"second","screen":"folder","params":{"name":"sent"}}"#

  static let windowMethods: [Method] = [
    Method(
      "window.open", .drives, "Opens a window, after the others, with a screen of any type as its root.",
      [name, .screen, .params, .session, .hint, .origin], result: .record([.seq, .active, .id]),
      errors: ErrorKind.ofChanges,
      examples: [
        Example("Opens a second window", #"{"window":"second","screen":"folder","params":{"name":"sent"}}"#)
      ]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      let call = NavigationCall(flow: session.flow)
      let request = ScreenRequest(
        type: try call.type(named: try params.text(.screen), "/screen"), params: try params.object(.params))
      let name = try params.text(.window)
      let root = try session.openWindow(name, request, hint: try params.value(.hint))
      output.append(#"{"seq":"#, session.answerSeq)
      output.append(#","active":"#)
      session.writeActive(of: session.windows.index(named: name) ?? 0, into: &output)
      output.append(#","id":"#, root.number)
      output.append("}")
    },
    Method(
      "window.close", .drives, "Closes a window with everything that it holds; the last one can't be closed.",
      [name, .force, .session, .hint, .origin],
      result: .record([.seq]), errors: ErrorKind.ofChanges + [.unknownWindow],
      examples: [Example("Closes a window", #"{"window":"second"}"#, after: [second])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      try session.closeWindow(
        try params.text(.window), force: try params.boolean(.force), hint: try params.value(.hint))
      output.append(#"{"seq":"#, session.answerSeq)
      output.append("}")
    },
    Method(
      "window.list", .reads, "The open windows, in the order in which they were opened.", [.session],
      result: .list(
        .record([
          .window, .id, .type, .active, Shape.Member("screens", .integer, "the number of its live screens"),
        ])), examples: [Example("Lists two windows", after: [second])]
    ) { server, params, output throws(Failure) in
      let session = try server.session(params)
      output.appendList(session.windows.indices) { index, output in
        let window = session.windows[index]
        output.append(#"{"window":"#, window.window)
        output.append(#","id":"#, window.rootID.number)
        output.append(#","screen":"#, session.typeName(of: window.rootID, in: index))
        output.append(#","active":"#)
        session.writeActive(of: index, into: &output)
        output.append(#","screens":"#, window.count)
        output.append("}")
      }
    },
  ]
}
