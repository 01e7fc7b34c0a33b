import NavtreeText
import NavtreeFlow
import NavtreeJSON
import NavtreeJSONReading
import NavigationTree
import NavtreeEngine

/// An action of a request, resolved in the flow or among navtree's own.
enum ActionCall {
  /// The payload is nil if the action has none.
  case declared(Int, JSONObject?)
  indirect case navigation(NavigationRequest, force: Bool, hint: JSONValue?)

  /// Resolves the action in a JSON element. This isn't an initializer, which would retain its arguments.
  ///
  /// - Parameters:
  ///   - screen: the screen at which the action arrives, for the hint about an unknown one; nil if there is none.
  static func find(
    _ element: JSONElement?, in session: Session, at screen: ScreenID?, _ server: NavtreeServer
  ) throws(Failure) -> ActionCall {
    // Most actions of a flow have no payload: 120 instructions less.
    if let name = element?.text(ofOnlyMember: "type"), let action = session.action(named: name) {
      return .declared(action, nil)
    }
    let (name, payload) = try read(element)
    if let action = session.flow.action(named: name) {
      return .declared(action, payload)
    } else if let navigation = try navigation(named: name), let element {
      let (request, force, hint) = try navigation.request(of: element, with: server.actionParams, in: session)
      return .navigation(request, force: force, hint: hint)
    } else if let screen {
      throw session.unknownAction(String(decoding: name, as: UTF8.self), from: screen)
    } else {
      throw session.flow.unknownAction(String(decoding: name, as: UTF8.self))
    }
  }

  /// Resolves the action of a call, and moves the focus to the screen that it names.
  ///
  /// The followers of actions are told of one that can't be resolved.
  /// - Parameter isPart: whether it is a part of a change.
  @inline(__always)
  static func find(_ params: Params, in session: Session, isPart: Bool = false, _ server: NavtreeServer)
    throws(Failure) -> (call: ActionCall, cursor: Cursor)
  {
    do {
      let cursor = try focus(params, in: session)
      return (try find(params[.action], in: session, at: cursor.screen, server), cursor)
    } catch {
      tell(error, of: params, in: session, isPart: isPart)
      throw error
    }
  }

  /// The screen that a call names and its window, whose focus moves there.
  @inline(__always)
  private static func focus(_ params: Params, in session: Session) throws(Failure) -> Cursor {
    // Most calls name the screen of the last one: 180 instructions less.
    if let at = params[.at], !params.gives(.window), let path = at.stringBytes,
      let focus = session.firstFocus(at: path)
    {
      return focus
    }
    return try Target(params).focus(in: session)
  }

  @inline(never)
  private static func tell(_ error: Failure, of params: Params, in session: Session, isPart: Bool) {
    guard session.isFollowingActions, let name = (try? read(params[.action]))?.0 else { return }
    session.tellRefused(
      String(decoding: name, as: UTF8.self).echo, at: params.shownAddress, error, isPart: isPart)
  }

  private static let navigationNames = NameTable(MethodTable.navigations.map(\.action.name))

  /// The built-in navigation of an action's name; nil if the name isn't one of navtree's own.
  private static func navigation(named name: UnsafeRawBufferPointer) throws(Failure) -> NavigationMethod? {
    if let index = navigationNames.index(of: name) { return MethodTable.navigations[index] }
    guard name.contains(UInt8(ascii: ".")) else { return nil }
    let text = String(decoding: name, as: UTF8.self)
    throw Failure(.notHandled, "navtree has no action '\(text.echo)'", ["action": .string(text.echo)])
      .hinting(text, among: navigationNames.names)
  }

  /// The name of an action and its payload.
  private static func read(_ element: JSONElement?) throws(Failure) -> (UnsafeRawBufferPointer, JSONObject?) {
    guard let element, element.kind == .object else {
      throw Failure(.invalidParams, "'action' must be an object", ["pointer": "/action"])
    }
    var name: UnsafeRawBufferPointer?
    var payload: JSONObject?
    for member in element.members {
      if member.keyIs("type") {
        guard let type = member.value.stringBytes else {
          throw Failure(.invalidParams, "an action's 'type' is a string", ["pointer": "/action/type"])
        }
        name = type
      } else {
        try add(member, to: &payload)
      }
    }
    guard let name else {
      throw Failure(
        .invalidParams, "an action has a 'type'", ["pointer": "/action", "hint": #"{"type": "name", …}"#])
    }
    return (name, payload)
  }
}

extension ActionCall {
  @inline(never)
  private static func add(_ member: JSONElement.Member, to payload: inout JSONObject?) throws(Failure) {
    do {
      payload = payload ?? [:]
      payload?[member.key] = try member.value.value()
    } catch {
      throw Failure(.invalidParams, "\(error)")
    }
  }

  /// Sends the action to a screen, as a change of its own or as part of a batch, and writes the outcome.
  ///
  /// - Parameter bubbles: whether ancestors of the screen may get it.
  func send(
    in session: Session, to cursor: Cursor, isPart: Bool = false, bubbles: Bool = true,
    into output: inout JSONWriter
  ) throws(Failure) {
    switch self {
    case .declared(let action, let payload):
      if isPart {
        try session.runPart(action, payload, to: cursor.screen)
      } else {
        try session.dispatch(action, payload, to: cursor.screen, bubbles: bubbles)
      }
      session.writeReceipt(of: session.answering(cursor.window), isPart: isPart, into: &output)
    case .navigation(let request, let force, let hint):
      let outcome: NavigationOutcome
      do {
        outcome =
          isPart
          ? try session.runPart(request, at: cursor.screen, force: force, hint: hint)
          : try session.dispatch(request, at: cursor.screen, force: force, hint: hint)
      } catch {
        throw error.inside("/action")
      }
      let window = outcome.window ?? session.answering(cursor.window)
      session.writeReceipt(of: window, isPart: isPart, into: &output) { output in
        NavigationMethod.write(outcome, of: request, into: &output)
      }
    }
  }
}
