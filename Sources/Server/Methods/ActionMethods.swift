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
        Parameter(
          "action", .shared(.action), required: true, "`{type, …}`: its name, and beside it its payload"),
        .window,
      ],
      result: .record([
        .seq, .handledBy, .active, .reply, .id.ifAny, .handled.ifAny,
      ]), errors: ErrorKind.ofChanges,
      examples: [
        Example("Sends an action to the active screen", #"{"action":{"type":"search","query":"ada"}}"#),
        Example(
          "The message knows no such action: it bubbles to the folder that holds it",
          #"{"at":"/main/inbox/message","action":{"type":"search","query":"ada"}}"#,
          after: [#"dispatch {"action":{"type":"open","id":7}}"#]),
      ]
    ) { server, arguments, output throws(Failure) in
      let session = try server.session(arguments, 0)
      let window = try session.focus(on: try arguments.address(1), window: try arguments.string(3))
      let (name, payload) = try action(arguments)
      guard let action = session.flow.actionNames.index(of: name) else {
        if let navigation = try navigation(named: name), let element = arguments[2] {
          try navigation.dispatch(
            element, with: server.actionArguments, in: session, window: window, into: &output)
          return
        }
        throw session.unknownAction(
          String(decoding: name, as: UTF8.self), from: session.windows[window].focus.id, in: window)
      }
      try session.dispatch(action, payload, in: window)
      session.writeReceipt(of: window, into: &output)
    }
  ]

  private static let navigationNames = NameTable(navigations.map(\.action.name))

  /// A built-in navigation by the name of its action; nil: the name isn't one of navtree's own.
  private static func navigation(named name: UnsafeRawBufferPointer) throws(Failure) -> Navigation? {
    if let index = navigationNames.index(of: name) { return navigations[index] }
    guard name.contains(UInt8(ascii: ".")) else { return nil }
    let text = String(decoding: name, as: UTF8.self)
    throw Failure(.notHandled, "navtree has no action '\(text)'", ["action": .string(text)])
      .hinting(text, among: navigationNames.names)
  }

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
