import NavigationTree
import NavtreeFlow
package import NavtreeJSON

extension FlowGraph {
  /// `{nodes: [{id, type, kind?}], edges: [{from, to, by, …}]}`.
  ///
  /// - Complexity: O(size of the graph).
  package var json: JSONValue {
    ["nodes": .array(nodes.map(\.json)), "edges": .array(edges.map(\.json))]
  }
}

extension FlowGraphNode {
  fileprivate var json: JSONValue {
    switch self {
    case .window: ["id": .string(id), "type": "window"]
    case .screen(_, let kind): ["id": .string(id), "type": "screen", "kind": .string(kind.rawValue)]
    case .link(let pattern): ["id": .string(id), "type": "link", "url": .string(pattern.text)]
    case .any: ["id": .string(id), "type": "any"]
    case .back: ["id": .string(id), "type": "back"]
    }
  }
}

extension FlowGraphEdge {
  fileprivate var json: JSONValue {
    var members: JSONObject = ["from": .string(from.id), "to": .string(to.id)]
    switch cause {
    case .start: members["by"] = "start"
    case .slot(let name, let style, let isInitial):
      members["by"] = "slot"
      members["slot"] = .string(name)
      members["style"] = .string(style.rawValue)
      if isInitial { members["initial"] = true }
    case .rule(let action, let navigation, let slot, let isPrivate):
      members["by"] = .string(navigation)
      members["action"] = .string(action)
      if let slot { members["slot"] = .string(slot) }
      if isPrivate { members["private"] = true }
    case .link(let mode):
      members["by"] = "link"
      members["mode"] = .string(mode.rawValue)
    case .otherwise: members["by"] = "otherwise"
    }
    return .object(members)
  }
}
