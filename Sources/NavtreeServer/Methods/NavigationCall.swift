import NavtreeFlow
import NavtreeJSON
import NavtreeEngine

/// The arguments of a navigation.
struct NavigationCall {
  let session: Session
  let params: Params

  /// The screen requested by `screen` and `params`.
  ///
  /// - Parameter isAwaited: whether `then` and `otherwise` name actions that await its end.
  func screen(isAwaited: Bool = false) throws(Failure) -> ScreenRequest {
    let type = try type(named: try params.text(.screen), "/screen")
    var request = ScreenRequest(type: type, params: try params.object(.params))
    if isAwaited {
      let then = try action(.then)
      let otherwise = try action(.otherwise)
      if then != nil || otherwise != nil { request.awaiting = Awaiting(then: then, otherwise: otherwise) }
    }
    return request
  }

  private func action(_ name: ParameterName) throws(Failure) -> Int? {
    guard let name = try params.string(name) else { return nil }
    if let action = session.flow.actionNames.index(of: name) { return action }
    throw Failure(.invalidParams, "no screen knows the action '\(name)'")
      .hinting(name, among: session.flow.actionNames.names)
  }

  func type(named name: String, _ pointer: String) throws(Failure) -> Int {
    if let type = session.flow.screenNames.index(of: name) { return type }
    throw Failure(.unknownScreen, "no screen named '\(name)'", ["pointer": .string(pointer)])
      .hinting(name, among: session.flow.screenNames.names)
  }
}

extension NavigationCall {
  /// A tree as `reset` takes it.
  func tree() throws(Failure) -> TreeRequest {
    guard let value = try params.value(.tree) else { throw params.misfit(.tree) }
    return try tree(value, "/tree")
  }

  /// Recursion is bounded by the nesting of a line.
  private func tree(_ value: JSONValue, _ pointer: String) throws(Failure) -> TreeRequest {
    switch value {
    case .object(let object): return try tree(object, pointer)
    case .array(let entries):
      var chain: [ScreenRequest] = []
      for (index, entry) in entries.enumerated() { chain.append(try link(entry, "\(pointer)/\(index)")) }
      return .chain(chain)
    case .string(let name):
      return .chain([ScreenRequest(type: try type(named: name, pointer), params: nil)])
    case .null, .boolean, .integer, .number:
      throw misfit("a tree is an object with a 'screen', or a list of screens", pointer)
    }
  }

  private func tree(_ object: JSONObject, _ pointer: String) throws(Failure) -> TreeRequest {
    var request: ScreenRequest?
    var params: JSONObject?
    var state: JSONObject?
    var selected: String?
    var slots: [TreeRequest.Slot] = []
    for (key, value) in object {
      let at = "\(pointer)/\(key)"
      switch (key, value) {
      case ("screen", .string(let name)):
        request = ScreenRequest(type: try type(named: name, at), params: nil)
      case ("params", .object(let given)): params = given
      case ("state", .object(let given)): state = given
      case ("selected", .string(let name)), ("focus", .string(let name)): selected = name
      case ("slots", .object(let given)):
        for (name, tree) in given where tree != .null {
          slots.append(TreeRequest.Slot(name: name, tree: try self.tree(tree, at + "/" + name)))
        }
      case ("screen", _), ("selected", _), ("focus", _): throw misfit("'\(key)' is a string", at)
      case ("params", _), ("state", _), ("slots", _): throw misfit("'\(key)' is an object", at)
      default:
        throw misfit("a tree has no '\(key)'", at)
          .hinting(key, among: ["screen", "params", "state", "selected", "focus", "slots"])
      }
    }
    guard let request else { throw misfit("a tree has a 'screen'", pointer) }
    return .screen(
      ScreenRequest(type: request.type, params: params), state: state, selected: selected, slots: slots)
  }

  /// An entry of a chain: a type, or `{TYPE: PARAMS}`.
  private func link(_ entry: JSONValue, _ pointer: String) throws(Failure) -> ScreenRequest {
    switch entry {
    case .string(let name): return ScreenRequest(type: try type(named: name, pointer), params: nil)
    case .object(let object) where object.count == 1:
      let name = object.keys[0]
      switch object.values[0] {
      case .object(let params): return ScreenRequest(type: try type(named: name, pointer), params: params)
      case .null: return ScreenRequest(type: try type(named: name, pointer), params: nil)
      case .boolean, .integer, .number, .string, .array:
        throw misfit("the params of '\(name)' are an object", "\(pointer)/\(name)")
      }
    case .null, .boolean, .integer, .number, .array, .object:
      throw misfit("an entry of a list is a screen's name, or {NAME: PARAMS}", pointer)
    }
  }

  private func misfit(_ message: String, _ pointer: String) -> Failure {
    Failure(.invalidParams, message, ["pointer": .string(pointer)])
  }
}
