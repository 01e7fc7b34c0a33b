package import NavtreeFlow
package import NavtreeJSON
import NavtreeText

/// Reads the names and trees of a navigation.
package struct NavigationCall {
  private let flow: FlowDefinition

  package init(flow: FlowDefinition) { self.flow = flow }

  package func action(named name: String) throws(Failure) -> Int {
    if let action = flow.actionNames.index(of: name) { return action }
    throw Failure(.invalidParams, "no screen knows the action '\(name.echo)'")
      .hinting(name, among: flow.actionNames.names)
  }

  package func type(named name: String, _ pointer: String) throws(Failure) -> Int {
    if let type = flow.screenNames.index(of: name) { return type }
    throw Failure(.unknownScreen, "no screen named '\(name.echo)'", ["pointer": .string(pointer)])
      .hinting(name, among: flow.screenNames.names)
  }
}

extension NavigationCall {
  /// A tree as `reset` takes it.
  package func tree(_ value: JSONValue) throws(Failure) -> TreeRequest { try tree(value, "/tree") }

  /// Recursion is bounded by the nesting of a line.
  private func tree(_ value: JSONValue, _ pointer: String) throws(Failure) -> TreeRequest {
    switch value {
    case .object(let object): return .node(try node(object, pointer))
    case .array(let entries):
      var chain: [TreeRequest.Node] = []
      for (index, entry) in entries.enumerated() { chain.append(try link(entry, "\(pointer)/\(index)")) }
      return .chain(chain)
    case .string(let name):
      return .chain([.init(ScreenRequest(type: try type(named: name, pointer), params: nil))])
    case .null, .boolean, .integer, .number:
      throw misfit("a tree is an object with a 'screen', or a list of screens", pointer)
    }
  }

  private func node(_ object: JSONObject, _ pointer: String) throws(Failure) -> TreeRequest.Node {
    var request: ScreenRequest?
    var params: JSONObject?
    var state: JSONObject?
    var selected: String?
    var then: Int?
    var otherwise: Int?
    var slots: [TreeRequest.Slot] = []
    for (key, value) in object {
      let at = "\(pointer)/\(key.echo)"
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
      case ("then", .string(let name)): then = try action(named: name)
      case ("otherwise", .string(let name)): otherwise = try action(named: name)
      case ("screen", _), ("selected", _), ("focus", _), ("then", _), ("otherwise", _):
        throw misfit("'\(key)' is a string", at)
      case ("params", _), ("state", _), ("slots", _): throw misfit("'\(key)' is an object", at)
      default:
        throw misfit("a tree has no '\(key.echo)'", at)
          .hinting(
            key, among: ["screen", "params", "state", "selected", "focus", "slots", "then", "otherwise"])
      }
    }
    guard let request else { throw misfit("a tree has a 'screen'", pointer) }
    let isAwaited = then != nil || otherwise != nil
    return TreeRequest.Node(
      ScreenRequest(
        type: request.type, params: params,
        awaiting: isAwaited ? Awaiting(then: then, otherwise: otherwise) : nil),
      state: state, selected: selected, slots: slots)
  }

  /// An entry of a chain: a type, `{TYPE: PARAMS}`, or an object with `screen`.
  private func link(_ entry: JSONValue, _ pointer: String) throws(Failure) -> TreeRequest.Node {
    switch entry {
    case .string(let name): return .init(ScreenRequest(type: try type(named: name, pointer), params: nil))
    case .object(let object) where object["screen"]?.string != nil: return try node(object, pointer)
    case .object(let object) where object.count == 1:
      let name = object.keys[0]
      switch object.values[0] {
      case .object(let params):
        return .init(ScreenRequest(type: try type(named: name, pointer), params: params))
      case .null: return .init(ScreenRequest(type: try type(named: name, pointer), params: nil))
      case .boolean, .integer, .number, .string, .array:
        throw misfit("the params of '\(name.echo)' are an object", "\(pointer)/\(name.echo)")
      }
    case .null, .boolean, .integer, .number, .array, .object:
      throw misfit(
        "an entry of a list is a screen's name, {NAME: PARAMS}, or an object with 'screen'", pointer)
    }
  }

  private func misfit(_ message: String, _ pointer: String) -> Failure {
    Failure(.invalidParams, message, ["pointer": .string(pointer)])
  }
}
