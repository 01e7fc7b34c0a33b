import NavtreeFlow
import NavtreeJSON
import NavigationTree
import OrderedCollections
import NavtreeText

/// The stored form of an action that is sent later.
extension StoredNavigation {
  func json(_ action: QueuedAction) -> JSONObject {
    var object: JSONObject = [:]
    switch action.target {
    case .screen(let id): object["screen"] = .integer(id.number)
    case .only(let id):
      object["screen"] = .integer(id.number)
      object["bubbles"] = false
    case .root: object["isRoot"] = true
    case .active: object["isActive"] = true
    case .address(let address): object["address"] = .string(address)
    case .flow: object["isFlows"] = true
    }
    switch action.content {
    case .declared(let name, let payload):
      object["action"] = .string(flow.actionNames[name])
      object["with"] = .object(payload)
    case .navigation(let request, let force, _):
      object["navigation"] = json(request)
      object["force"] = .boolean(force)
    }
    if case .rule(let location) = action.origin { object["at"] = Self.json(location) }
    return object
  }

  /// The destinations of the fields of an action written at a pointer.
  func destinations(of action: QueuedAction, at pointer: JSONPointer, _ scope: StoredScope)
    -> [(pointer: JSONPointer, destination: StoredScope.Destination)]
  {
    switch action.content {
    case .navigation(let request, _, _):
      return fields(of: json(request), at: pointer.appending("navigation")).map {
        ($0.pointer, scope.destination(of: $0.name, in: $0.records))
      }
    case .declared(let name, let payload):
      let declared = flow.payloads(of: name)
      let with = pointer.appending("with")
      return payload.keys.map { (with.appending($0), scope.destination(of: $0, in: declared)) }
    }
  }

  func queuedAction(_ reader: StoredReader) throws(StoredFault) -> QueuedAction {
    let target: QueuedAction.Target
    if let screen = reader["screen"] {
      let id = ScreenID(try screen.id())
      let bubbles = try reader.flag("bubbles") ?? true
      target = bubbles ? .screen(id) : .only(id)
    } else if let address = reader["address"] {
      target = .address(try address.string())
    } else if reader["isRoot"] != nil {
      target = .root
    } else if reader["isFlows"] != nil {
      target = .flow
    } else {
      target = .active
    }
    let content: ActionContent
    if let navigation = reader["navigation"] {
      content = .navigation(
        try request(navigation), force: try reader.member("force").boolean(), hint: nil)
    } else {
      guard let action = try action("action", of: reader) else { throw reader.fault("has no action") }
      content = .declared(action, try reader.object("with"))
    }
    let location = try reader.ifAny("at") { (it) throws(StoredFault) in try Self.location(it) }
    return QueuedAction(
      target: target, window: 0, content: content, origin: location.map { .rule($0) } ?? .answer(nil),
      cause: nil)
  }
}
