import Flow
import JSON
import NavigationTree
import OrderedCollections
import Session

extension MethodTable {
  static let actionMethods: [Method] = [
    Method(
      "dispatch", "Sends an action to one screen, from which it bubbles to those that hold it.",
      [
        .session, .at,
        Parameter("action", .object, required: true, "`{type, …}`: its name, and beside it its payload"),
        .window,
      ]
    ) { server, arguments, output throws(Failure) in
      let session = try server.session(arguments, 0)
      let window = try session.focus(on: try arguments.address(1), window: try arguments.string(3))
      let (name, payload) = try action(arguments)
      guard let action = session.flow.actionNames.index(of: name) else {
        throw session.unknownAction(
          String(decoding: name, as: UTF8.self), from: session.windows[window].focus.id, in: window)
      }
      let receipt = try session.dispatch(action, payload, in: window)
      output.append(#"{"seq":"#)
      output.appendInteger(session.seq)
      output.append(#","handledBy":"#)
      session.handlerAddress.withUnsafeBytes { output.appendString($0) }
      output.append(#","active":"#)
      output.appendActive(of: session, window: receipt.window)
      if let reply = receipt.reply {
        output.append(#","reply":"#)
        output.appendValue(reply)
      }
      output.append("}")
    }
  ]

  /// The name of an action and what stands beside it.
  private static func action(_ arguments: Arguments) throws(Failure) -> (UnsafeRawBufferPointer, JSONObject) {
    guard let element = arguments[2], element.kind == .object else { throw arguments.misfit(2) }
    var name: UnsafeRawBufferPointer?
    var payload: JSONObject = [:]
    for member in element.members {
      if member.keyIs("type") {
        guard let type = member.value.stringBytes else {
          throw Failure(.invalidParams, "an action's 'type' is a string", ["pointer": "/action/type"])
        }
        name = type
      } else {
        payload[member.key] = try arguments.value(member.value)
      }
    }
    guard let name else {
      throw Failure(
        .invalidParams, "an action has a 'type'", ["pointer": "/action", "hint": #"{"type": "name", …}"#])
    }
    return (name, payload)
  }
}

extension JSONWriter {
  /// The address of a window's active screen, as a string.
  mutating func appendActive(of session: Session, window: Int) {
    let path = session.windows[window].activePath
    if path.count <= Session.longestPath {
      path.withUnsafeBytes { appendString($0) }
    } else {
      appendString(session.windows[window].active.description)
    }
  }
}
